"""A labelled set through a ranking, and through answers where there are some, to one report."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from knowledge.evaluation.datasets import Dataset, LabelledQuery
from knowledge.evaluation.metrics import hit, mean, ndcg, percentile, precision, recall, reciprocal_rank
from knowledge.types import Answer

DEPTH = 100  # notes a ranking holds

Rank = Callable[[str], Awaitable[Sequence[str]]]  # a question to ids, best first, at most DEPTH
Ask = Callable[[str], Awaitable[Answer]]
Progress = Callable[[int, int], None]  # done, total


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuality:
    """Shares in [0, 1]: refused questions of each kind, and citations of a note that answers."""

    refused_unanswerable: float
    refused_answerable: float
    citation_correct: float

    def as_json(self) -> dict[str, Any]:
        """The fields that the report adds for them."""
        return {
            "refused": {
                "unanswerable": _rounded(self.refused_unanswerable),
                "answerable": _rounded(self.refused_answerable),
            },
            "citation_correct": _rounded(self.citation_correct),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one run found. `scores` are means over the questions that have an answer, by name and depth."""

    dataset: str
    mode: str
    queries: int
    scores: dict[str, float]
    p50_ms: float
    p95_ms: float
    answers: AnswerQuality | None = None

    def as_json(self) -> dict[str, Any]:
        """The object that `eval --json` prints."""
        return {
            "dataset": self.dataset,
            "mode": self.mode,
            "queries": self.queries,
            **{name: _rounded(score) for name, score in self.scores.items()},
            "latency_ms": {"p50": round(self.p50_ms, 1), "p95": round(self.p95_ms, 1)},
            **(self.answers.as_json() if self.answers else {}),
        }


async def evaluate(
    dataset: Dataset,
    rank: Rank,
    *,
    mode: str,
    k: int = 10,
    ask: Ask | None = None,
    progress: Progress | None = None,
) -> Report:
    """Rank for every question, one after the other, and ask each where `ask` is given.

    Questions without a relevant id count in `queries` and in the refusals only.
    """
    results: list[_Result] = []
    for done, query in enumerate(dataset.queries, start=1):
        results.append(await _one(query, rank, ask))
        if progress:
            progress(done, len(dataset.queries))
    times = [result.milliseconds for result in results]
    return Report(
        dataset=dataset.name,
        mode=mode,
        queries=len(results),
        scores=_scores([result for result in results if result.query.relevant], k, hits=dataset.corpus is None),
        p50_ms=percentile(times, 0.5),
        p95_ms=percentile(times, 0.95),
        answers=_answer_quality(results) if ask else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Result:
    query: LabelledQuery
    ranking: Sequence[str]
    milliseconds: float
    answer: Answer | None = None

    @property
    def refused(self) -> bool:
        return self.answer is not None and self.answer.mode == "none"


async def _one(query: LabelledQuery, rank: Rank, ask: Ask | None) -> _Result:
    started = time.perf_counter()
    ranking = await rank(query.text)
    milliseconds = (time.perf_counter() - started) * 1000
    answer = await ask(query.text) if ask else None
    return _Result(query=query, ranking=ranking, milliseconds=milliseconds, answer=answer)


def _scores(results: Sequence[_Result], k: int, *, hits: bool) -> dict[str, float]:
    metrics = {
        f"ndcg@{k}": (ndcg, k),
        f"recall@{k}": (recall, k),
        f"recall@{DEPTH}": (recall, DEPTH),
        f"precision@{k}": (precision, k),
        f"mrr@{k}": (reciprocal_rank, k),
    }
    if hits:
        metrics |= {f"hit@{depth}": (hit, depth) for depth in sorted({1, 5, k})}
    return {
        name: mean(metric(result.ranking, result.query.relevant, depth) for result in results)
        for name, (metric, depth) in metrics.items()
    }


def _answer_quality(results: Sequence[_Result]) -> AnswerQuality:
    answerable = [result for result in results if result.query.relevant]
    unanswerable = [result for result in results if not result.query.relevant]
    citations = [(result, citation) for result in answerable if result.answer for citation in result.answer.citations]
    return AnswerQuality(
        refused_unanswerable=mean(result.refused for result in unanswerable),
        refused_answerable=mean(result.refused for result in answerable),
        citation_correct=mean(citation.ref.path in result.query.relevant for result, citation in citations),
    )


def _rounded(share: float) -> float:
    return round(share, 4)
