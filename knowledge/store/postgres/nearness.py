"""The nearest vectors: in memory where they are there; else of a small scope all, of a large one what HNSW finds."""

from __future__ import annotations

import asyncio
from math import isqrt

from knowledge.ports import Vector
from knowledge.store.conditions import Condition
from knowledge.store.postgres import search_statements, server_statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.mirror import ServerMirror
from knowledge.store.postgres.schema import MOST_INDEXED_DIMENSIONS, nearness_index
from knowledge.store.postgres.scoping import Scopes, clause_of, held
from knowledge.store.postgres.summary import summary_of
from knowledge.store.units import unit_rows, usable_query

INDEXED_FROM = 20_000  # vectors; fewer are measured about as quickly as an index is searched, and exactly
# An index is asked for more than is wanted: it orders by half precision, and does not find quite all.
FOUND_AT_LEAST, FOUND_PER_RESULT = 192, 2
# What one step of the index costs, in vectors measured: it reads from all over the table, and compares with many.
_STEP = 12
_BUILD_BYTES_A_VECTOR = 2 * 128 + 100  # links and heads; and half precision's two bytes a dimension
_BUILD_MB, _MOST_BUILD_MB = 64, 1_024


async def nearest(
    connection: Connection, vector: Vector, scope: Condition, limit: int, *, mirror: ServerMirror, scopes: Scopes
) -> list[tuple[int, float]]:
    """Return (chunk id, cosine), best first, of the scope alone."""
    summary = await summary_of(connection)
    if not summary.dimension or limit < 1:
        return []
    query = usable_query(vector, summary.dimension)
    index = await held(connection)
    matrix = await mirror.current(connection, summary, index.total)
    if matrix is not None:
        documents = await scopes.documents_of(connection, scope, index, summary.state)
        return await asyncio.to_thread(matrix.nearest, query, documents, limit)
    found = max(FOUND_AT_LEAST, FOUND_PER_RESULT * limit)
    measured = most_measured(index.total, found)
    clause = await clause_of(connection, scope, index, listed=measured)
    values = {"vector": unit_rows(query[None])[0], "limit": limit, **clause.values}
    if clause.rows > measured and summary.indexed:
        statement = search_statements.of_dimension(search_statements.NEAREST_INDEXED, summary.dimension)
        values["found"] = found
    else:
        statement = search_statements.NEAREST
    rows = await connection.execute(search_statements.within(statement, clause.sql), values)
    return [(row["chunk_id"], float(row["cosine"])) for row in await rows.fetchall()]


def most_measured(total: int, found: int) -> int:
    """Of how many vectors a scope may be, of `total`, to be measured for what `found` of them in the index cost."""
    return max(INDEXED_FROM - 1, isqrt(_STEP * found * total))


async def index_when_large(connection: Connection) -> None:
    """Index the vectors once there are many. Searches go on meanwhile, and see it with the transaction's end."""
    summary = await summary_of(connection)
    count = (await held(connection)).total
    if count >= INDEXED_FROM and not summary.indexed:
        await build(connection, "vectors", count=count, dimension=summary.dimension)


async def build(connection: Connection, table: str, *, count: int, dimension: int) -> None:
    """Index a table of vectors, with the memory that this takes; without effect where they are too long for it."""
    if dimension > MOST_INDEXED_DIMENSIONS:
        return
    megabytes = _BUILD_MB + count * (2 * dimension + _BUILD_BYTES_A_VECTOR) // 2**20
    await connection.execute(server_statements.NO_TIMEOUT)
    await connection.execute(search_statements.BUILD_MEMORY, (f"{min(megabytes, _MOST_BUILD_MB)}MB",))
    await connection.execute(nearness_index(table, dimension))
