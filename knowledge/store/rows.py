"""Rows of the database to the library's values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Protocol

from knowledge.ports import CollectionStatus, Entry, Failure, NoteInfo, NoteRecord, Vector
from knowledge.types import Chunk, ChunkPlace, Document, Fingerprint, NoteRef, StoredChunk

# A search reads hundreds of chunks of the same few notes: what their rows repeat is read once.
_REMEMBERED = 4_096


class Row(Protocol):
    """A row of either engine, by the names of its columns."""

    def __getitem__(self, key: str, /) -> Any:  # noqa: ANN401 - columns differ
        """The value of a column."""
        ...


@lru_cache(_REMEMBERED)
def texts(stored: str) -> tuple[str, ...]:
    """A stored list of texts."""
    return tuple(json.loads(stored))


@lru_cache(_REMEMBERED)
def moment(stored: str | None) -> datetime | None:
    """A time as it was stored, aware and in UTC."""
    return datetime.fromisoformat(stored) if stored else None


def utc(moment: datetime) -> str:
    """A time as it is stored: ISO 8601 in UTC, so that times compare as text."""
    return moment.astimezone(UTC).isoformat()


@lru_cache(_REMEMBERED)
def _ref(collection: str, path: str) -> NoteRef:
    return NoteRef(collection=collection, path=path)


def heading_path(row: Row) -> tuple[str, ...]:
    """The headings above a chunk, outermost first."""
    return texts(row["heading_path"])


def note_ref(row: Row) -> NoteRef:
    """The identity of the note that the row is about."""
    return _ref(row["collection"], row["path"])


def fingerprint(row: Row) -> Fingerprint:
    """What a delta run compares."""
    return Fingerprint(size=row["size"], mtime_ns=row["mtime_ns"], content_hash=row["content_hash"])


def failure(row: Row, collection: str) -> Failure:
    """A note that failed; without a fingerprint where its bytes were never seen."""
    return Failure(
        ref=NoteRef(collection=collection, path=row["path"]),
        message=row["message"],
        fingerprint=None if row["content_hash"] is None else fingerprint(row),
    )


def chunk_place(row: Iterable[Any]) -> ChunkPlace:
    """Where a chunk is. Hundreds are read for a search, as with `stored_chunk`."""
    chunk_id, collection, path, title, note_hash, position, first, last = row
    return ChunkPlace(
        id=chunk_id,
        ref=_ref(collection, path),
        title=title,
        position=position,
        lines=(first, last),
        note_hash=note_hash,
    )


def stored_chunk(row: Iterable[Any]) -> StoredChunk:
    """A chunk with what is needed of its note. Hundreds are read for a search: by name, a column costs thrice."""
    chunk_id, collection, path, title, author, tags, updated, note_hash, position, *rest = row
    text, plain, first_line, last_line, headings, header, content_hash = rest
    return StoredChunk(
        id=chunk_id,
        ref=_ref(collection, path),
        title=title,
        position=position,
        text=text,
        plain=plain,
        lines=(first_line, last_line),
        heading_path=texts(headings),
        header=header,
        updated=moment(updated),
        tags=texts(tags),
        author=author,
        content_hash=content_hash,
        note_hash=note_hash,
    )


def embedding_text(row: Row) -> str:
    """What is embedded of a chunk, rebuilt from its stored parts by the rule of Chunk."""
    return Chunk(
        position=0,
        text="",
        plain=row["plain"],
        start=0,
        end=0,
        lines=(1, 1),
        heading_path=heading_path(row),
        header=row["header"],
    ).embedding_text


def note_info(row: Row) -> NoteInfo:
    """A note without its text."""
    return NoteInfo(
        ref=note_ref(row),
        title=row["title"],
        updated=moment(row["updated"]),
        tags=texts(row["tags"]),
        author=row["author"],
        chunks=row["chunks"],
        failures=() if row["failure"] is None else (row["failure"],),
    )


def note_record(row: Row, chunks: Sequence[Row], vectors: Mapping[int, Vector]) -> NoteRecord:
    """A note whole, from its row, those of its chunks with their terms, and vectors by the chunk's id."""
    document = Document(
        ref=note_ref(row),
        title=row["title"],
        text="",
        blocks=(),
        fingerprint=fingerprint(row),
        tags=texts(row["tags"]),
        author=row["author"],
        updated=moment(row["updated"]),
    )
    return NoteRecord(
        document=document,
        recipe=row["recipe"],
        entries=tuple(_entry(chunk) for chunk in chunks),
        vectors={chunk["content_hash"]: vectors[chunk["id"]] for chunk in chunks if chunk["id"] in vectors},
    )


def _entry(row: Row) -> Entry:
    chunk = Chunk(
        position=row["position"],
        text=row["text"],
        plain=row["plain"],
        start=0,
        end=0,
        lines=(row["first_line"], row["last_line"]),
        heading_path=heading_path(row),
        header=row["header"],
    )
    return Entry(chunk=chunk, terms=tuple(row["terms"].split(" ")) if row["terms"] else ())


def collection_status(row: Row) -> CollectionStatus:
    """What the index holds of one collection."""
    return CollectionStatus(
        name=row["collection"],
        documents=row["documents"],
        chunks=row["chunks"] or 0,
        embedded=row["embedded"] or 0,
        last_scan=moment(row["finished"]),
        errors=row["errors"],
    )
