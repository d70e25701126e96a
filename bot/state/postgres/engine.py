"""The state in a PostgreSQL database: one connection that writes, a few that read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from psycopg import AsyncConnection, AsyncCursor, Error
from psycopg.rows import dict_row

from bot.errors import StateBusy, StateUnavailable, StateUnreachable, StateUnsure
from bot.state.engine import Parameters, Result, Rows, Statement
from bot.state.postgres.clocks import Clocks
from bot.state.postgres.connections import Connection, Connections
from bot.state.postgres.failures import explain
from bot.state.postgres.migrations import is_there, migrate
from bot.state.spelling import postgres as spelled
from bot.state.spelling import storable
from knowledge.errors import IndexUnavailable
from knowledge.store.postgres.address import Address
from knowledge.store.postgres.failures import is_lost
from knowledge.store.postgres.server import check_server

# Slack waits three seconds for an acknowledgement, so whoever cannot be reached is not waited for.
_NETWORK = {
    "connect_timeout": 3,
    "tcp_user_timeout": 5_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
_AGAIN_SECONDS = 1.0  # until a connection is asked for that was lost
# Whoever writes waits for the others first: statements that look at what they change need no other care.
TAKE_TURN = """
    SELECT pg_current_xact_id()::text, extract(epoch FROM clock_timestamp())::float8
    FROM pg_advisory_xact_lock(hashtext('footnote'), hashtext('state'))
"""
# What became of a transaction by its number, and how long that is asked for where nobody answers.
_STATUS = "SELECT pg_xact_status(CAST(? AS xid8))"
_KEPT = {"committed": True, "aborted": False}
_LOOKS, _LOOK_SECONDS = 8, 0.25


class PostgresEngine:
    """The `Engine` on a server. Of all bots that share the database, one at a time writes."""

    several = True

    def __init__(
        self, address: Address, *, connections: int, statement_timeout_seconds: float, clocks: Clocks | None = None
    ) -> None:
        self.address = address
        self._clocks = clocks or Clocks()
        self._writer = Connections(address, most=1, timeout_seconds=statement_timeout_seconds, read_only=False)
        self._readers = Connections(
            address, most=connections, timeout_seconds=statement_timeout_seconds, read_only=True
        )

    @property
    def ahead_seconds(self) -> float:
        """As `Engine` says; known from the first write on."""
        return self._clocks.ahead_seconds

    @classmethod
    async def open(
        cls, url: str, *, connections: int, statement_timeout_seconds: float, clocks: Clocks | None = None
    ) -> PostgresEngine:
        """Open the database, bringing its schema up to date. Raises StateUnavailable, StateTooNew."""
        address = _address(url)
        try:
            async with _first_look(address) as connection:
                await check_server(connection, address)
                await migrate(connection, address)
        except IndexUnavailable as error:
            raise StateUnavailable(str(error), hint=error.hint) from error
        return cls(
            address, connections=connections, statement_timeout_seconds=statement_timeout_seconds, clocks=clocks
        )

    @classmethod
    async def exists(cls, url: str) -> bool:
        """Whether a bot has written there. Raises StateUnavailable."""
        async with _first_look(_address(url)) as connection:
            return await is_there(connection)

    async def transact(self, writes: Sequence[Sequence[Statement]]) -> list[Result]:
        """As `Engine` says. Where one write cannot be carried out, each has a transaction of its own."""
        try:
            return [*await self._committed(writes)]
        except (StateUnreachable, StateBusy, StateUnsure):
            raise
        except StateUnavailable:
            if len(writes) == 1:
                raise
        return [await self._alone(write) for write in writes]

    async def _alone(self, write: Sequence[Statement]) -> Result:
        try:
            (rows,) = await self._committed([write])
        except StateUnavailable as error:
            return error
        return rows

    async def _committed(self, writes: Sequence[Sequence[Statement]]) -> list[list[Rows]]:
        try:
            return await self._try(writes)
        except StateUnreachable:
            # The connection may have been lost long ago, and nobody has noticed.
            return await self._try(writes)

    async def _try(self, writes: Sequence[Sequence[Statement]]) -> list[list[Rows]]:
        """Carry all writes out, or none. Raises StateUnreachable where surely none is kept, StateUnavailable."""
        number, results, since = "", list[list[Rows]](), self._clocks.here()
        try:
            async with self._writer.one() as connection, connection.pipeline() as pipeline:
                await connection.execute("BEGIN")
                turn = await connection.execute(TAKE_TURN)  # with all the rest sent behind it, without a pause
                cursors = [[await _carry_out(one, connection) for one in write] for write in writes]
                await pipeline.sync()
                results = [[await _rows(cursor) for cursor in some] for some in cursors]
                ((number, there),) = await turn.fetchall()
                self._clocks.compare(since, there)
                await connection.execute("COMMIT")
        except Error as error:
            # From the moment that the number is known, the transaction may be kept although nobody says so.
            kept = await self._is_kept(number) if number and is_lost(error) else False
            if not kept:
                raise explain(error, self.address, unsure=kept is None) from error
        return results

    async def _is_kept(self, number: str) -> bool | None:
        """Whether the transaction of that number was committed; None where the server is away for longer."""
        for _ in range(_LOOKS):
            with suppress(Error):
                ((status,),) = await self._fetch(_STATUS, (number,))
                if status in _KEPT:
                    return _KEPT[status]
            await asyncio.sleep(_LOOK_SECONDS)
        return None

    async def fetch(self, sql: str, parameters: Parameters) -> Rows:
        """As `Engine` says; once more on another connection where one was lost."""
        try:
            return await self._fetch(sql, parameters)
        except Error as error:
            if not is_lost(error):
                raise explain(error, self.address) from error
        try:
            return await self._fetch(sql, parameters)
        except Error as error:
            raise explain(error, self.address) from error

    async def _fetch(self, sql: str, parameters: Parameters) -> Rows:
        async with self._readers.one() as connection:
            cursor = await connection.execute(spelled(sql).encode(), _bound(parameters))
            return await cursor.fetchall()

    def notice(self, text: str) -> Statement:
        """As `Engine` says."""
        return Statement(sql="SELECT pg_notify('footnote_state', ?)", parameters=(text,))

    async def news(self) -> AsyncGenerator[str]:
        """As `Engine` says, by a connection of its own."""
        while True:
            with suppress(Error):  # lost, or not to be had
                async with await AsyncConnection.connect(self.address.conninfo, autocommit=True) as connection:
                    await connection.execute("LISTEN footnote_state")
                    async for heard in connection.notifies():
                        yield heard.payload
            await asyncio.sleep(_AGAIN_SECONDS)

    async def settle(self) -> None:
        """Nothing: what was deleted leaves the server's files when it sees fit."""

    async def close(self) -> None:
        """Let what is under way end, then close every connection."""
        await self._readers.close()
        await self._writer.close()


def _address(url: str) -> Address:
    try:
        return Address(url, **_NETWORK)
    except IndexUnavailable as error:
        raise StateUnavailable(str(error), hint=error.hint) from None


@asynccontextmanager
async def _first_look(address: Address) -> AsyncIterator[AsyncConnection[dict[str, Any]]]:
    """A connection by which the server and its schema are seen, before there are any others."""
    try:
        async with await AsyncConnection.connect(
            address.conninfo, autocommit=True, row_factory=dict_row
        ) as connection:
            yield connection
    except Error as error:
        raise explain(error, address) from error


async def _carry_out(statement: Statement, connection: Connection) -> AsyncCursor[tuple[Any, ...]]:
    cursor, sql = connection.cursor(), spelled(statement.sql).encode()
    if statement.many:
        await cursor.executemany(sql, [_bound(one) for one in statement.parameters])
    else:
        await cursor.execute(sql, _bound(statement.parameters))
    return cursor


async def _rows(cursor: AsyncCursor[tuple[Any, ...]]) -> Rows:
    return await cursor.fetchall() if cursor.description else []


def _bound(parameters: Any) -> Any:  # noqa: ANN401 - as the driver takes them
    return storable(parameters)
