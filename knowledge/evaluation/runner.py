"""A labelled set through a ranking, and through answers where there are some, to one run."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from knowledge.answering.verify import check_quotes
from knowledge.evaluation.cases import Case, JudgedAnswer, Run
from knowledge.evaluation.datasets import Dataset, LabelledQuery
from knowledge.evaluation.report import Report, report_of
from knowledge.evaluation.timing import timed_stages
from knowledge.types import Answer, NoteRef

WARM_UP = "ready"

Rank = Callable[[str], Awaitable[Sequence[str]]]  # a question to ids, best first, at most DEPTH
Ask = Callable[[str], Awaitable[Answer]]
ReadNote = Callable[[NoteRef], str]  # a cited note's whole text; empty where it is gone
Progress = Callable[[int, int], None]  # done, total


@dataclass(frozen=True, slots=True, kw_only=True)
class Answering:
    """How questions are answered, and the notes that answers are held against."""

    ask: Ask
    read: ReadNote


async def evaluate(
    dataset: Dataset,
    rank: Rank,
    *,
    mode: str,
    k: int = 10,
    answering: Answering | None = None,
    progress: Progress | None = None,
) -> Report:
    """Run the set and report at depth `k`. See `run_set`."""
    return report_of(await run_set(dataset, rank, mode=mode, answering=answering, progress=progress), k=k)


async def run_set(
    dataset: Dataset,
    rank: Rank,
    *,
    mode: str,
    answering: Answering | None = None,
    progress: Progress | None = None,
) -> Run:
    """Rank for every question, one after the other, and ask each where `answering` is given.

    A first search that nobody counts loads what searches load once.
    """
    await rank(WARM_UP)
    cases: list[Case] = []
    for query in dataset.queries:
        cases.append(await _case(query, rank, answering))
        if progress:
            progress(len(cases), len(dataset.queries))
    return Run(dataset=dataset.name, mode=mode, cases=cases, hits=dataset.corpus is None)


async def _case(query: LabelledQuery, rank: Rank, answering: Answering | None) -> Case:
    with timed_stages(query.text) as stages:
        started = time.perf_counter()
        ranking = await rank(query.text)
        milliseconds = (time.perf_counter() - started) * 1000
    answer = judge_answer(await answering.ask(query.text), query, answering.read) if answering else None
    return Case(query=query, ranking=ranking, milliseconds=milliseconds, stages=stages.milliseconds, answer=answer)


def judge_answer(answer: Answer, query: LabelledQuery, read: ReadNote) -> JudgedAnswer:
    """Hold the answer against the notes it cites, and its citations against the notes that answer the question."""
    texts = {citation.ref: read(citation.ref) for citation in answer.citations}
    alone = [replace(answer, text=citation.marker, citations=(citation,)) for citation in answer.citations]
    return JudgedAnswer(
        mode=answer.mode,
        confidence=answer.confidence,
        citations=len(answer.citations),
        right=sum(citation.ref.path in query.relevant for citation in answer.citations),
        verbatim=sum(not check_quotes(each, texts) for each in alone),
        sound=not check_quotes(answer, texts),
    )
