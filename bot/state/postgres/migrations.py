"""Numbered steps to today's schema, each with its record in one transaction, under a lock that all bots share."""

from __future__ import annotations

from typing import Any

from psycopg import AsyncConnection, IsolationLevel

from bot.errors import StateTooNew
from bot.state.postgres.schema import MIGRATIONS
from knowledge.store.migrations import Migration
from knowledge.store.postgres.address import Address

_LOCK = "SELECT pg_advisory_xact_lock(hashtext('footnote'), hashtext('state schema'))"
_HAS_SCHEMA = "SELECT to_regnamespace('footnote_state') IS NOT NULL AS found"
_CREATE_SCHEMA = "CREATE SCHEMA footnote_state"
_SEARCH = "SET LOCAL search_path = footnote_state"
_HAS_MIGRATIONS = "SELECT to_regclass('footnote_state.migrations') IS NOT NULL AS found"
_CREATE_MIGRATIONS = """
    CREATE TABLE IF NOT EXISTS footnote_state.migrations (
        number int PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
    )
"""
_VERSION = "SELECT coalesce(max(number), 0) AS version FROM footnote_state.migrations"
_RECORD = "INSERT INTO footnote_state.migrations (number, name) VALUES (%s, %s)"


async def migrate(connection: AsyncConnection[dict[str, Any]], address: Address) -> None:
    """Apply what is lacking. Raises StateTooNew."""
    await connection.set_isolation_level(IsolationLevel.READ_COMMITTED)  # to see what another bot did meanwhile
    version, known = await _version(connection), MIGRATIONS[-1].number
    if version > known:
        raise StateTooNew(
            f"The state in {address} has version {version}; this program knows {known}.",
            hint="Upgrade Footnote, or point [conversation] database at another database.",
        )
    for migration in MIGRATIONS[version:]:
        await _apply(connection, migration)


async def is_there(connection: AsyncConnection[dict[str, Any]]) -> bool:
    """Whether the database holds a state."""
    return await _version(connection) > 0


async def _version(connection: AsyncConnection[dict[str, Any]]) -> int:
    there = await (await connection.execute(_HAS_MIGRATIONS)).fetchone()
    if not there or not there["found"]:
        return 0
    row = await (await connection.execute(_VERSION)).fetchone()
    return int(row["version"]) if row else 0


async def _apply(connection: AsyncConnection[dict[str, Any]], migration: Migration) -> None:
    async with connection.transaction():
        await connection.execute(_LOCK)
        there = await (await connection.execute(_HAS_SCHEMA)).fetchone()
        if not there or not there["found"]:
            # Asked first: who may not create schemas can use one that an administrator made.
            await connection.execute(_CREATE_SCHEMA)
        await connection.execute(_CREATE_MIGRATIONS)
        if await _version(connection) >= migration.number:
            return  # another bot was faster
        await connection.execute(_SEARCH)
        for statement in migration.statements:
            await connection.execute(statement.encode())
        await connection.execute(_RECORD, (migration.number, migration.name))
