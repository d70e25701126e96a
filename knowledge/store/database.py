"""One file, one writer, several readers: every piece of work runs whole, in one transaction, off the event loop."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from knowledge.errors import IndexUnavailable
from knowledge.store.connection import Opening, Session, choose_driver
from knowledge.store.files import create_for_owner, demand
from knowledge.store.migrations import Migration, check_schema, migrate
from knowledge.store.own_thread import Work

T = TypeVar("T")


class Database:
    """A SQLite file whose schema is up to date.

    `read` sees one snapshot; `write` happens whole or not at all. Connections are kept and used again; one that
    failed is thrown away.
    """

    def __init__(self, opening: Opening, *, readers: int) -> None:
        self._path = opening.path
        self._writers = _Pool(opening, size=1)
        self._readers = _Pool(opening.reading(), size=readers)

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        migrations: Sequence[Migration],
        vectors: bool = False,
        readers: int = 4,
        read_only: bool = False,
        untouched: bool = False,
        busy_timeout_seconds: float = 5.0,
        prepare: Callable[[sqlite3.Connection], None] | None = None,
    ) -> Database:
        """Open the file, after creating it (for its owner alone) or bringing its schema up to date.

        `vectors` loads the vector extension. A reader creates and changes nothing; `untouched`
        keeps it from moving a crashed writer's last commits into the file, too. Raises IndexMissing (a reader
        of a missing file), IndexTooNew, DriverMissing, IndexUnavailable.
        """
        driver = choose_driver(vectors=vectors)
        opening = Opening(
            path=path,
            driver=driver,
            vectors=vectors,
            busy_timeout_seconds=busy_timeout_seconds,
            prepare=prepare,
            read_only=read_only,
            untouched=untouched,
        )
        await asyncio.to_thread(demand if read_only else create_for_owner, path)
        database = cls(opening, readers=readers)
        try:
            await database.bring_up_to_date(migrations, read_only=read_only)
        except BaseException:
            await database.close()
            raise
        return database

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    async def bring_up_to_date(self, migrations: Sequence[Migration], *, read_only: bool) -> None:
        """Run the migrations that the file lacks; a reader only checks that none is lacking."""
        pool = self._readers if read_only else self._writers
        step = check_schema if read_only else migrate
        async with pool.session() as session:
            await session.run(partial(step, path=self._path, migrations=migrations))

    async def read(self, work: Work[T]) -> T:
        """Run the work on one consistent snapshot. Raises IndexUnavailable."""
        async with self._readers.session() as session:
            return await session.run(partial(_transaction, "BEGIN", work))

    async def write(self, work: Work[T]) -> T:
        """Run the work as one transaction, after the writes before it. Raises IndexUnavailable."""
        async with self._writers.session() as session:
            return await session.run(partial(_transaction, "BEGIN IMMEDIATE", work))

    async def close(self) -> None:
        """Let running work end, then close every connection."""
        await self._readers.close()
        await self._writers.close()


class _Pool:
    """At most `size` connections, opened when first needed."""

    def __init__(self, opening: Opening, *, size: int) -> None:
        self._opening = opening
        self._size = size
        self._free = asyncio.Semaphore(size)
        self._idle: list[Session] = []
        self._closed = False

    @asynccontextmanager
    async def session(self) -> AsyncIterator[Session]:
        async with self._free:
            if self._closed:
                raise IndexUnavailable(
                    "The database {database} is closed.", hint="Open it again.", database=self._opening.path
                )
            session = self._idle.pop() if self._idle else await self._opened()
            try:
                yield session
            except IndexUnavailable:
                with suppress(IndexUnavailable):
                    await session.finish()
                raise
            except BaseException:
                self._idle.append(session)
                raise
            self._idle.append(session)

    async def _opened(self) -> Session:
        """A new connection; one that nobody waits for any more is kept for the next, since its thread opens it."""
        opening = asyncio.create_task(Session(self._opening).start())
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            with suppress(IndexUnavailable):
                self._idle.append(await opening)
            raise

    async def close(self) -> None:
        self._closed = True
        for _ in range(self._size):  # whoever is at work brings its connection back first
            await self._free.acquire()
        while self._idle:
            await self._idle.pop().finish()
        for _ in range(self._size):
            self._free.release()


def _transaction(begin: str, work: Work[T], connection: sqlite3.Connection) -> T:
    connection.execute(begin)
    try:
        result = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        # A full disk or a broken file has rolled back by itself; asking again would hide the first error.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result
