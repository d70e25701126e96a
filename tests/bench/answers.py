"""How long a whole extractive answer takes, and whether its quotations are the notes' own text."""

from __future__ import annotations

from pathlib import Path

from knowledge.base import KnowledgeBase
from knowledge.evaluation.metrics import mean
from knowledge.types import OPERATOR, Answer, Query
from tests.bench.citations import verbatim
from tests.bench.notes import indexed
from tests.bench.options import Options
from tests.bench.questions import questions_for
from tests.bench.table import Row, Table
from tests.bench.timing import in_turns

QUESTIONS = 100
ROUNDS = 5


async def run(options: Options) -> list[Table]:
    """Times of `ask` beside those of the search inside it, and what the answers hold."""
    questions = questions_for(options, QUESTIONS)
    async with indexed(options.folder) as notes:
        knowledge = notes.knowledge
        times = await in_turns(
            {
                "ask": lambda question: answer(knowledge, question),
                "search": lambda question: knowledge.search(Query(text=question), limit=10),
            },
            questions,
            rounds=ROUNDS,
        )
        answers = [await answer(knowledge, question) for question in questions]
    searched = times["search"].p50
    rows: list[Row] = [
        {"work": name, "p50 ms": each.p50, "p95 ms": each.p95, "x search": each.p50 / searched}
        for name, each in times.items()
    ]
    note = (
        f"{len(questions)} questions, {ROUNDS} times each, over {options.source}, without a chat model; "
        "questions are embedded beforehand."
    )
    return [
        Table(title="answers", note=note, rows=rows),
        Table(title="answers: proof", note="What these answers hold.", rows=[proof(options.folder, answers)]),
    ]


async def answer(knowledge: KnowledgeBase, question: str) -> Answer:
    """The question as the operator asks it, its filters left alone."""
    return await knowledge.ask(Query(text=question, viewer=OPERATOR))


def proof(folder: Path, answers: list[Answer]) -> dict[str, str | float | int]:
    """Counts, and the share of quotations that stand word for word at the lines they name."""
    cited = [citation for each in answers for citation in each.citations]
    return {
        "answers": "extractive",
        "questions": len(answers),
        "refused": mean(each.mode == "none" for each in answers),
        "citations": len(cited),
        "quotes verbatim": mean(verbatim(citation, (folder / citation.ref.path)) for citation in cited),
    }
