"""Everything of an index at once, each row checked: what an audit compares must be whole."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime

import numpy as np
import numpy.typing as npt

from knowledge.errors import IndexDamaged, InvalidVector
from knowledge.ports import Matrix, Snapshot
from knowledge.store import blocks, rows, statements
from knowledge.types import Fingerprint, NoteRef, StoredChunk

_AGAIN = "Run `footnote index --full` to read and embed the notes again."


def take(connection: sqlite3.Connection, collections: Sequence[str]) -> Snapshot:
    """Return all of these collections. Raises InvalidVector and IndexDamaged, naming the row."""
    listed = json.dumps(list(collections))
    chunks = _chunks(connection, listed)
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


def _chunks(connection: sqlite3.Connection, listed: str) -> list[StoredChunk]:
    chunks: list[StoredChunk] = []
    for row in connection.execute(statements.ALL_CHUNKS, (listed,)):
        chunk = rows.stored_chunk(row)
        if not chunk.text.strip():
            raise IndexDamaged(f"The text of {_name(chunk)} is missing in the index.", hint=_AGAIN)
        if chunks and (chunks[-1].ref, chunks[-1].position) == (chunk.ref, chunk.position):
            raise IndexDamaged(f"The index holds two rows for {_name(chunk)}.", hint=_AGAIN)
        chunks.append(chunk)
    return chunks


def _vectors(connection: sqlite3.Connection, chunks: Sequence[StoredChunk]) -> tuple[npt.NDArray[np.int64], Matrix]:
    """Which of the chunks have a vector, and the vectors in the same order."""
    summary = connection.execute(statements.SUMMARY).fetchone()
    dimension = int(summary["dimension"])
    if dimension and not summary["model"]:
        raise IndexDamaged("The index does not say which model its vectors come from.", hint=_AGAIN)
    marked = {row["id"] for row in connection.execute(statements.ALL_EMBEDDED)}
    embedded = [at for at, chunk in enumerate(chunks) if chunk.id in marked]
    if not embedded:
        return np.empty(0, dtype=np.int64), np.empty((0, dimension), dtype=np.float32)
    vectors = _of_chunks([chunks[at] for at in embedded], *_stored(connection), dimension=dimension)
    return np.array(embedded, dtype=np.int64), vectors


def _stored(connection: sqlite3.Connection) -> tuple[npt.NDArray[np.int64], Matrix]:
    """The chunk ids of all vectors, and the vectors, block after block."""
    found = blocks.all_blocks(connection).values()
    ids = np.concatenate([block.ids for block in found])
    return ids, np.vstack([blocks.vectors_in(connection, block) for block in found])


def _of_chunks(
    chunks: Sequence[StoredChunk], stored_ids: npt.NDArray[np.int64], stored: Matrix, *, dimension: int
) -> Matrix:
    """The vectors of these chunks, each checked."""
    if stored.shape[1] != dimension:
        raise InvalidVector(
            f"The vector of {_name(chunks[0])} has {stored.shape[1]} dimensions; the index has {dimension}.",
            hint=_AGAIN,
        )
    ids = np.array([chunk.id for chunk in chunks], dtype=np.int64)
    order = np.argsort(stored_ids)
    places = order[np.minimum(np.searchsorted(stored_ids[order], ids), len(order) - 1)]
    missing = np.flatnonzero(stored_ids[places] != ids)
    if missing.size:
        raise IndexDamaged(f"The vector of {_name(chunks[int(missing[0])])} is missing in the index.", hint=_AGAIN)
    vectors: Matrix = stored[places]
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
    broken = np.flatnonzero(~np.isfinite(lengths) | (lengths == 0))
    if broken.size:
        raise InvalidVector(f"The vector of {_name(chunks[int(broken[0])])} is zero or not finite.", hint=_AGAIN)
    return vectors


def _name(chunk: StoredChunk) -> str:
    first, last = chunk.lines
    return f"{chunk.ref.collection}/{chunk.ref.path}, chunk {chunk.position + 1} (lines {first} to {last})"
