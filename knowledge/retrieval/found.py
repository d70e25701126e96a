"""What a search found: its lists, and the chunks and notes that they agree on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeVar

from knowledge.retrieval.fusion import RRF_CONSTANT, RankedList, fuse, identity_of
from knowledge.retrieval.grouping import NoteGroup, fuse_notes, note_of
from knowledge.retrieval.turns import in_turns
from knowledge.retrieval.weights import NOTES, kind_of, part_of
from knowledge.traces import stage
from knowledge.traces.describing import note_list
from knowledge.types import Candidate, Expansion, NoteRef, Query, Reading

Mode = Literal["hybrid", "lexical", "dense", "plus"]
S = TypeVar("S", Candidate, NoteGroup)

MOST_NOTES = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the lists hold for the stand-alone `query`. `fallback` says why a part of the search did not run.

    `least`: by collection, the score below which its notes are left out: 1 is the best possible, the first place in
    every list.
    """

    query: Query
    mode: Mode
    lists: tuple[RankedList, ...] = ()
    constant: float = RRF_CONSTANT
    fallback: str = ""
    expansion: Expansion = field(default_factory=Expansion)
    reading: Reading = field(default_factory=Reading)
    least: Mapping[str, float] = field(default_factory=dict)

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """The chunks, best first. What speaks for whole notes has no say: a passage stands for itself."""
        with stage("fuse"):
            chunks = [[each for each in lists if kind_of(each.source) != NOTES] for lists in self._questions()]
            fused = [self._enough(fuse(lists, constant=self.constant), note_of) for lists in chunks]
            candidates = tuple(in_turns(fused, identity_of, constant=self.constant))
            note_list(candidates)
        return candidates

    def notes(self, limit: int) -> list[NoteGroup]:
        """At most `limit` notes, best first. Raises ValueError for a limit below 1."""
        # Those that are left out make room for others further down.
        depth = MOST_NOTES if self.least else limit
        groups = [
            fuse_notes(lists, limit=depth, question=self.query.text, constant=self.constant)
            for lists in self._questions()
        ]
        fused = [self._enough(found, lambda group: group.ref) for found in groups]
        return in_turns(fused, lambda group: group.ref, constant=self.constant)[:limit]

    def _enough(self, found: Iterable[S], ref_of: Callable[[S], NoteRef]) -> list[S]:
        return [one for one in found if one.score >= self.least.get(ref_of(one).collection, 0.0)]

    def _questions(self) -> list[list[RankedList]]:
        """The lists of the question itself, then those of each of its parts."""
        questions: dict[str, list[RankedList]] = {"": []}
        for each in self.lists:
            questions.setdefault(part_of(each.source), []).append(each)
        return list(questions.values())


class Finder(Protocol):
    """A question to what the lists hold for it."""

    async def find(
        self, query: Query, *, limit: int, mode: Mode = "hybrid", strict: bool = False, plus: bool = False
    ) -> Found:
        """Find chunks of at least `limit` notes, where so many match. Raises KnowledgeError."""
        ...
