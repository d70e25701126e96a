"""The values that travel between the rooms: notes, chunks, queries, candidates, answers. All frozen."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal

from knowledge.errors import QueryError
from knowledge.filters import Filter

MAX_QUERY_CHARS = 4_000


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class NoteRef:
    """A note's identity: collection name, and path inside it (POSIX, relative)."""

    collection: str
    path: str


class BlockKind(StrEnum):
    """What a run of source lines is. Code and tables are never torn inside a line."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    QUOTE = "quote"
    CODE = "code"
    TABLE = "table"
    HTML = "html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One structural piece of a note: `Document.text[start:end]`, lines 1-based and inclusive."""

    kind: BlockKind
    start: int
    end: int
    first_line: int
    last_line: int
    heading_path: tuple[str, ...] = ()  # plain text, outermost first; a heading's own text is its last entry
    header_end: int = 0  # tables: offset where the header row and its rule end; 0 elsewhere


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """What a delta run compares. The hash is SHA-256 of the bytes, in hex."""

    size: int
    mtime_ns: int
    content_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A note as read: `text` is the decoded source with LF line ends; blocks are in order."""

    ref: NoteRef
    title: str
    text: str
    blocks: tuple[Block, ...]
    fingerprint: Fingerprint
    title_in_text: bool = True  # False: the title is only the file's name, so a rename must not change any chunk
    tags: tuple[str, ...] = ()
    author: str = ""
    status: str = ""
    created: datetime | None = None  # aware, UTC
    updated: datetime | None = None
    links: tuple[str, ...] = ()  # targets of wikilinks and relative links, as written
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A verbatim span of a note: `text == document.text[start:end]`, lines 1-based and inclusive.

    `header` is a table's header row and rule where the chunk continues a table, else empty: it is
    searched and shown to a model, but never quoted. `plain` is the text without markup, for embedding and previews.
    """

    position: int
    text: str
    plain: str
    start: int
    end: int
    lines: tuple[int, int]
    heading_path: tuple[str, ...] = ()
    header: str = ""
    tokens: int = 0  # of the embedder, context included

    @property
    def context(self) -> str:
        """The heading path and a continued table's header: what a reader needs to understand the text."""
        return "\n".join(part for part in (" > ".join(self.heading_path), self.header) if part)

    @property
    def embedding_text(self) -> str:
        """What is embedded: context, then the text without markup."""
        return f"{self.context}\n{self.plain}" if self.context else self.plain

    @property
    def content_hash(self) -> str:
        """SHA-256 of `embedding_text`: equal hashes share a vector."""
        return hashlib.sha256(self.embedding_text.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredChunk:
    """A chunk as the index gives it back, with what is needed of its note."""

    id: int
    ref: NoteRef
    title: str
    position: int
    text: str
    plain: str
    lines: tuple[int, int]
    heading_path: tuple[str, ...]
    header: str
    updated: datetime | None
    tags: tuple[str, ...] = ()
    author: str = ""
    content_hash: str = ""  # of the chunk's embedding text
    note_hash: str = ""  # of the note's bytes

    @property
    def heading(self) -> str:
        """The nearest heading, or the note's title above the first one."""
        return self.heading_path[-1] if self.heading_path else self.title


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """Who asks and who will read the reply: decides which collections may be searched.

    `shared` replies can be read by several people, so only collections open to everyone count. `channels` holds the
    id and the name of the channel that the reply goes to; it is empty in a direct message. The operator sees all.
    """

    user: str = ""
    groups: frozenset[str] = frozenset()
    channels: frozenset[str] = frozenset()
    shared: bool = False
    operator: bool = False


OPERATOR = Viewer(operator=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One earlier message of a conversation."""

    role: Literal["person", "assistant"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedWord:
    """A word of earlier turns that a follow-up leaves out. `weight` is in (0, 1]: a word of the question has 1."""

    word: str
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question. `text` is what to look for; filters, viewer and history stand beside it, never inside it."""

    text: str
    viewer: Viewer = OPERATOR
    collections: tuple[str, ...] = ()  # empty: the default collections
    filter: Filter | None = None
    history: tuple[Turn, ...] = ()  # oldest first
    notices: tuple[str, ...] = ()  # what the parser wants said ("unknown filter ...")
    carried: tuple[CarriedWord, ...] = ()  # strongest first; filled in from the history, never by a parser

    def __post_init__(self) -> None:
        """Refuse what no retriever can use."""
        text = self.text.strip()
        if not text and self.filter is None:
            raise QueryError("The question is empty.", hint="Write a few words to look for.")
        if len(text) > MAX_QUERY_CHARS:
            raise QueryError(
                f"The question has {len(text):,} characters; at most {MAX_QUERY_CHARS:,} can be used.",
                hint="Ask it in fewer words.",
            )
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise QueryError("The question is not valid text.", hint="Type it again.")
        object.__setattr__(self, "text", text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Where a search may look: collections the viewer may see, narrowed by the query's filter. Empty: nowhere."""

    collections: tuple[str, ...]
    filter: Filter | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """What one ranked list gave to a candidate: for `--debug`."""

    source: str  # "dense", "lexical", "rewrite", "keywords"
    rank: int  # from 1
    score: float  # in the list's own unit
    share: float  # weight / (constant + rank)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A chunk and a finite score that means something only inside the list it came from."""

    chunk: StoredChunk
    score: float
    identity: object = None  # None: distinct from every other candidate
    contributions: tuple[Contribution, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedChunk:
    """A chunk of a hit, with its preview."""

    chunk: StoredChunk
    preview: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A note found: at most three matched chunks, strongest first."""

    ref: NoteRef
    title: str
    url: str | None
    score: float
    updated: datetime | None
    matched: tuple[MatchedChunk, ...]
    contributions: tuple[Contribution, ...] = ()


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
