"""One state file: one connection that writes, one that reads, and many writes in one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot.errors import StateUnavailable
from bot.state.schema import migrate

# How long to wait for another bot's transaction. A claim may wait twice, and Slack only for three seconds.
BUSY_SECONDS = 1.25
_SWITCH_PAUSE_SECONDS = 0.01
MOST_TOGETHER = 128  # writes in one transaction, so that an urgent one never waits for long
Parameters = Sequence[Any] | Mapping[str, Any]
Rows = list[sqlite3.Row]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One SQL statement; with `many`, its parameters are a sequence of parameters and it returns no rows."""

    sql: str
    parameters: Any = ()
    many: bool = False


_Write = tuple[tuple[Statement, ...], asyncio.Future[list[Rows]]]
_Result = list[Rows] | sqlite3.Error
T = TypeVar("T")


class _Connection(aiosqlite.Connection):
    """A connection in a thread of its own, where a whole transaction takes one turn.

    Going there and back for each statement would wait each time for whatever computes in other threads.
    """

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run the work in the connection's thread. Raises what it raises."""
        execute: Callable[..., Any] = self._execute
        result: T = await execute(work, self._conn)
        return result


class StateDatabase:
    """Several bots on one machine may share the file; SQLite's lock puts their transactions in order.

    A transaction ends when the disk has it, which takes longer than everything in it. So writes that come together
    share one. One that cannot be carried out is undone and fails alone.
    """

    def __init__(self, writer: _Connection, reader: _Connection) -> None:
        self._writer = writer
        self._reader = reader
        self._urgent: deque[_Write] = deque()
        self._waiting: deque[_Write] = deque()
        self._flushing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, path: Path) -> StateDatabase:
        """Open or create the file, readable by its owner alone. Raises StateUnavailable, StateTooNew."""
        try:
            await asyncio.to_thread(_create, path)
            return await cls._opened(path)
        except (OSError, sqlite3.Error) as error:
            raise _unavailable(path) from error

    @classmethod
    async def _opened(cls, path: Path) -> StateDatabase:
        async with AsyncExitStack() as stack:
            writer = await _connect(path)
            stack.push_async_callback(writer.close)
            await migrate(writer)
            reader = await _connect(path)
            stack.push_async_callback(reader.close)
            database = cls(writer, reader)
            try:
                await database.check()
            except sqlite3.Error as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:  # locked: that passes
                    raise
            stack.pop_all()
            return database

    async def check(self) -> None:
        """Write something and take it away again. Raises sqlite3.Error where nothing can be written now."""
        await self.write(
            Statement(sql="INSERT INTO deliveries (id, started_at) VALUES ('check', 0) ON CONFLICT DO NOTHING"),
            Statement(sql="DELETE FROM deliveries WHERE id = 'check'"),
        )

    async def write(self, *statements: Statement, urgent: bool = False) -> list[Rows]:
        """Carry the statements out together and in order; each one's rows. Raises sqlite3.Error.

        When it returns, they outlive a crash and a loss of power. `urgent`: before everything that waits.
        """
        future: asyncio.Future[list[Rows]] = asyncio.get_running_loop().create_future()
        (self._urgent if urgent else self._waiting).append((statements, future))
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())
        return await future

    async def execute(self, sql: str, parameters: Parameters = ()) -> Rows:
        """Write with a single statement; the rows that it returns. Raises sqlite3.Error."""
        (rows,) = await self.write(Statement(sql=sql, parameters=parameters))
        return rows

    async def fetch(self, sql: str, parameters: Parameters = ()) -> Rows:
        """Rows of a statement that only reads. Raises sqlite3.Error."""
        return list(await self._reader.execute_fetchall(sql, parameters))

    async def empty_log(self) -> None:
        """Take what was deleted out of the write-ahead log too, as far as nobody reads it just now."""
        await self._writer.run(_checkpoint)

    async def close(self) -> None:
        """Finish what waits to be written and close both connections."""
        if self._flushing is not None:
            await self._flushing
        await self._reader.close()
        await self._writer.close()

    async def _flush(self) -> None:
        try:
            while self._urgent or self._waiting:
                await self._flush_together()
        finally:
            self._flushing = None

    async def _flush_together(self) -> None:
        batch = list(self._taken())
        results: Sequence[_Result | Exception]
        try:
            results = await self._writer.run(partial(_transaction, [statements for statements, _ in batch]))
        except Exception as error:  # noqa: BLE001 - handed to everyone who waits for this transaction
            results = [error] * len(batch)
        for (_, future), result in zip(batch, results, strict=True):
            if future.done():
                continue
            if isinstance(result, Exception):
                future.set_exception(result)
            else:
                future.set_result(result)

    def _taken(self) -> Iterator[_Write]:
        """The next writes, urgent ones first, each kind in its order."""
        for _ in range(MOST_TOGETHER):
            queue = self._urgent or self._waiting
            if not queue:
                return
            yield queue.popleft()


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
        connection.executemany(statement.sql, statement.parameters)
        return []
    return connection.execute(statement.sql, statement.parameters).fetchall()


def _checkpoint(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _create(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)


async def _connect(path: Path) -> _Connection:
    connection = _Connection(
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


def _unavailable(path: Path) -> StateUnavailable:
    return StateUnavailable(
        f"The state database {path} cannot be used.",
        hint="Check that its folder exists, may be written, and has space; it must be an SQLite file of Footnote.",
    )
