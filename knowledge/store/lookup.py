"""Reading notes and chunks back: each function is the body of one read transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from knowledge.ports import Failure, IndexStatus, NoteInfo
from knowledge.store import rows, statements
from knowledge.store.conditions import Condition
from knowledge.store.remembered import Remembered
from knowledge.types import Fingerprint, NoteRef, StoredChunk

CHUNKS_REMEMBERED = 4_096  # about 12 MB


def fingerprints(connection: sqlite3.Connection, collection: str) -> dict[str, Fingerprint]:
    """Return path to fingerprint of every indexed note."""
    found = connection.execute(statements.FINGERPRINTS, (collection,))
    return {row["path"]: rows.fingerprint(row) for row in found}


def stale(connection: sqlite3.Connection, collection: str, recipe: str) -> frozenset[str]:
    """Return the paths of notes that were put with another recipe."""
    return frozenset(row["path"] for row in connection.execute(statements.STALE, (collection, recipe)))


def failures(connection: sqlite3.Connection, collection: str) -> list[Failure]:
    """Return the notes that failed, by path."""
    return [rows.failure(row, collection) for row in connection.execute(statements.FAILURES, (collection,))]


def chunks(
    connection: sqlite3.Connection, ids: Sequence[int], remembered: Remembered[int, StoredChunk]
) -> list[StoredChunk]:
    """Return the chunks in the order asked for, without those that are gone."""

    def load(missing: Sequence[int]) -> dict[int, StoredChunk]:
        listed = json.dumps([int(chunk_id) for chunk_id in missing])
        return {row["id"]: rows.stored_chunk(row) for row in connection.execute(statements.CHUNKS, (listed,))}

    found = remembered.get(ids, generation=generation(connection), load=load)
    return [found[chunk_id] for chunk_id in ids if chunk_id in found]


def note_chunks(connection: sqlite3.Connection, ref: NoteRef) -> list[StoredChunk]:
    """Return a note's chunks in order."""
    found = connection.execute(statements.NOTE_CHUNKS, (ref.collection, ref.path))
    return [rows.stored_chunk(row) for row in found]


def notes(connection: sqlite3.Connection, scope: Condition) -> list[NoteInfo]:
    """Return the notes of the scope."""
    statement = statements.inside(statements.NOTES, scope.sql)
    return [rows.note_info(row) for row in connection.execute(statement, scope.values)]


def matching_notes(connection: sqlite3.Connection, scope: Condition) -> list[NoteRef]:
    """Return the identities of the notes of the scope."""
    statement = statements.inside(statements.MATCHING_NOTES, scope.sql)
    return [rows.note_ref(row) for row in connection.execute(statement, scope.values)]


def status(connection: sqlite3.Connection) -> IndexStatus:
    """Return what the index holds."""
    summary = connection.execute(statements.SUMMARY).fetchone()
    return IndexStatus(
        collections=tuple(rows.collection_status(row) for row in connection.execute(statements.STATUS)),
        model=summary["model"],
        dimension=summary["dimension"],
        generation=summary["generation"],
        embedded_at=rows.moment(summary["embedded_at"]),
        coming=summary["coming"],
    )


def generation(connection: sqlite3.Connection) -> int:
    """Return the number that grows with every visible change."""
    return int(connection.execute(statements.SUMMARY).fetchone()["generation"])
