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
    """
    CREATE TABLE digest_watch (
        channel TEXT PRIMARY KEY,
        until REAL NOT NULL                  -- seconds since the epoch: every slot up to then has been claimed
    );

    CREATE TABLE digest_pairs (
        channel TEXT NOT NULL,
        id TEXT NOT NULL,                    -- of the two notes, whatever they say
        contents TEXT NOT NULL,              -- a hash of what they said when they were reported
        slot TEXT NOT NULL,                  -- the digest that reported them first
        payload TEXT NOT NULL,               -- JSON: the two notes
        PRIMARY KEY (channel, id)
    );

    CREATE TABLE set_aside (
        id TEXT PRIMARY KEY,                 -- of the two notes
        contents TEXT NOT NULL,              -- when one of them says something else, the pair comes back
        until REAL,                          -- NULL: for good
        user_id TEXT NOT NULL,
        at REAL NOT NULL
    );

    CREATE TABLE unanswered (
        id TEXT PRIMARY KEY,                 -- of the request
        question TEXT NOT NULL,
        person TEXT NOT NULL,                -- the same few characters for the same person, and no name
        at REAL NOT NULL,
        told INTEGER NOT NULL DEFAULT 0,     -- whether it was in a digest
        resolved INTEGER NOT NULL DEFAULT 0
    );
    """,
    """
    ALTER TABLE feedback ADD COLUMN reason TEXT NOT NULL DEFAULT '';  -- why it did not help, empty: not said
    ALTER TABLE feedback ADD COLUMN comment TEXT NOT NULL DEFAULT ''; -- the same in the person's words
    ALTER TABLE feedback ADD COLUMN told_by TEXT NOT NULL DEFAULT ''; -- the request that told the notes' owners

    ALTER TABLE turns ADD COLUMN at REAL NOT NULL DEFAULT 0;
    UPDATE turns SET at = CAST(strftime('%s', 'now') AS REAL);

    CREATE INDEX answers_user ON answers (json_extract(payload, '$.user'), created_at);
    """,
    """
    CREATE TABLE thread_rules (
        thread TEXT PRIMARY KEY,             -- team, channel and thread
        at REAL NOT NULL,                    -- when it began, seconds since the epoch
        payload TEXT NOT NULL                -- JSON: the rules of its channel at that time
    );

    CREATE TABLE model_usage (
        day TEXT PRIMARY KEY,                -- of UTC, as 2026-11-30
        tokens INTEGER NOT NULL,             -- read and written
        dollars REAL NOT NULL                -- as far as prices are known
    );
    """,
    """
    ALTER TABLE requests ADD COLUMN led_by TEXT NOT NULL DEFAULT ''; -- the request whose answer takes this one up
    CREATE INDEX requests_led ON requests (led_by) WHERE led_by <> '';
    CREATE INDEX answers_others ON answers (id) WHERE json_array_length(payload, '$.others') > 0;
    """,
    """
    CREATE TABLE quiet_threads (
        conversation TEXT PRIMARY KEY,
        muted_at REAL NOT NULL,              -- timestamp of the last message that said mute, 0: none
        unmuted_at REAL NOT NULL             -- the same of unmute
    );
    """,
    """
    CREATE TABLE welcomes (
        place TEXT PRIMARY KEY,              -- team and channel
        request_id TEXT NOT NULL             -- the request that says hello there, and none after it
    );
    """,
    """
    CREATE TABLE askings (
        who TEXT NOT NULL,                   -- a few characters for a person of a workspace, empty: everybody
        number INTEGER NOT NULL,             -- among what they asked, from 1 on
        at REAL NOT NULL,                    -- seconds since the epoch, deleted a minute later
        PRIMARY KEY (who, number)
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
