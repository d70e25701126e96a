"""Numbered steps to today's schema, each with its record in one transaction, under a lock that all share."""

from __future__ import annotations

from typing import Any

from psycopg import AsyncConnection, IsolationLevel

from knowledge.errors import IndexMissing, IndexTooNew, IndexUnavailable
from knowledge.store.migrations import Migration
from knowledge.store.postgres import server_statements
from knowledge.store.postgres.address import Address
from knowledge.store.postgres.schema import MIGRATIONS


async def migrate(connection: AsyncConnection[dict[str, Any]], address: Address) -> None:
    """Apply what is lacking. Raises IndexTooNew."""
    await connection.set_isolation_level(IsolationLevel.READ_COMMITTED)  # to see what another process did meanwhile
    version = await schema_version(connection)
    _refuse_newer(version, address)
    for migration in MIGRATIONS:
        if migration.number > version:
            await _apply(connection, migration)


async def check_schema(connection: AsyncConnection[dict[str, Any]], address: Address) -> None:
    """Raise IndexMissing, IndexTooNew or IndexUnavailable where the schema is not today's; change nothing."""
    version = await schema_version(connection)
    _refuse_newer(version, address)
    if not version:
        raise IndexMissing(
            "Nothing has been indexed in {database} yet.", hint="Run `footnote index` first.", database=address
        )
    if version < MIGRATIONS[-1].number:
        raise IndexUnavailable(
            "The index in {database} was written by an older version of Footnote.",
            hint="Run `footnote index` to bring it up to date.",
            database=address,
        )


async def schema_version(connection: AsyncConnection[dict[str, Any]]) -> int:
    """Return the number of the last migration applied, 0 for a database without index."""
    there = await (await connection.execute(server_statements.HAS_MIGRATIONS)).fetchone()
    if not there or not there["found"]:
        return 0
    row = await (await connection.execute(server_statements.SCHEMA_VERSION)).fetchone()
    return int(row["version"]) if row else 0


def _refuse_newer(version: int, address: Address) -> None:
    known = MIGRATIONS[-1].number
    if version > known:
        raise IndexTooNew(
            "The index in {database} has schema {version}, from a newer Footnote; this one knows {known}.",
            hint="Update Footnote, or name another database.",
            database=address,
            version=version,
            known=known,
        )


async def _apply(connection: AsyncConnection[dict[str, Any]], migration: Migration) -> None:
    async with connection.transaction():
        await connection.execute(server_statements.LOCK_SCHEMA)
        there = await (await connection.execute(server_statements.HAS_SCHEMA)).fetchone()
        if not there or not there["found"]:
            # Asked first: who may not create schemas can use one that an administrator made.
            await connection.execute(server_statements.CREATE_SCHEMA)
        await connection.execute(server_statements.CREATE_MIGRATIONS)
        if await schema_version(connection) >= migration.number:
            return  # another process was faster
        for statement in migration.statements:
            await connection.execute(statement)
        await connection.execute(server_statements.RECORD_MIGRATION, (migration.number, migration.name))
