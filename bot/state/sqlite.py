"""The state in one SQLite file: one connection that writes, one that reads."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from bot.errors import StateBusy, StateUnavailable
from bot.state.engine import Parameters, Result, Rows, Statement
from bot.state.schema import migrate
from bot.state.spelling import sqlite as spelled
from knowledge.store.own_thread import OwnThread

# How long to wait for another bot's transaction. A claim may wait twice, and Slack only for three seconds.
BUSY_SECONDS = 1.25
_SWITCH_PAUSE_SECONDS = 0.01
_Result = list[Rows] | sqlite3.Error


class SqliteEngine:
    """Several bots on one machine may share the file; SQLite's lock puts their transactions in order."""

    several = False
    ahead_seconds = 0.0

    def __init__(self, path: Path, writer: OwnThread, reader: OwnThread) -> None:
        self._path = path
        self._writer = writer
        self._reader = reader

    @classmethod
    async def open(cls, path: Path) -> SqliteEngine:
        """Open or create the file, readable by its owner alone. Raises StateUnavailable, StateTooNew."""
        try:
            await asyncio.to_thread(_create, path)
            return await cls._opened(path)
        except (OSError, sqlite3.Error) as error:
            raise _unavailable(path) from error

    @classmethod
    async def _opened(cls, path: Path) -> SqliteEngine:
        async with AsyncExitStack() as stack:
            writer = await _connect(path)
            stack.push_async_callback(writer.close)
            await migrate(writer)
            reader = await _connect(path)
            stack.push_async_callback(reader.close)
            stack.pop_all()
            return cls(path, writer, reader)

    async def transact(self, writes: Sequence[Sequence[Statement]]) -> list[Result]:
        """As `Engine` says."""
        try:
            results = await self._writer.run(partial(_transaction, writes))
        except sqlite3.Error as error:
            raise explain(error, self._path) from error
        return [explain(result, self._path) if isinstance(result, sqlite3.Error) else result for result in results]

    async def fetch(self, sql: str, parameters: Parameters) -> Rows:
        """As `Engine` says."""
        try:
            return [tuple(row) for row in await self._reader.execute_fetchall(spelled(sql), parameters)]
        except sqlite3.Error as error:
            raise explain(error, self._path) from error

    def notice(self, text: str) -> None:
        """None: bots that share a file do not tell each other anything."""

    async def news(self) -> AsyncGenerator[str]:
        """None, for ever."""
        await asyncio.Event().wait()
        yield ""

    async def settle(self) -> None:
        """Empty the write-ahead log."""
        try:
            await self._writer.run(_checkpoint)
        except sqlite3.Error as error:
            raise explain(error, self._path) from error

    async def close(self) -> None:
        """Close both connections."""
        await self._reader.close()
        await self._writer.close()


def explain(error: sqlite3.Error, path: Path) -> StateUnavailable:
    """The error of ours in place of SQLite's, which stays its cause."""
    # Errors of the module itself carry no code.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        explained: StateUnavailable = StateBusy(
            f"The state database {path} is locked by another program.", hint="Try again when that has finished."
        )
    elif code == sqlite3.SQLITE_FULL:
        explained = StateUnavailable(f"There is no space left for the state database {path}.", hint="Free some.")
    else:
        explained = _unavailable(path)
    explained.__cause__ = error
    return explained


def _unavailable(path: Path) -> StateUnavailable:
    return StateUnavailable(
        f"The state database {path} cannot be used.",
        hint="Check that its folder exists, may be written, and has space; it must be an SQLite file of Footnote.",
    )


def _transaction(writes: Sequence[Sequence[Statement]], connection: sqlite3.Connection) -> list[_Result]:
    """Carry all writes out; what each gave, or why it was undone. Raises sqlite3.Error where none is kept."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        results = [_write(statements, connection) for statements in writes]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return results


def _write(statements: Sequence[Statement], connection: sqlite3.Connection) -> _Result:
    connection.execute("SAVEPOINT one")
    try:
        results = [_rows(statement, connection) for statement in statements]
    except sqlite3.Error as error:
        if not connection.in_transaction:  # a full disk has undone everything
            raise
        connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
        return error
    connection.execute("RELEASE one")
    return results


def _rows(statement: Statement, connection: sqlite3.Connection) -> Rows:
    if statement.many:
        connection.executemany(spelled(statement.sql), statement.parameters)
        return []
    return connection.execute(spelled(statement.sql), statement.parameters).fetchall()


def _checkpoint(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _create(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)


async def _connect(path: Path) -> OwnThread:
    connection = OwnThread(
        partial(sqlite3.connect, path, isolation_level=None, timeout=BUSY_SECONDS), iter_chunk_size=64
    )
    await connection
    try:
        await connection.run(_switch_to_wal)
        # An acknowledged request must survive a loss of power, so every commit reaches the disk.
        await connection.execute("PRAGMA synchronous = FULL")
        # What people take back must not stay readable in the file.
        await connection.execute("PRAGMA secure_delete = ON")
    except BaseException:
        await connection.close()
        raise
    return connection


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    """Wait for others that switch at the same moment: of them SQLite's own timeout knows nothing."""
    deadline = time.monotonic() + BUSY_SECONDS
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_SWITCH_PAUSE_SECONDS)
