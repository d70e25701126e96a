"""A list put in a better order: the best of it are scored with the question, and that order has a voice."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.errors import ModelError
from knowledge.ports import Reranker
from knowledge.remarks import Remark
from knowledge.retrieval.fusion import RRF_CONSTANT, RankedList, fuse
from knowledge.retrieval.grouping import distinct_texts
from knowledge.traces import note
from knowledge.types import Query, StoredChunk, WholeCandidate

SEARCH = "search"
RERANK = "rerank"  # the list's name in a candidate's contributions
MAX_DEPTH = 100  # texts that one question may have scored
LATE = Remark("The reranker took too long and was left out.")
FAILED = Remark("The reranker did not answer and was left out.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranked:
    """The reranker's own order as a list to fuse. `fallback` says why there is none; both empty: nothing to order."""

    ranked: RankedList | None = None
    fallback: str = ""


class RerankRefiner:
    """A `stages.Refiner` that has a reranker score the best `depth` candidates and blends the two orders.

    A candidate is worth 1 / (constant + rank) in the order of the search and `weight` times that in the reranker's.
    Copies of one text are scored once, and only the best placed is kept.
    Raises ValueError for a depth below 1 or above 100, a time that is not above 0, or a negative weight.
    """

    def __init__(
        self,
        reranker: Reranker,
        *,
        depth: int = 10,
        seconds: float = 1.0,
        weight: float = 1.0,
        constant: float = RRF_CONSTANT,
    ) -> None:
        if not 1 <= depth <= MAX_DEPTH:
            raise ValueError(f"depth must be from 1 to {MAX_DEPTH}; found {depth}")
        if not seconds > 0:
            raise ValueError(f"seconds must be above 0; found {seconds}")
        if not (weight >= 0 and math.isfinite(weight)):
            raise ValueError(f"weight must be a finite number of at least 0; found {weight}")
        self._reranker = reranker
        self._depth = depth
        self._seconds = seconds
        self._weight = weight
        self._constant = constant

    async def refine(self, query: Query, candidates: Sequence[WholeCandidate]) -> Sequence[WholeCandidate]:
        """Return the candidates without copies, best first; where the reranker fails or is late, as they were."""
        kept = distinct_texts(candidates)
        ranked = (await self.reranked(query, kept)).ranked
        return fuse_keeping(kept, ranked, constant=self._constant) if ranked else kept

    async def reranked(self, query: Query, candidates: Sequence[WholeCandidate]) -> Reranked:
        """The reranker's order of the best candidates, each with its score there; no candidates: no call."""
        best = distinct_texts(candidates)[: self._depth]
        if not best or not query.text:
            return Reranked()
        try:
            async with asyncio.timeout(self._seconds):
                scores = await self._reranker.scores(query.text, [text_of(each.chunk) for each in best])
        except TimeoutError:
            return _unchanged(LATE)
        except ModelError:
            return _unchanged(FAILED)
        scored = [
            replace(each, score=score, identity=each.chunk.id) for each, score in zip(best, scores, strict=True)
        ]
        order = sorted(scored, key=lambda each: -each.score)
        return Reranked(ranked=RankedList(source=RERANK, candidates=order, weight=self._weight))


class TopK:
    """A `stages.Refiner` that keeps the first `k` candidates, copies of a text left out before.

    Raises ValueError for a k below 1 or above `maximum`.
    """

    def __init__(self, k: int, *, maximum: int = MAX_DEPTH) -> None:
        if not 1 <= k <= maximum:
            raise ValueError(f"k must be from 1 to {maximum}; found {k}")
        self._k = k

    async def refine(self, query: Query, candidates: Sequence[WholeCandidate]) -> Sequence[WholeCandidate]:  # noqa: ARG002
        """Return at most k candidates, in their order."""
        return distinct_texts(candidates)[: self._k]


def text_of(chunk: StoredChunk) -> str:
    """What is scored of a chunk: its headings, a table's header row, its words; equal chunks have equal texts."""
    context = (" > ".join(chunk.heading_path), chunk.header)
    return "\n".join(part for part in (*context, chunk.plain) if part)


def fuse_keeping(
    candidates: Sequence[WholeCandidate], ranked: RankedList, *, constant: float
) -> list[WholeCandidate]:
    """The candidates by both ranks, each as it came but for the other list's contribution. Stable."""
    search = [replace(each, identity=each.chunk.id) for each in candidates]
    again = fuse([RankedList(source=SEARCH, candidates=search), ranked], constant=constant)
    came = {each.chunk.id: each for each in candidates}
    return [
        replace(
            came[each.chunk.id],
            contributions=(
                *came[each.chunk.id].contributions,
                *(one for one in each.contributions if one.source == RERANK),
            ),
        )
        for each in again
    ]


def _unchanged(reason: str) -> Reranked:
    note(fallback=reason)
    return Reranked(fallback=reason)
