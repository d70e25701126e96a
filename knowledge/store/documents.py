"""Changing documents: each function is the body of one transaction."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict, deque
from collections.abc import Sequence
from datetime import datetime

from knowledge.ports import Entry, Failure, PutResult
from knowledge.store import search_statements, statements, vectors
from knowledge.store.columns import chunk_columns, document_columns
from knowledge.store.matching import joined
from knowledge.store.rows import utc
from knowledge.text.folding import fold
from knowledge.types import Document, Fingerprint, NoteRef


def check_entries(entries: Sequence[Entry]) -> None:
    """Raise ValueError where two chunks claim one position, or a term would fall apart."""
    positions = [entry.chunk.position for entry in entries]
    if len(set(positions)) < len(positions):
        raise ValueError("Two chunks of one document have the same position.")
    for entry in entries:
        joined(entry.terms)


def put(connection: sqlite3.Connection, document: Document, entries: Sequence[Entry], recipe: str) -> PutResult:
    """Replace the document; equal chunks stay, others with a known hash copy a vector, stale ones go everywhere."""
    document_id = _save(connection, document, recipe)
    old = _chunks_by_hash(connection, document_id)
    kept = copied = 0
    for entry in entries:
        digest = entry.chunk.content_hash
        if old[digest] and _has_terms(connection, old[digest][0], entry):
            connection.execute(statements.KEEP_CHUNK, {**chunk_columns(entry), "id": old[digest].popleft()})
            kept += 1
        else:
            copied += _add(connection, document_id, entry, digest)
    stale = [chunk_id for ids in old.values() for chunk_id in ids]
    _delete_chunks(connection, stale)
    connection.execute(statements.CLEAR_FAILURE, (document.ref.collection, document.ref.path))
    connection.execute(statements.BUMP_GENERATION)
    reused = kept + copied
    return PutResult(created=len(entries) - reused, reused=reused, removed=len(stale))


def put_many(
    connection: sqlite3.Connection, notes: Sequence[tuple[Document, Sequence[Entry]]], recipe: str
) -> list[PutResult]:
    """Put each, in order."""
    return [put(connection, document, entries, recipe) for document, entries in notes]


def touch(connection: sqlite3.Connection, ref: NoteRef, fingerprint: Fingerprint) -> None:
    """Note the size and time; no search can tell the difference, so the generation stays."""
    values = (fingerprint.size, fingerprint.mtime_ns, fingerprint.content_hash, ref.collection, ref.path)
    connection.execute(statements.TOUCH_DOCUMENT, values)


def remove(connection: sqlite3.Connection, refs: Sequence[NoteRef]) -> int:
    """Forget documents and failures; return the number of chunks removed."""
    removed = 0
    changed = False
    for ref in refs:
        connection.execute(statements.CLEAR_FAILURE, (ref.collection, ref.path))
        row = connection.execute(statements.FIND_DOCUMENT, (ref.collection, ref.path)).fetchone()
        if row is not None:
            removed += _delete_document(connection, row["id"])
            changed = True
    if changed:
        connection.execute(statements.BUMP_GENERATION)
    return removed


def forget_others(connection: sqlite3.Connection, names: Sequence[str]) -> int:
    """Drop every collection that is not named; return the number of documents removed."""
    listed = json.dumps(list(names))
    foreign = [
        NoteRef(collection=row["collection"], path=row["path"])
        for row in connection.execute(statements.FOREIGN_DOCUMENTS, (listed,))
    ]
    remove(connection, foreign)
    connection.execute(statements.FORGET_FOREIGN_SCANS, (listed,))
    connection.execute(statements.FORGET_FOREIGN_FAILURES, (listed,))
    return len(foreign)


def record_failure(connection: sqlite3.Connection, failure: Failure) -> None:
    """Remember the note's failure and the bytes that failed."""
    mark = failure.fingerprint
    seen = (mark.size, mark.mtime_ns, mark.content_hash) if mark else (None, None, None)
    values = (failure.ref.collection, failure.ref.path, failure.message, *seen)
    connection.execute(statements.RECORD_FAILURE, values)


def record_scan(connection: sqlite3.Connection, collection: str, finished: datetime) -> None:
    """Note the end of a whole scan without error."""
    connection.execute(statements.RECORD_SCAN, (collection, utc(finished)))


def _save(connection: sqlite3.Connection, document: Document, recipe: str) -> int:
    columns = document_columns(document, recipe)
    document_id: int = connection.execute(statements.SAVE_DOCUMENT, columns).fetchone()["id"]
    connection.execute(statements.DELETE_TAGS, (document_id,))
    connection.executemany(statements.ADD_TAG, [(fold(tag), document_id) for tag in document.tags])
    return document_id


def _chunks_by_hash(connection: sqlite3.Connection, document_id: int) -> defaultdict[str, deque[int]]:
    by_hash: defaultdict[str, deque[int]] = defaultdict(deque)
    for row in connection.execute(statements.CHUNKS_OF_DOCUMENT, (document_id,)):
        by_hash[row["content_hash"]].append(row["id"])
    return by_hash


def _has_terms(connection: sqlite3.Connection, chunk_id: int, entry: Entry) -> bool:
    """Whether a search finds the chunk by the same terms; else it is another chunk: see `postings`."""
    return connection.execute(search_statements.HAS_TERMS, (chunk_id, joined(entry.terms))).fetchone() is not None


def _add(connection: sqlite3.Connection, document_id: int, entry: Entry, digest: str) -> bool:
    """Add a chunk; return whether another one with the same hash had a vector to copy."""
    values = {**chunk_columns(entry), "document_id": document_id, "content_hash": digest}
    chunk_id: int = connection.execute(statements.ADD_CHUNK, values).fetchone()["id"]
    connection.execute(search_statements.ADD_TERMS, (chunk_id, joined(entry.terms)))
    return vectors.copy_from_twin(connection, chunk_id, digest)


def _delete_document(connection: sqlite3.Connection, document_id: int) -> int:
    rows = connection.execute(statements.CHUNKS_OF_DOCUMENT, (document_id,)).fetchall()
    _delete_chunks(connection, [row["id"] for row in rows])
    connection.execute(statements.DELETE_DOCUMENT, (document_id,))
    return len(rows)


def _delete_chunks(connection: sqlite3.Connection, ids: Sequence[int]) -> None:
    gone = [(chunk_id,) for chunk_id in ids]
    vectors.delete(connection, ids)
    connection.executemany(search_statements.DELETE_TERMS, gone)
    connection.executemany(statements.DELETE_CHUNK, gone)
