"""Vectors read by the thousand."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from knowledge.ports import Matrix
from knowledge.store.blocks import Ids
from knowledge.store.postgres import search_statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.packed import bytes_of, ids_of

MOST_BYTES = 2**22  # of vectors in one answer: it comes whole, and the event loop waits meanwhile


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorRows:
    """Vectors, float32, and of each its chunk and document."""

    ids: Ids
    documents: Ids
    vectors: Matrix


async def all_ids(connection: Connection) -> Ids:
    """Return the chunks that have a vector, ascending."""
    ids = await ids_of(connection, search_statements.ALL_VECTOR_IDS)
    await asyncio.to_thread(ids.sort)
    return ids


async def rows_of(connection: Connection, ids: Ids, dimension: int) -> VectorRows:
    """Return the rows of these chunks, of which some may be gone, in any order."""
    found = await bytes_of(connection, search_statements.VECTOR_ROWS, (ids.tolist(),))
    return await asyncio.to_thread(_rows, found, dimension)


def parts(ids: Ids, dimension: int) -> Iterator[Ids]:
    """The ids, as many at a time as one answer takes."""
    at_once = max(1, MOST_BYTES // (4 * dimension))
    for start in range(0, len(ids), at_once):
        yield ids[start : start + at_once]


def _rows(found: bytes, dimension: int) -> VectorRows:
    # As vector_send writes them: the number of dimensions, two bytes for later, the dimensions.
    written = [("id", ">i8"), ("document", ">i8"), ("head", ">i4"), ("vector", ">f4", (dimension,))]
    rows = np.frombuffer(found, dtype=written)
    return VectorRows(
        ids=rows["id"].astype(np.int64),
        documents=rows["document"].astype(np.int64),
        vectors=rows["vector"].astype(np.float32),
    )
