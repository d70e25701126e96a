"""Everything of an index at once, each row checked: what an audit compares must be whole."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import numpy as np
import numpy.typing as npt

from knowledge.errors import IndexDamaged
from knowledge.ports import Matrix, Snapshot
from knowledge.store import rows
from knowledge.store.postgres import lookup, statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.summary import summary_of
from knowledge.store.wholeness import AGAIN, vectors_of, whole
from knowledge.types import StoredChunk

_AT_ONCE = 1_000  # rows fetched


async def take(connection: Connection, collections: Sequence[str]) -> Snapshot:
    """Return all of these collections. Raises InvalidVector and IndexDamaged, naming the row."""
    listed = (list(collections),)
    found = await (await connection.execute(statements.ALL_CHUNKS, listed)).fetchall()
    chunks = whole(lookup.stored_chunk(row) for row in found)
    embedded, vectors = await _vectors(connection, chunks, listed[0])
    scans = await (await connection.execute(statements.SCANS)).fetchall()
    finished = {row["collection"]: rows.moment(row["finished"]) for row in scans}
    fingerprints = await (await connection.execute(statements.ALL_FINGERPRINTS, listed)).fetchall()
    failed = await (await connection.execute(statements.FAILED_NOTES, listed)).fetchall()
    return Snapshot(
        chunks=chunks,
        embedded=embedded,
        vectors=vectors,
        fingerprints={rows.note_ref(row): rows.fingerprint(row) for row in fingerprints},
        scans={name: moment for name, moment in finished.items() if isinstance(moment, datetime)},
        failed=frozenset(rows.note_ref(row) for row in failed),
    )


async def _vectors(
    connection: Connection, chunks: Sequence[StoredChunk], collections: list[str]
) -> tuple[npt.NDArray[np.int64], Matrix]:
    """Which of the chunks have a vector, and the vectors in the same order."""
    summary = await summary_of(connection)
    if summary.dimension and not summary.model:
        raise IndexDamaged("The index does not say which model its vectors come from.", hint=AGAIN)
    marks = await (await connection.execute(statements.ALL_EMBEDDED, (collections,))).fetchall()
    marked = {row["id"] for row in marks}
    embedded = [at for at, chunk in enumerate(chunks) if chunk.id in marked]
    if not embedded:
        return np.empty(0, dtype=np.int64), np.empty((0, summary.dimension), dtype=np.float32)
    ids, stored = await _stored(connection, collections, summary.dimension)
    vectors = vectors_of([chunks[at] for at in embedded], ids, stored, dimension=summary.dimension)
    return np.array(embedded, dtype=np.int64), vectors


async def _stored(
    connection: Connection, collections: list[str], dimension: int
) -> tuple[npt.NDArray[np.int64], Matrix]:
    """The chunk ids of all vectors of the collections, and the vectors."""
    ids: list[int] = []
    vectors: list[npt.NDArray[np.float32]] = []
    async with connection.cursor(binary=True) as cursor:
        await cursor.execute(statements.ALL_VECTORS, (collections,))
        while some := await cursor.fetchmany(_AT_ONCE):
            ids += [row["chunk_id"] for row in some]
            vectors += [row["embedding"].to_numpy() for row in some]
    return np.array(ids, dtype=np.int64), np.array(vectors, dtype=np.float32).reshape(-1, dimension)
