"""Everything of an index at once, each row checked: what an audit compares must be whole."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime

import numpy as np
import numpy.typing as npt

from knowledge.errors import IndexDamaged
from knowledge.ports import Matrix, Snapshot
from knowledge.store import blocks, rows, statements
from knowledge.store.wholeness import AGAIN, vectors_of, whole
from knowledge.types import Fingerprint, NoteRef, StoredChunk


def take(connection: sqlite3.Connection, collections: Sequence[str]) -> Snapshot:
    """Return all of these collections. Raises InvalidVector and IndexDamaged, naming the row."""
    listed = json.dumps(list(collections))
    chunks = whole(rows.stored_chunk(row) for row in connection.execute(statements.ALL_CHUNKS, (listed,)))
    embedded, vectors = _vectors(connection, chunks)
    scans = {row["collection"]: rows.moment(row["finished"]) for row in connection.execute(statements.SCANS)}
    failed = connection.execute(statements.FAILED_NOTES, (listed,))
    return Snapshot(
        chunks=chunks,
        embedded=embedded,
        vectors=vectors,
        fingerprints=_fingerprints(connection, listed),
        scans={name: finished for name, finished in scans.items() if isinstance(finished, datetime)},
        failed=frozenset(rows.note_ref(row) for row in failed),
    )


def _fingerprints(connection: sqlite3.Connection, listed: str) -> dict[NoteRef, Fingerprint]:
    found = connection.execute(statements.ALL_FINGERPRINTS, (listed,))
    return {rows.note_ref(row): rows.fingerprint(row) for row in found}


def _vectors(connection: sqlite3.Connection, chunks: Sequence[StoredChunk]) -> tuple[npt.NDArray[np.int64], Matrix]:
    """Which of the chunks have a vector, and the vectors in the same order."""
    summary = connection.execute(statements.SUMMARY).fetchone()
    dimension = int(summary["dimension"])
    if dimension and not summary["model"]:
        raise IndexDamaged("The index does not say which model its vectors come from.", hint=AGAIN)
    marked = {row["id"] for row in connection.execute(statements.ALL_EMBEDDED)}
    embedded = [at for at, chunk in enumerate(chunks) if chunk.id in marked]
    if not embedded:
        return np.empty(0, dtype=np.int64), np.empty((0, dimension), dtype=np.float32)
    vectors = vectors_of([chunks[at] for at in embedded], *_stored(connection), dimension=dimension)
    return np.array(embedded, dtype=np.int64), vectors


def _stored(connection: sqlite3.Connection) -> tuple[npt.NDArray[np.int64], Matrix]:
    """The chunk ids of all vectors, and the vectors, block after block."""
    found = blocks.all_blocks(connection).values()
    ids = np.concatenate([block.ids for block in found])
    return ids, np.vstack([blocks.vectors_in(connection, block) for block in found])
