"""A note of an index as one line of JSON: the same bytes from every engine, so that two indexes can be compared."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator, Sequence

from knowledge.ports import NoteRecord, Store
from knowledge.types import NoteRef, Scope

AT_ONCE = 32  # notes


async def export_lines(store: Store) -> AsyncIterator[str]:
    """Every note of the index, by collection and path, each a line without its end."""
    for refs in batches(await all_refs(store)):
        for record in await store.records(refs):
            yield as_line(record)


async def all_refs(store: Store) -> list[NoteRef]:
    """Every note of the index, by collection and path."""
    names = tuple(collection.name for collection in (await store.status()).collections)
    return [note.ref for note in await store.notes(Scope(collections=names))]


def batches(refs: Sequence[NoteRef]) -> list[Sequence[NoteRef]]:
    """The notes, so many at once as are read or written together."""
    return [refs[start : start + AT_ONCE] for start in range(0, len(refs), AT_ONCE)]


def as_line(record: NoteRecord) -> str:
    """The note with its chunks, terms and vectors (float32, little-endian, in base64; null where there is none)."""
    document = record.document
    whole = {
        "collection": document.ref.collection,
        "path": document.ref.path,
        "title": document.title,
        "author": document.author,
        "tags": document.tags,
        "updated": document.updated.isoformat() if document.updated else None,
        "size": document.fingerprint.size,
        "mtime_ns": document.fingerprint.mtime_ns,
        "content_hash": document.fingerprint.content_hash,
        "recipe": record.recipe,
        "chunks": [_chunk(record, place) for place in range(len(record.entries))],
    }
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def _chunk(record: NoteRecord, place: int) -> dict[str, object]:
    entry = record.entries[place]
    vector = record.vectors.get(entry.chunk.content_hash)
    return {
        "lines": entry.chunk.lines,
        "heading_path": entry.chunk.heading_path,
        "header": entry.chunk.header,
        "text": entry.chunk.text,
        "plain": entry.chunk.plain,
        "terms": " ".join(entry.terms),
        "vector": None if vector is None else base64.b64encode(vector.astype("<f4").tobytes()).decode(),
    }
