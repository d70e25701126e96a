"""What is found and what is answered. All frozen."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from knowledge.types.notes import ChunkPlace, NoteRef, StoredChunk
from knowledge.types.questions import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """What one ranked list gave to a candidate: for `--debug`."""

    source: str  # the list: "dense", "lexical", "notes"
    rank: int  # from 1
    score: float  # in the list's own unit
    share: float  # weight / (constant + rank), as a share of the best possible sum


@dataclass(frozen=True, slots=True, kw_only=True)
class Boost:
    """What was added to a score besides the shares of the lists, or taken from it: for `--debug`."""

    reason: str
    amount: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A chunk and a finite score that means something only inside the list it came from."""

    chunk: ChunkPlace
    score: float
    identity: object = None  # None: distinct from every other candidate
    contributions: tuple[Contribution, ...] = ()
    boosts: tuple[Boost, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeCandidate(Candidate):
    """A candidate whose text was read, to be shown, judged or quoted."""

    chunk: StoredChunk


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedChunk:
    """A chunk of a hit, with its preview."""

    chunk: StoredChunk
    preview: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A note found: at most three matched chunks, strongest first. `also`: notes that are the same to the byte."""

    ref: NoteRef
    title: str
    url: str | None
    score: float
    updated: datetime | None
    matched: tuple[MatchedChunk, ...]
    contributions: tuple[Contribution, ...] = ()
    boosts: tuple[Boost, ...] = ()
    also: tuple[NoteRef, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """Ranked notes. `fallback` says in words why a part of the search did not run; empty: all ran."""

    hits: tuple[Hit, ...]
    mode: str = "hybrid"  # "hybrid", "lexical", "dense", "plus"
    fallback: str = ""
    rewrite: str = ""
    keywords: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()  # what was searched, the stand-alone form of a follow-up first
    reading: Reading = field(default_factory=Reading)


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A source behind an answer. `quote` is the note's own text at `lines`, white space apart."""

    number: int
    ref: NoteRef
    title: str
    heading: str
    lines: tuple[int, int]
    url: str | None
    quote: str
    updated: datetime | None = None
    note_hash: str = ""  # the revision that was read
    author: str = ""  # as the note itself names it

    @property
    def marker(self) -> str:
        """The only form that resolves: `[1]`."""
        return f"[{self.number}]"


AnswerMode = Literal["generated", "extractive", "none"]
Confidence = Literal["strong", "weak", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a person gets. A refusal is an answer of mode "none" whose `nearest` hits may help."""

    text: str  # Markdown with `[n]` markers
    mode: AnswerMode
    confidence: Confidence
    citations: tuple[Citation, ...] = ()
    degraded: str = ""  # why a simpler way answered, for people; empty: nothing failed
    nearest: tuple[Hit, ...] = ()
    queries: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    dropped_markers: int = 0
    trace_id: str = ""
    notes_read: int = 0
    seconds: float = field(default=0.0, compare=False)
