"""Changing documents: each function is the body of one transaction."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from knowledge.ports import Entry, Failure, PutResult
from knowledge.store.columns import chunk_columns, document_columns
from knowledge.store.folding import words_of
from knowledge.store.postgres import counting, statements, terms, vectors
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.texts import stored, stored_row
from knowledge.store.rows import utc
from knowledge.text.folding import fold
from knowledge.types import Document, Fingerprint, NoteRef


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """A chunk that the index has of a document."""

    id: int
    content_hash: str
    embedded: bool
    terms: tuple[str, ...]


async def put_many(
    connection: Connection, notes: Sequence[tuple[Document, Sequence[Entry]]], recipe: str
) -> list[PutResult]:
    """Put each, in order."""
    return [await put(connection, document, entries, recipe) for document, entries in notes]


async def put(connection: Connection, document: Document, entries: Sequence[Entry], recipe: str) -> PutResult:
    """Replace the document; chunks whose hash is known keep or copy their vector, stale ones go everywhere."""
    await connection.execute(statements.LOCK)
    known = await _find(connection, document.ref)
    held = await _chunks_of(connection, known) if known else []
    document_id = await _save(connection, document, entries, recipe)
    kept, new, stale = _compared(held, entries)
    await _keep(connection, kept)
    copied = await _add(connection, document_id, document.ref.collection, new)
    await _delete_chunks(connection, [chunk.id for chunk in stale])
    await connection.execute(statements.CLEAR_FAILURE, (document.ref.collection, document.ref.path))
    await terms.count(connection, [chunk.terms for chunk in held], [entry.terms for entry in entries])
    await counting.add(
        connection,
        document.ref.collection,
        documents=0 if known else 1,
        chunks=len(entries) - len(held),
        embedded=copied - sum(chunk.embedded for chunk in stale),
        terms=sum(len(entry.terms) for entry in entries) - sum(len(chunk.terms) for chunk in held),
    )
    await connection.execute(statements.BUMP_GENERATION)
    reused = len(kept) + copied
    return PutResult(created=len(entries) - reused, reused=reused, removed=len(stale))


async def touch(connection: Connection, ref: NoteRef, fingerprint: Fingerprint) -> None:
    """Note the size and time; no search can tell the difference, so the generation stays."""
    values = (fingerprint.size, fingerprint.mtime_ns, fingerprint.content_hash, ref.collection, ref.path)
    await connection.execute(statements.TOUCH_DOCUMENT, values)


async def remove(connection: Connection, refs: Sequence[NoteRef]) -> int:
    """Forget documents and failures; return the number of chunks removed."""
    await connection.execute(statements.LOCK)
    removed = 0
    changed = False
    for ref in refs:
        await connection.execute(statements.CLEAR_FAILURE, (ref.collection, ref.path))
        document_id = await _find(connection, ref)
        if document_id is not None:
            removed += await _delete_document(connection, ref.collection, document_id)
            changed = True
    if changed:
        await connection.execute(statements.FORGET_EMPTY_COLLECTIONS)
        await connection.execute(statements.BUMP_GENERATION)
    return removed


async def forget_others(connection: Connection, names: Sequence[str]) -> int:
    """Drop every collection that is not named; return the number of documents removed."""
    listed = list(names)
    rows = await connection.execute(statements.FOREIGN_DOCUMENTS, (listed,))
    foreign = [NoteRef(collection=row["collection"], path=row["path"]) for row in await rows.fetchall()]
    await remove(connection, foreign)
    await connection.execute(statements.FORGET_FOREIGN_SCANS, (listed,))
    await connection.execute(statements.FORGET_FOREIGN_FAILURES, (listed,))
    return len(foreign)


async def record_failure(connection: Connection, failure: Failure) -> None:
    """Remember the note's failure and the bytes that failed."""
    mark = failure.fingerprint
    seen = (mark.size, mark.mtime_ns, mark.content_hash) if mark else (None, None, None)
    values = (failure.ref.collection, failure.ref.path, stored(failure.message), *seen)
    await connection.execute(statements.RECORD_FAILURE, values)


async def record_scan(connection: Connection, collection: str, finished: datetime) -> None:
    """Note the end of a whole scan without error."""
    await connection.execute(statements.RECORD_SCAN, (collection, utc(finished)))


async def _find(connection: Connection, ref: NoteRef) -> int | None:
    row = await (await connection.execute(statements.FIND_DOCUMENT, (ref.collection, ref.path))).fetchone()
    return None if row is None else int(row["id"])


async def _chunks_of(connection: Connection, document_id: int) -> list[_Held]:
    rows = await (await connection.execute(statements.CHUNKS_OF_DOCUMENT, (document_id,))).fetchall()
    return [
        _Held(
            id=row["id"],
            content_hash=row["content_hash"],
            embedded=row["embedded"],
            terms=tuple(row["terms"].split(" ")) if row["terms"] else (),
        )
        for row in rows
    ]


async def _save(connection: Connection, document: Document, entries: Sequence[Entry], recipe: str) -> int:
    values = {
        **stored_row(document_columns(document, recipe)),
        "chunks": len(entries),
        "words": await asyncio.to_thread(_words, document, entries),  # a large note takes long to fold
    }
    row = await (await connection.execute(statements.SAVE_DOCUMENT, values)).fetchone()
    document_id: int = row["id"] if row else 0
    await connection.execute(statements.DELETE_TAGS, (document_id,))
    if document.tags:
        await connection.execute(statements.ADD_TAGS, ([stored(fold(tag)) for tag in document.tags], document_id))
    return document_id


def _words(document: Document, entries: Sequence[Entry]) -> str:
    """Everything of a note in which a phrase may stand, folded, between spaces."""
    ordered = sorted((entry.chunk for entry in entries), key=lambda chunk: chunk.position)
    parts = (part for chunk in ordered for part in (*chunk.heading_path, chunk.header, chunk.plain))
    whole = "\n".join((document.title, *parts))
    return f" {words_of(whole)} "


def _compared(
    held: Sequence[_Held], entries: Sequence[Entry]
) -> tuple[list[tuple[_Held, Entry]], list[Entry], list[_Held]]:
    """The chunks that stay, with what they are now; the new ones; the stale ones."""
    by_hash: defaultdict[str, deque[_Held]] = defaultdict(deque)
    for chunk in held:
        by_hash[chunk.content_hash].append(chunk)
    kept, new = [], []
    for entry in entries:
        equal = by_hash[entry.chunk.content_hash]
        if equal:
            kept.append((equal.popleft(), entry))
        else:
            new.append(entry)
    return kept, new, [chunk for rest in by_hash.values() for chunk in rest]


async def _keep(connection: Connection, kept: Sequence[tuple[_Held, Entry]]) -> None:
    async with connection.cursor() as cursor:
        await cursor.executemany(
            statements.KEEP_CHUNK, [{**stored_row(chunk_columns(entry)), "id": chunk.id} for chunk, entry in kept]
        )
    await terms.change(
        connection, [(chunk.id, entry.terms) for chunk, entry in kept if chunk.terms != tuple(entry.terms)]
    )


async def _add(connection: Connection, document_id: int, collection: str, new: Sequence[Entry]) -> int:
    """Add chunks; return how many of them got the vector of another one with the same hash."""
    if not new:
        return 0
    rows = await (await connection.execute(statements.NEW_CHUNK_IDS, (len(new),))).fetchall()
    ids = [int(row["id"]) for row in rows]
    async with connection.cursor() as cursor:
        await cursor.executemany(
            statements.ADD_CHUNK,
            [
                {
                    **stored_row(chunk_columns(entry)),
                    "id": chunk_id,
                    "document_id": document_id,
                    "content_hash": entry.chunk.content_hash,
                }
                for chunk_id, entry in zip(ids, new, strict=True)
            ],
        )
    await terms.add(
        connection,
        [(chunk_id, document_id, collection, entry.terms) for chunk_id, entry in zip(ids, new, strict=True)],
    )
    return await vectors.copy_from_twins(connection, collection, ids)


async def _delete_document(connection: Connection, collection: str, document_id: int) -> int:
    held = await _chunks_of(connection, document_id)
    await _delete_chunks(connection, [chunk.id for chunk in held])
    await connection.execute(statements.DELETE_DOCUMENT, (document_id,))
    await terms.count(connection, [chunk.terms for chunk in held], [])
    await counting.add(
        connection,
        collection,
        documents=-1,
        chunks=-len(held),
        embedded=-sum(chunk.embedded for chunk in held),
        terms=-sum(len(chunk.terms) for chunk in held),
    )
    return len(held)


async def _delete_chunks(connection: Connection, ids: Sequence[int]) -> None:
    if not ids:
        return
    gone = (list(ids),)
    await vectors.delete(connection, ids)
    await terms.delete(connection, ids)
    await connection.execute(statements.DELETE_CHUNKS, gone)
