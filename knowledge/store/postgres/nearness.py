"""The nearest vectors: where a scope has few, all are measured; where many, those that HNSW finds."""

from __future__ import annotations

from knowledge.ports import Vector
from knowledge.store.conditions import Condition
from knowledge.store.postgres import statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.schema import MOST_INDEXED_DIMENSIONS, nearness_index
from knowledge.store.postgres.scoping import Clause, clause_of, embedded_counts
from knowledge.store.postgres.summary import summary_of
from knowledge.store.units import unit_rows, usable_query

INDEXED_FROM = 20_000  # vectors; fewer are measured about as quickly as an index is searched, and exactly
# An index is asked for more than is wanted: it orders by half precision, and does not find quite all.
FOUND_AT_LEAST, FOUND_PER_RESULT = 256, 2
# What one step of the index costs, in vectors measured: it reads from all over the table, and compares with many.
_STEP = 9
_BUILD_BYTES_A_VECTOR = 2 * 128 + 100  # links and heads; and half precision's two bytes a dimension
_BUILD_MB, _MOST_BUILD_MB = 64, 1_024


async def nearest(connection: Connection, vector: Vector, scope: Condition, limit: int) -> list[tuple[int, float]]:
    """Return (chunk id, cosine), best first, of the scope alone."""
    dimension = (await summary_of(connection)).dimension
    if not dimension or limit < 1:
        return []
    clause = await clause_of(connection, scope)
    query = unit_rows(usable_query(vector, dimension)[None])[0]
    values = {"vector": query, "limit": limit, **clause.values}
    found = max(FOUND_AT_LEAST, FOUND_PER_RESULT * limit)
    if not is_measured_whole(clause, found) and await _is_indexed(connection):
        statement = statements.of_dimension(statements.NEAREST_INDEXED, dimension)
        values["found"] = found
    else:
        statement = statements.NEAREST
    rows = await connection.execute(statements.within(statement, clause.sql), values)
    return [(row["chunk_id"], float(row["cosine"])) for row in await rows.fetchall()]


def is_measured_whole(clause: Clause, found: int) -> bool:
    """Whether measuring the scope's vectors costs no more than to meet `found` of them in the index."""
    return clause.rows < INDEXED_FROM or clause.rows**2 <= _STEP * found * clause.total


async def index_when_large(connection: Connection) -> None:
    """Index the vectors once there are many. Searches go on meanwhile, and see it with the transaction's end."""
    count = sum((await embedded_counts(connection)).values())
    if count >= INDEXED_FROM and not await _is_indexed(connection):
        await build(connection, "vectors", count=count, dimension=(await summary_of(connection)).dimension)


async def build(connection: Connection, table: str, *, count: int, dimension: int) -> None:
    """Index a table of vectors, with the memory that this takes; without effect where they are too long for it."""
    if dimension > MOST_INDEXED_DIMENSIONS:
        return
    megabytes = _BUILD_MB + count * (2 * dimension + _BUILD_BYTES_A_VECTOR) // 2**20
    await connection.execute(statements.NO_TIMEOUT)
    await connection.execute(statements.BUILD_MEMORY, (f"{min(megabytes, _MOST_BUILD_MB)}MB",))
    await connection.execute(nearness_index(table, dimension))


async def _is_indexed(connection: Connection) -> bool:
    row = await (await connection.execute(statements.IS_INDEXED)).fetchone()
    return bool(row and row["found"])
