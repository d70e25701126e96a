"""What recording traces costs an answer: the same questions with and without, in one run."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.compose import open_knowledge
from config.loading import load_settings
from config.settings import Settings
from knowledge.base import KnowledgeBase
from knowledge.evaluation.metrics import percentile
from knowledge.traces.store import reading
from tests.bench.answers import answer
from tests.bench.notes import OpenNotes, indexed
from tests.bench.options import Options
from tests.bench.questions import questions_for
from tests.bench.table import Row, Table

QUESTIONS = 100
ROUNDS = 7  # counted ones, after one that is not
OFF, ON, ADDED = "traces off", "traces on", "added by traces"


@dataclass(slots=True, kw_only=True)
class Taken:
    """What one way took: milliseconds by question, then by round; mean CPU milliseconds of a question."""

    milliseconds: list[list[float]]
    cpu: float = 0.0


async def run(options: Options) -> list[Table]:
    """Times of `ask` with and without traces, what traces add, and whether every question left one trace."""
    questions = questions_for(options, QUESTIONS)
    asked = (ROUNDS + 1) * len(questions)
    async with indexed(options.folder) as notes:
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "traces.db"
            async with open_knowledge(traced(notes, database)) as recording:
                taken = await in_rounds({OFF: notes.knowledge, ON: recording}, questions)
            async with reading(database) as traces:
                kept = len(await traces.latest(2 * asked))
    note = (
        f"{len(questions)} questions over {options.source}, {ROUNDS} times each, without a chat model. Rounds with "
        "and without traces take turns; traces hold the words too and are written while the next question is "
        "answered. What they add is, for each question, its best time with traces less its best one without; CPU "
        "time is that of the whole process, writing included."
    )
    share = kept / asked
    return [
        Table(title="traces", note=note, rows=rows_of(taken)),
        Table(
            title="traces: kept", note="One for each question.", rows=[{"asked": asked, "kept": kept, "share": share}]
        ),
    ]


def rows_of(taken: Mapping[str, Taken]) -> list[Row]:
    """Percentiles over every time of each way, and over questions of what was added."""
    off, on = taken[OFF], taken[ON]
    added = [min(with_) - min(without) for without, with_ in zip(off.milliseconds, on.milliseconds, strict=True)]
    return [
        _row(OFF, [each for times in off.milliseconds for each in times], off.cpu),
        _row(ON, [each for times in on.milliseconds for each in times], on.cpu),
        _row(ADDED, added, on.cpu - off.cpu),
    ]


def _row(name: str, milliseconds: Sequence[float], cpu: float) -> Row:
    p50, p95 = percentile(milliseconds, 0.5), percentile(milliseconds, 0.95)
    return {"work": name, "p50 ms": p50, "p95 ms": p95, "CPU ms per question": cpu}


def traced(notes: OpenNotes, database: Path) -> Settings:
    """The settings of the open notes, but with traces and everything in them."""
    environ = {
        "FOOTNOTE_TRACES__ENABLED": "true",
        "FOOTNOTE_TRACES__RAW_TEXT": "true",
        "FOOTNOTE_TRACES__DATABASE": str(database),
    }
    return load_settings(config=notes.database.parent / "footnote.toml", environ=environ)


async def in_rounds(ways: Mapping[str, KnowledgeBase], questions: Sequence[str]) -> Mapping[str, Taken]:
    """All questions one way, then the other, again and again.

    Not question by question: then what is written behind one answer would slow the other way down.
    """
    taken = {name: Taken(milliseconds=[[] for _ in questions]) for name in ways}
    for number in range(ROUNDS + 1):
        for name, knowledge in ways.items():
            begun = time.process_time()
            for times, question in zip(taken[name].milliseconds, questions, strict=True):
                started = time.perf_counter()
                await answer(knowledge, question)
                if number:
                    times.append((time.perf_counter() - started) * 1_000)
            if number:
                taken[name].cpu += (time.process_time() - begun) * 1_000 / len(questions) / ROUNDS
    return taken
