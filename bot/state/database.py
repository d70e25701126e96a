"""One state file: one connection that writes, one that reads, and many writes in one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiosqlite

from bot.errors import StateUnavailable
from bot.state.schema import migrate

# How long to wait for another bot's transaction. A claim may wait twice, and Slack only for three seconds.
BUSY_SECONDS = 1.25
MOST_TOGETHER = 32  # writes in one transaction, so that an urgent one never waits for long
Parameters = Sequence[Any] | Mapping[str, Any]
Rows = list[sqlite3.Row]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One SQL statement; with `many`, its parameters are a sequence of parameters and it returns no rows."""

    sql: str
    parameters: Any = ()
    many: bool = False


_Write = tuple[tuple[Statement, ...], asyncio.Future[list[Rows]]]


class StateDatabase:
    """Several bots on one machine may share the file; SQLite's lock puts their transactions in order.

    A transaction ends when the disk has it, which takes longer than everything in it. So writes that come together
    share one: together they are written, or none of them.
    """

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        self._writer = writer
        self._reader = reader
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
        (self._waiting.appendleft if urgent else self._waiting.append)((statements, future))
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

    async def close(self) -> None:
        """Finish what waits to be written and close both connections."""
        if self._flushing is not None:
            await self._flushing
        await self._reader.close()
        await self._writer.close()

    async def _flush(self) -> None:
        try:
            while self._waiting:
                await self._flush_together()
        finally:
            self._flushing = None

    async def _flush_together(self) -> None:
        batch = [self._waiting.popleft() for _ in range(min(MOST_TOGETHER, len(self._waiting)))]
        try:
            results = await self._transaction([statements for statements, _ in batch])
        except Exception as error:  # noqa: BLE001 - handed to everyone who waits for this transaction
            for _, future in batch:
                if not future.done():
                    future.set_exception(error)
            return
        for (_, future), rows in zip(batch, results, strict=True):
            if not future.done():
                future.set_result(rows)

    async def _transaction(self, writes: Sequence[Sequence[Statement]]) -> list[list[Rows]]:
        await self._writer.execute("BEGIN IMMEDIATE")
        try:
            results = [[await self._run(statement) for statement in statements] for statements in writes]
            await self._writer.commit()
        except BaseException:
            await self._writer.rollback()
            raise
        return results

    async def _run(self, statement: Statement) -> Rows:
        if statement.many:
            await self._writer.executemany(statement.sql, statement.parameters)
            return []
        return list(await self._writer.execute_fetchall(statement.sql, statement.parameters))


def _create(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)


async def _connect(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
    try:
        await connection.execute("PRAGMA journal_mode = WAL")
        # An acknowledged request must survive a loss of power, so every commit reaches the disk.
        await connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        await connection.close()
        raise
    return connection


def _unavailable(path: Path) -> StateUnavailable:
    return StateUnavailable(
        f"The state database {path} cannot be used.",
        hint="Check that its folder exists, may be written, and has space; it must be an SQLite file of Footnote.",
    )
