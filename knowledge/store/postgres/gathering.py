"""Vectors of a coming model, gathered beside those that serve and put in their place in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from knowledge.errors import InvalidVector
from knowledge.ports import Matrix
from knowledge.store.postgres import nearness, search_statements, server_statements, statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.schema import vector_table
from knowledge.store.postgres.summary import summary_of


async def begin(connection: Connection, model: str) -> None:
    """Gather for this model from now on; what was gathered for another one is dropped."""
    await connection.execute(statements.LOCK)
    if (await summary_of(connection)).coming != model:
        await connection.execute(search_statements.DROP_GATHERED)
        await connection.execute(statements.SET_COMING, (model,))


async def keep(connection: Connection, model: str, ids: Sequence[int], units: Matrix) -> None:
    """Keep the unit vectors of these chunks' contents. Raises InvalidVector where their dimensions differ."""
    known, found = await _dimension(connection), units.shape[1]
    if known and known != found:
        raise InvalidVector(
            "The model {model!r} gave vectors of {found} dimensions after ones of {known}.",
            model=model,
            found=found,
            known=known,
        )
    async with connection.cursor() as cursor:
        await cursor.executemany(
            search_statements.GATHER, [(unit, chunk_id) for chunk_id, unit in zip(ids, units, strict=True)]
        )


async def adopt(connection: Connection) -> None:
    """Serve what was gathered. A chunk without a gathered vector waits for one like a new chunk.

    The new table is filled and indexed beside the old one, which serves until it is dropped at the end.
    """
    await connection.execute(statements.LOCK)
    model, dimension = (await summary_of(connection)).coming, await _dimension(connection)
    if not model or not dimension:
        return
    await connection.execute(server_statements.NO_TIMEOUT)
    for statement in vector_table("vectors_next", dimension):
        await connection.execute(statement)
    added = (await connection.execute(search_statements.ADOPT_VECTORS)).rowcount
    if added >= nearness.INDEXED_FROM:
        await nearness.build(connection, "vectors_next", count=added, dimension=dimension)
    for statement in (
        search_statements.MARK_ADOPTED,
        statements.COUNT_EMBEDDED,
        search_statements.DROP_GATHERED,
        search_statements.DROP_VECTORS,
        *search_statements.TAKE_THE_PLACE,
    ):
        await connection.execute(statement)
    await connection.execute(statements.SET_MODEL, (model, dimension))
    await connection.execute(statements.SET_COMING, ("",))
    await connection.execute(statements.STAMP_VECTORS, (datetime.now(UTC).isoformat(),))
    await connection.execute(statements.BUMP_GENERATION)


async def _dimension(connection: Connection) -> int:
    row = await (await connection.execute(search_statements.GATHERED_DIMENSION)).fetchone()
    return int(row["dimension"]) if row else 0
