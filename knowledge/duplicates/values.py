"""What an audit is asked, and what it finds. All frozen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from knowledge.duplicates.notes import Note
from knowledge.errors import QueryError
from knowledge.types import NoteRef

Count = Callable[[str, int, int], None]  # what is done, how much of it, of how much


class Kind(StrEnum):
    """Why two notes are alike, in the order in which people should look at them."""

    COPY = "copy"  # one text in two places
    OVERLAP = "overlap"  # much the same content, written differently
    VERSION = "version"  # one page in two releases, years or languages
    TEMPLATE = "template"  # two subjects described by one pattern
    STUB = "stub"  # too little text to repeat anything


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditOptions:
    """What counts as a duplicate, and which notes are compared.

    `threshold` is the cosine from which two chunks count as the same; `coverage` the share of chunks and of
    characters that each of two notes must have in the other. No `collections`: all; `prefix` names a folder or a
    note, with or without its collection in front. Raises QueryError.
    """

    threshold: float = 0.95
    coverage: float = 0.8
    collections: tuple[str, ...] = ()
    prefix: str = ""

    def __post_init__(self) -> None:
        """Refuse shares outside (0, 1]; written so that a value that is no number is refused too."""
        for name, value in (("threshold", self.threshold), ("coverage", self.coverage)):
            if not 0 < value <= 1:
                raise QueryError(f"The {name} is {value}; it must be above 0 and at most 1.", hint="Try 0.95 or 0.8.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One of the two notes of a cluster, and how much of it is in the other."""

    ref: NoteRef
    title: str
    url: str | None
    updated: datetime | None
    content_hash: str  # of the note's bytes: a change makes it another duplicate
    matched_chunks: int
    total_chunks: int
    matched_chars: int
    total_chars: int

    @property
    def chunk_coverage(self) -> float:
        """Share of the note's chunks that are in the other note."""
        return self.matched_chunks / self.total_chunks

    @property
    def char_coverage(self) -> float:
        """Share of the note's characters that are in the other note."""
        return self.matched_chars / self.total_chars


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Two chunks that are taken for the same, by their positions in the two notes."""

    left: int
    right: int
    similarity: float | None  # cosine; None where only the words tell


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """Two notes that repeat each other. `matches` come strongest first."""

    id: str  # of the two paths alone, so that it outlives every change of the texts
    members: tuple[Member, Member]
    kind: Kind
    reason: str
    matches: tuple[Match, ...]
    min_similarity: float | None  # None: known by the words alone
    mean_similarity: float | None
    word_similarity: float  # 1 where the same words stand in the same order
    family: str | None = None

    @property
    def coverage(self) -> float:
        """The smaller of the two shares of characters."""
        return min(member.char_coverage for member in self.members)


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Notes that hang together by clusters of one kind, shown as one row."""

    name: str
    kind: Kind
    members: tuple[NoteRef, ...]
    clusters: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Freshness:
    """What the index does not know about the folders, and the notes whose vectors are not all there yet."""

    missing: tuple[NoteRef, ...] = ()  # indexed, but their file is gone
    newer: tuple[NoteRef, ...] = ()  # the file was changed after it was indexed
    unindexed: tuple[NoteRef, ...] = ()
    unembedded_chunks: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A number, a date or a name that stands differently in two sentences."""

    left: str
    right: str
    type: str  # "number", "date", "name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One place where two notes differ: a sentence each, or one that only one of them has (the other is empty).

    The marks are the character spans (start, end exclusive) that differ inside the sentences.
    """

    left: str
    right: str
    left_marks: tuple[tuple[int, int], ...] = ()
    right_marks: tuple[tuple[int, int], ...] = ()
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """All places where two notes differ, those with other numbers, dates or names first in `values`."""

    changes: tuple[Change, ...]
    values: tuple[Value, ...]  # each pair once, in order


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """Everything found, best leads first. `pairs` counts the pairs of chunks at or above the threshold."""

    options: AuditOptions
    documents: int
    chunks: int
    pairs: int
    clusters: tuple[Cluster, ...]
    families: tuple[Family, ...]
    freshness: Freshness
    warnings: tuple[str, ...]
    notes: Mapping[NoteRef, Note] = field(repr=False, compare=False)  # all that were compared
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)

    @property
    def inconclusive(self) -> bool:
        """Whether nothing was found, but something could not be compared."""
        return not self.clusters and bool(self.warnings)
