"""One database, one writer at a time, several readers: every piece of work runs whole, in one transaction."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias, TypeVar

from pgvector.psycopg import register_vector_async
from psycopg import AsyncConnection, Error, IsolationLevel
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool

from knowledge.errors import IndexUnavailable
from knowledge.store.postgres import server_statements
from knowledge.store.postgres.address import Address
from knowledge.store.postgres.failures import explain, is_lost
from knowledge.store.postgres.migrations import check_schema, migrate
from knowledge.store.postgres.server import check_pgvector, check_server

T = TypeVar("T")
Connection: TypeAlias = AsyncConnection[dict[str, Any]]
Work = Callable[[Connection], Awaitable[T]]

_IDLE_SECONDS = 300.0  # a connection beyond the first that nobody used for so long is closed
_WAIT_SECONDS = 30.0  # for a connection that comes free


class Database:
    """A PostgreSQL database whose schema is up to date.

    `read` sees one snapshot; `write` happens whole or not at all, after the writes of every other process.
    """

    def __init__(self, address: Address, *, connections: int, statement_timeout_seconds: float) -> None:
        self.address = address
        self._timeout = statement_timeout_seconds
        self._readers = self._pool(self._prepare_reader, most=connections, least=1)
        self._writer = self._pool(self._prepare_writer, most=1, least=0)

    @classmethod
    async def open(cls, url: str, *, connections: int, statement_timeout_seconds: float, read_only: bool) -> Database:
        """Open the database, bringing its schema up to date unless it is only read.

        Raises IndexMissing (a reader of a database without index), IndexTooNew, IndexUnavailable.
        """
        address = Address(url)
        database = cls(address, connections=connections, statement_timeout_seconds=statement_timeout_seconds)
        async with database.connected() as connection:
            await check_server(connection, address)
            await check_pgvector(connection, address)
            await (check_schema if read_only else migrate)(connection, address)
        await database.start()
        return database

    async def start(self) -> None:
        """Open the pools; their connections come when they are first needed."""
        await self._readers.open()
        await self._writer.open()

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Connection]:
        """A connection of its own, outside the pools, in autocommit. Raises IndexUnavailable."""
        with_rows: type[Connection] = AsyncConnection[dict[str, Any]]
        try:
            connection = await with_rows.connect(self.address.conninfo, autocommit=True, row_factory=dict_row)
            async with connection:
                await connection.execute(server_statements.SETTLE)
                yield connection
        except Error as error:
            raise explain(error, self.address) from error

    async def read(self, work: Work[T]) -> T:
        """Run the work on one snapshot, and once more where its connection was lost. Raises IndexUnavailable."""
        try:
            return await self._run(self._readers, work)
        except Error as error:
            if not is_lost(error):
                raise explain(error, self.address) from error
        try:
            await self._readers.check()  # after a restart of the server none of the others lives either
            return await self._run(self._readers, work)
        except Error as error:
            raise explain(error, self.address) from error

    async def read_aside(self, work: Work[T]) -> T:
        """Run long work on one snapshot, on a connection that nobody waits for. Raises IndexUnavailable."""
        async with self.connected() as connection:
            await self._prepare_reader(connection)
            async with connection.transaction():
                return await work(connection)

    async def write(self, work: Work[T]) -> T:
        """Run the work as one transaction, after the writes before it. Raises IndexUnavailable."""
        try:
            await self._writer.check()
            return await self._run(self._writer, work)
        except Error as error:
            raise explain(error, self.address) from error

    async def close(self) -> None:
        """Let running work end, then close every connection."""
        await self._readers.close()
        await self._writer.close()

    async def _run(self, pool: AsyncConnectionPool[Connection], work: Work[T]) -> T:
        if pool.closed:
            raise IndexUnavailable("The database {database} is closed.", hint="Open it again.", database=self.address)
        async with pool.connection() as connection, connection.transaction():
            return await work(connection)

    def _pool(
        self, prepare: Callable[[Connection], Awaitable[None]], *, most: int, least: int
    ) -> AsyncConnectionPool[Connection]:
        return AsyncConnectionPool(
            self.address.conninfo,
            connection_class=AsyncConnection[dict[str, Any]],
            kwargs={"row_factory": dict_row},
            configure=prepare,
            min_size=least,
            max_size=most,
            timeout=_WAIT_SECONDS,
            max_idle=_IDLE_SECONDS,
            open=False,
        )

    async def _prepare_reader(self, connection: Connection) -> None:
        await self._prepare(connection)
        await connection.set_isolation_level(IsolationLevel.REPEATABLE_READ)
        await connection.set_read_only(True)

    async def _prepare_writer(self, connection: Connection) -> None:
        await self._prepare(connection)

    async def _prepare(self, connection: Connection) -> None:
        await connection.execute(server_statements.SETTLE)
        await connection.execute(server_statements.STATEMENT_TIMEOUT, (f"{int(self._timeout * 1_000)}ms",))
        await register_vector_async(connection)
        await connection.commit()
