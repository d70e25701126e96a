"""The state database's tables, as numbered migrations."""

from __future__ import annotations

import aiosqlite

from bot.errors import StateTooNew

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE requests (
        id TEXT PRIMARY KEY,
        event_id TEXT UNIQUE,                -- NULL for commands and buttons
        occasion TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL CHECK (state IN ('claimed', 'delivered', 'failed')),
        owner TEXT NOT NULL,                 -- the running bot that works on it, empty: nobody
        lease_until REAL NOT NULL,           -- seconds since the epoch, afterwards anybody may take it
        attempts INTEGER NOT NULL DEFAULT 1, -- how many bots have had it, all but the last died over it
        created_at REAL NOT NULL,
        payload TEXT NOT NULL                -- the request as JSON, emptied when it is done
    );
    CREATE INDEX requests_open ON requests (lease_until) WHERE state = 'claimed';

    CREATE TABLE deliveries (
        id TEXT PRIMARY KEY,                 -- of the request, or of what is shared
        started_at REAL NOT NULL,
        begun INTEGER NOT NULL DEFAULT 1,    -- how often
        finished_at REAL,                    -- NULL: it may or may not have reached Slack
        ts TEXT NOT NULL DEFAULT ''          -- of the first message posted, empty for private replies
    );

    CREATE TABLE threads (
        conversation TEXT PRIMARY KEY,
        since REAL NOT NULL                  -- timestamp of the message from which on no mention is needed
    );

    CREATE TABLE turns (
        id INTEGER PRIMARY KEY,
        conversation TEXT NOT NULL,
        request_id TEXT NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('person', 'assistant')),
        text TEXT NOT NULL,
        UNIQUE (request_id, role)
    );
    CREATE INDEX turns_conversation ON turns (conversation, id);

    CREATE TABLE answers (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('answer', 'search')),
        created_at REAL NOT NULL,
        payload TEXT NOT NULL                -- JSON: what its buttons need
    );

    CREATE TABLE feedback (
        answer_id TEXT NOT NULL,
        user_id TEXT NOT NULL,
        value TEXT NOT NULL CHECK (value IN ('helpful', 'not_helpful')),
        updated_at REAL NOT NULL,
        PRIMARY KEY (answer_id, user_id)
    );
    """,
)


async def migrate(connection: aiosqlite.Connection) -> None:
    """Bring the database up to this version, each step with its number in one transaction. Raises StateTooNew."""
    version = await _version(connection)
    if version > len(MIGRATIONS):
        raise StateTooNew(
            f"The state database has version {version}; this program knows {len(MIGRATIONS)}.",
            hint="Upgrade Footnote, or point [conversation] database at another file.",
        )
    for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
        await _apply(connection, number, script)


async def _apply(connection: aiosqlite.Connection, number: int, script: str) -> None:
    await connection.execute("BEGIN IMMEDIATE")
    # Another bot may have done this step while we waited for the lock.
    if await _version(connection) >= number:
        await connection.rollback()
        return
    for statement in script.split(";"):
        await connection.execute(statement)
    await connection.execute(f"PRAGMA user_version = {number}")
    await connection.commit()


async def _version(connection: aiosqlite.Connection) -> int:
    rows = list(await connection.execute_fetchall("PRAGMA user_version"))
    return int(rows[0][0])
