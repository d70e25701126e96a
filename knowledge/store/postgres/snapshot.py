"""Everything of an index at once, each row checked: what an audit compares must be whole."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from knowledge.errors import IndexDamaged
from knowledge.ports import Matrix, Snapshot, Vector
from knowledge.store import rows
from knowledge.store.postgres import lookup, statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.summary import summary_of
from knowledge.store.wholeness import AGAIN, vectors_of, whole
from knowledge.types import Fingerprint, NoteRef, StoredChunk

T = TypeVar("T")

_AT_ONCE = 1_000  # rows fetched


async def take(connection: Connection, collections: Sequence[str]) -> Snapshot:
    """Return all of these collections. Raises InvalidVector and IndexDamaged, naming the row."""
    names = list(collections)
    chunks = await _fetched(connection, statements.ALL_CHUNKS, names, lookup.stored_chunk)
    chunks = await asyncio.to_thread(whole, chunks)
    embedded, vectors = await _vectors(connection, chunks, names)
    scans = await (await connection.execute(statements.SCANS)).fetchall()
    finished = {row["collection"]: rows.moment(row["finished"]) for row in scans}
    return Snapshot(
        chunks=chunks,
        embedded=embedded,
        vectors=vectors,
        fingerprints=dict(await _fetched(connection, statements.ALL_FINGERPRINTS, names, _fingerprint)),
        scans={name: moment for name, moment in finished.items() if isinstance(moment, datetime)},
        failed=frozenset(await _fetched(connection, statements.FAILED_NOTES, names, rows.note_ref)),
    )


async def _vectors(
    connection: Connection, chunks: Sequence[StoredChunk], collections: list[str]
) -> tuple[npt.NDArray[np.int64], Matrix]:
    """Which of the chunks have a vector, and the vectors in the same order."""
    summary = await summary_of(connection)
    dimension = summary.dimension
    if dimension and not summary.model:
        raise IndexDamaged("The index does not say which model its vectors come from.", hint=AGAIN)
    marked = set(await _fetched(connection, statements.ALL_EMBEDDED, collections, lambda row: int(row["id"])))
    embedded = [at for at, chunk in enumerate(chunks) if chunk.id in marked]
    if not embedded:
        return np.empty(0, dtype=np.int64), np.empty((0, dimension), dtype=np.float32)
    stored = await _fetched(connection, statements.ALL_VECTORS, collections, _vector)
    vectors = await asyncio.to_thread(_checked, [chunks[at] for at in embedded], stored, dimension)
    return np.array(embedded, dtype=np.int64), vectors


def _checked(chunks: Sequence[StoredChunk], stored: Sequence[tuple[int, Vector]], dimension: int) -> Matrix:
    """The vectors of these chunks, out of those stored by chunk id."""
    ids = np.array([chunk_id for chunk_id, _ in stored], dtype=np.int64)
    matrix = np.array([vector for _, vector in stored], dtype=np.float32).reshape(-1, dimension)
    return vectors_of(chunks, ids, matrix, dimension=dimension)


def _fingerprint(row: Mapping[str, Any]) -> tuple[NoteRef, Fingerprint]:
    return rows.note_ref(row), rows.fingerprint(row)


def _vector(row: Mapping[str, Any]) -> tuple[int, Vector]:
    return int(row["chunk_id"]), row["embedding"].to_numpy()


async def _fetched(
    connection: Connection, statement: str, collections: list[str], made: Callable[[Mapping[str, Any]], T]
) -> list[T]:
    """What is made of each row of these collections."""
    found: list[T] = []
    async with connection.cursor(binary=True) as cursor:
        await cursor.execute(statement, (collections,))
        while some := await cursor.fetchmany(_AT_ONCE):
            found += map(made, some)
            await asyncio.sleep(0)  # all rows have come by now, so no fetching lets others have their turn
    return found
