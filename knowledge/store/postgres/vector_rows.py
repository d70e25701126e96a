"""Vectors read by the thousand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from knowledge.ports import Matrix
from knowledge.store.blocks import Ids
from knowledge.store.postgres import search_statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.packed import bytes_of, numbers

AT_ONCE = 4_096  # rows in one answer, some megabytes


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorRows:
    """Vectors, float32, and of each its chunk and document."""

    ids: Ids
    documents: Ids
    vectors: Matrix


async def all_ids(connection: Connection) -> Ids:
    """Return the chunks that have a vector, ascending."""
    return np.sort(await numbers(connection, search_statements.ALL_VECTOR_IDS))


async def rows_of(connection: Connection, ids: Ids, dimension: int) -> VectorRows:
    """Return the rows of these chunks, of which some may be gone, in any order."""
    found = await bytes_of(connection, search_statements.VECTOR_ROWS, (ids.tolist(),))
    # As vector_send writes them: the number of dimensions, two bytes for later, the dimensions.
    written = [("id", ">i8"), ("document", ">i8"), ("head", ">i4"), ("vector", ">f4", (dimension,))]
    rows = np.frombuffer(found, dtype=written)
    return VectorRows(
        ids=rows["id"].astype(np.int64),
        documents=rows["document"].astype(np.int64),
        vectors=rows["vector"].astype(np.float32),
    )


def parts(ids: Ids) -> Iterator[Ids]:
    """The ids, as many at a time as one answer takes."""
    for start in range(0, len(ids), AT_ONCE):
        yield ids[start : start + AT_ONCE]
