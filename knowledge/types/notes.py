"""Notes as they are read, cut and kept. All frozen."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

LONG_AGO = datetime.min.replace(tzinfo=UTC)  # stands for the time of a note that says none: older than any other


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class NoteRef:
    """A note's identity: collection name, and path inside it (POSIX, relative)."""

    collection: str
    path: str

    def __hash__(self) -> int:
        """A search asks thousands of times; a path alone tells notes apart nearly always, and keeps its own hash."""
        return hash(self.path)


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
    mtime_ns: int  # a nanosecond early where the file was too young to be trusted
    content_hash: str

    def may_be_of(self, size: int, mtime_ns: int) -> bool:
        """Whether nothing speaks against a file of that size and time holding these bytes."""
        return self.size == size and mtime_ns - self.mtime_ns in {0, 1}


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
class ChunkPlace:
    """Which chunk of which note it is, with what ranks it besides its words: hundreds are ranked for a few shown."""

    id: int
    ref: NoteRef
    title: str
    position: int
    lines: tuple[int, int]
    note_hash: str = ""  # of the note's bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredChunk(ChunkPlace):
    """A chunk as the index gives it back, with what is needed of its note."""

    text: str
    plain: str
    heading_path: tuple[str, ...]
    header: str
    updated: datetime | None
    tags: tuple[str, ...] = ()
    author: str = ""
    content_hash: str = ""  # of the chunk's embedding text

    @property
    def heading(self) -> str:
        """The nearest heading, or the note's title above the first one."""
        return self.heading_path[-1] if self.heading_path else self.title
