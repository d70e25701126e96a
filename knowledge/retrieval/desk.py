"""What lies before a model that looks again: the question, numbered sections, and its steps so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from knowledge.errors import QueryError
from knowledge.planning.parsing import wording
from knowledge.retrieval.fusion import RRF_CONSTANT, identity_of
from knowledge.retrieval.tools import Refused, SearchNotes
from knowledge.retrieval.turns import in_turns
from knowledge.types import Contribution, Query, StoredChunk, WholeCandidate
from knowledge.untrusted import as_data

SHOWN_FIRST = 8  # sections of the search before
SHOWN_CHARS = 500  # of each section


@dataclass(slots=True, kw_only=True)
class Desk:
    """Grows with each step. `collections` are those that the question may be searched in; no step leaves them."""

    query: Query
    found: Sequence[WholeCandidate]
    collections: tuple[str, ...]
    queries: list[str] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list)
    lists: list[list[WholeCandidate]] = field(default_factory=list)
    sections: list[StoredChunk] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sections.extend(each.chunk for each in self.found[:SHOWN_FIRST])

    def shown(self) -> str:
        """The whole message as data."""
        return as_data(
            {
                "question": self.query.text,
                "collections": self.collections,
                "sections": [_section(number, chunk) for number, chunk in enumerate(self.sections, start=1)],
                "steps": self.steps,
            }
        )

    def asking(self, call: SearchNotes) -> Query:
        """The search that a call wants, for the same viewer and filter. Raises Refused."""
        if call.collection and call.collection not in self.collections:
            raise Refused(f"Only these collections can be searched: {', '.join(self.collections)}.")
        words = " ".join(call.query.split())
        if not wording(words):
            raise Refused("The query holds no words.")
        if wording(words) in {wording(said) for said in (self.query.text, *self.queries)}:
            raise Refused("This was searched before. Search for other words, or end.")
        chosen = (call.collection,) if call.collection else self.query.collections
        try:
            return replace(self.query, text=words, collections=chosen, history=(), carried=(), notices=())
        except QueryError:
            raise Refused("The query is not valid text.") from None

    def section(self, number: int) -> StoredChunk:
        """The section under a number. Raises Refused."""
        if number > len(self.sections):
            raise Refused(f"There are {len(self.sections)} sections.")
        return self.sections[number - 1]

    def add(self, chunks: Sequence[StoredChunk]) -> list[int]:
        """Put chunks on the desk; returns their numbers, those that lay there already included."""
        source, known = f"step {len(self.lists) + 1}", {chunk.id: n for n, chunk in enumerate(self.sections, start=1)}
        self.lists.append([_candidate(chunk, source, rank) for rank, chunk in enumerate(chunks, start=1)])
        new = [chunk for chunk in chunks if chunk.id not in known]
        known |= {chunk.id: n for n, chunk in enumerate(new, start=len(self.sections) + 1)}
        self.sections.extend(new)
        return [known[chunk.id] for chunk in chunks]

    def candidates(self) -> tuple[WholeCandidate, ...]:
        """What was found before and what each step found, in turns."""
        lists = [self.found, *(each for each in self.lists if each)]
        return tuple(in_turns(lists, identity_of, constant=RRF_CONSTANT))


def _candidate(chunk: StoredChunk, source: str, rank: int) -> WholeCandidate:
    share = 1 / (RRF_CONSTANT + rank)
    given = Contribution(source=source, rank=rank, score=share, share=share)
    return WholeCandidate(chunk=chunk, score=share, identity=chunk.id, contributions=(given,))


def _section(number: int, chunk: StoredChunk) -> dict[str, Any]:
    path = " > ".join(dict.fromkeys((chunk.title, *chunk.heading_path)))
    return {"n": number, "collection": chunk.ref.collection, "section": path, "text": chunk.plain[:SHOWN_CHARS]}
