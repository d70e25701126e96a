"""Ranked lists to one: weighted reciprocal rank fusion, in which raw scores never cross lists."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial

from knowledge.retrieval.concurrency import MAX_CONCURRENT_CALLS, gather_bounded
from knowledge.stages import Retriever
from knowledge.types import Candidate, Contribution, NoteRef, Query, Scope

RRF_CONSTANT = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedList:
    """Candidates of one source, best first."""

    source: str
    candidates: Sequence[Candidate]
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A retriever and what its list is worth."""

    name: str
    retriever: Retriever
    weight: float = 1.0


def fuse(
    lists: Sequence[RankedList], *, constant: float = RRF_CONSTANT, only: AbstractSet[NoteRef] | None = None
) -> tuple[Candidate, ...]:
    """Fuse by the sum over lists of weight / (constant + rank), rank from 1.

    An identity counts once a list, at its best rank, and is shown as the first list that has it shows it; candidates
    without identity stay apart. Equal sums keep the order in which they were first seen.
    Cormack, Clarke, Buettcher: Reciprocal Rank Fusion outperforms Condorcet, SIGIR 2009.
    `only` leaves out the chunks of other notes; ranks stay those of the whole lists.
    Raises ValueError for a negative or non-finite constant or weight.
    """
    _check("constant", constant)
    given: dict[object, tuple[Candidate, list[Contribution]]] = {}
    for ranked in lists:
        _check("weight", ranked.weight)
        for rank, (key, candidate) in enumerate(_distinct(ranked.candidates), start=1):
            if only is not None and candidate.chunk.ref not in only:
                continue
            share = ranked.weight / (constant + rank)
            contribution = Contribution(source=ranked.source, rank=rank, score=candidate.score, share=share)
            given.setdefault(key, (candidate, []))[1].append(contribution)
    merged = [_merged(candidate, contributions) for candidate, contributions in given.values()]
    return tuple(sorted(merged, key=lambda candidate: -candidate.score))


class Fused:
    """Several retrievers as one, asked at the same time."""

    def __init__(
        self,
        sources: Sequence[Source],
        *,
        constant: float = RRF_CONSTANT,
        concurrency: int = MAX_CONCURRENT_CALLS,
    ) -> None:
        """Raise ValueError for what `fuse` would refuse."""
        _check("constant", constant)
        for source in sources:
            _check("weight", source.weight)
        self._sources = tuple(sources)
        self._constant = constant
        self._concurrency = concurrency

    async def retrieve(self, query: Query, scope: Scope) -> Sequence[Candidate]:
        """Return the fused list. Raises as `lists`."""
        return fuse(await self.lists(query, scope), constant=self._constant)

    async def lists(self, query: Query, scope: Scope) -> tuple[RankedList, ...]:
        """Return each source's list. The first source that fails stops the others and is the one raised."""
        calls = [partial(source.retriever.retrieve, query, scope) for source in self._sources]
        found = await gather_bounded(calls, limit=self._concurrency)
        return tuple(
            RankedList(source=source.name, candidates=candidates, weight=source.weight)
            for source, candidates in zip(self._sources, found, strict=True)
        )


def _distinct(candidates: Sequence[Candidate]) -> Iterator[tuple[object, Candidate]]:
    """Each identity once; an object of its own stands for a missing one."""
    seen: set[object] = set()
    for candidate in candidates:
        key = object() if candidate.identity is None else candidate.identity
        if key not in seen:
            seen.add(key)
            yield key, candidate


def _merged(candidate: Candidate, contributions: Sequence[Contribution]) -> Candidate:
    return Candidate(
        chunk=candidate.chunk,
        score=sum([contribution.share for contribution in contributions]),
        identity=candidate.identity,
        contributions=tuple(contributions),
    )


def _check(name: str, value: float) -> None:
    if not math.isfinite(value) or value < 0:
        raise ValueError(f"The {name} of a fusion must be a finite number of at least 0; found {value}.")
