"""Ranked lists to one: weighted reciprocal rank fusion, in which raw scores never cross lists."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import partial

from knowledge.retrieval.concurrency import MAX_CONCURRENT_CALLS, gather_bounded
from knowledge.stages import Retriever
from knowledge.traces import stage
from knowledge.traces.describing import note_list
from knowledge.types import Boost, Candidate, Contribution, NoteRef, Query, Scope

RRF_CONSTANT = 60.0
ONLY_PLANNED = "found only for other ways to ask"
ONLY_PLANNED_COST = -0.05  # so that equal evidence for the question as it was asked comes first


def identity_of(candidate: Candidate) -> Hashable:
    """What makes two candidates the same; for one without identity, nothing does."""
    return object() if candidate.identity is None else candidate.identity


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedList:
    """Candidates of one source, best first. The shares of all lists, and what is added to them, make the score."""

    source: str
    candidates: Sequence[Candidate]
    weight: float = 1.0
    own: bool = True  # found for the question itself; False: for what a plan made of it
    first: float = 0.0  # added to the list's best candidate
    by_score: bool = False  # shares follow the scores, scaled to 0 to 1 in the list, instead of the ranks


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A retriever and what its list is worth. `query`: what it is asked instead of the question."""

    name: str
    retriever: Retriever
    weight: float = 1.0
    query: Query | None = None
    own: bool = True
    first: float = 0.0
    by_score: bool = False

    def ranked(self, candidates: Sequence[Candidate]) -> RankedList:
        """What it found, as a list to fuse."""
        return RankedList(
            source=self.name,
            candidates=candidates,
            weight=self.weight,
            own=self.own,
            first=self.first,
            by_score=self.by_score,
        )


@dataclass(slots=True)
class _Tally:
    """What the lists say about one candidate: for each its list, and its rank and worth (0 to 1) there."""

    candidate: Candidate
    score: float = 0.0
    votes: list[tuple[RankedList, int, float, float]] = field(default_factory=list)

    @property
    def only_planned(self) -> bool:
        """Whether nothing that was found for the question itself holds it."""
        return not any(ranked.own for ranked, *_ in self.votes)

    def merged(self, whole: float) -> Candidate:
        """The candidate with its score, and where that came from."""
        boosts = [Boost(reason=f"first in {each.source}", amount=each.first) for each, *_ in self._firsts()]
        if self.only_planned:
            boosts.append(Boost(reason=ONLY_PLANNED, amount=ONLY_PLANNED_COST))
        return Candidate(
            chunk=self.candidate.chunk,
            score=self.score,
            identity=self.candidate.identity,
            contributions=tuple(
                Contribution(source=ranked.source, rank=rank, score=score, share=ranked.weight / whole * worth)
                for ranked, rank, score, worth in self.votes
            ),
            boosts=tuple(boosts),
        )

    def _firsts(self) -> list[tuple[RankedList, int, float, float]]:
        return [vote for vote in self.votes if vote[1] == 1 and vote[0].first]


def fuse(
    lists: Sequence[RankedList],
    *,
    constant: float = RRF_CONSTANT,
    only: AbstractSet[NoteRef] | None = None,
    limit: int | None = None,
    identity: Callable[[Candidate], object] = identity_of,
) -> tuple[Candidate, ...]:
    """Fuse by the sum over lists of weight / (constant + rank), rank from 1, as a share of the best possible sum.

    So 1 is the first place in every list of the question itself. To that comes what a list adds to its first place,
    and -0.05 for what only other ways to ask have found.
    An identity counts once a list, at its best rank, and is shown as the first list that has it shows it; candidates
    without identity stay apart. Equal sums keep the order in which they were first seen.
    Cormack, Clarke, Buettcher: Reciprocal Rank Fusion outperforms Condorcet, SIGIR 2009.
    `only` leaves out the chunks of other notes, `limit` all but the best; ranks stay those of the whole lists.
    Raises ValueError for a negative or non-finite constant or weight.
    """
    _check("constant", constant)
    for ranked in lists:
        _check("weight", ranked.weight)
    whole = sum([each.weight for each in lists if each.own]) or 1.0
    tallies: dict[object, _Tally] = {}
    for ranked in lists:
        worth = _worth(ranked, constant)
        for rank, (key, candidate) in enumerate(_distinct(ranked.candidates, identity).items(), start=1):
            if only is not None and candidate.chunk.ref not in only:
                continue
            tally = tallies.get(key)
            if tally is None:
                tally = tallies[key] = _Tally(candidate)
            value = worth(rank, candidate.score)
            tally.votes.append((ranked, rank, candidate.score, value))
            tally.score += ranked.weight / whole * value + (ranked.first if rank == 1 else 0.0)
    planned = (
        [tally for tally in tallies.values() if tally.only_planned] if not all(each.own for each in lists) else []
    )
    for tally in planned:
        tally.score += ONLY_PLANNED_COST
    return tuple(tally.merged(whole) for tally in _best(tallies.values(), limit))


def _best(tallies: Collection[_Tally], limit: int | None) -> list[_Tally]:
    return sorted(tallies, key=lambda tally: -tally.score)[:limit]


def _worth(ranked: RankedList, constant: float) -> Callable[[int, float], float]:
    """What a rank and a score are worth in that list: 1 for the best."""
    if not ranked.by_score:
        return lambda rank, _: (constant + 1) / (constant + rank)
    scores = [candidate.score for candidate in ranked.candidates]
    low, range_ = min(scores, default=0.0), max(scores, default=0.0) - min(scores, default=0.0)
    return lambda _, score: (score - low) / range_ if range_ else 1.0


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
        calls = [partial(_retrieve, source, query, scope) for source in self._sources]
        found = await gather_bounded(calls, limit=self._concurrency)
        return tuple(source.ranked(candidates) for source, candidates in zip(self._sources, found, strict=True))


async def _retrieve(source: Source, query: Query, scope: Scope) -> Sequence[Candidate]:
    with stage(source.name, weight=source.weight):
        candidates = await source.retriever.retrieve(source.query or query, scope)
        note_list(candidates)
    return candidates


def _distinct(candidates: Sequence[Candidate], identity: Callable[[Candidate], object]) -> Mapping[object, Candidate]:
    """Each identity once, at its best rank."""
    first: dict[object, Candidate] = {}
    for candidate in candidates:
        first.setdefault(identity(candidate), candidate)
    return first


def _check(name: str, value: float) -> None:
    if not math.isfinite(value) or value < 0:
        raise ValueError(f"The {name} of a fusion must be a finite number of at least 0; found {value}.")
