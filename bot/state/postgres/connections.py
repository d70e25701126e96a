"""A few connections, each made when it is first needed, and anew after it was lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from psycopg import AsyncConnection
from psycopg.pq import TransactionStatus

from knowledge.store.postgres.address import Address

Connection: TypeAlias = AsyncConnection[tuple[Any, ...]]

# A transaction that waits for its bot so long has none any more, and must not hold up the others, for whose
# acknowledgement Slack waits three seconds. One that waited for them must see what they wrote, so a server's stricter
# default would fail it.
_PREPARE = """
    SELECT set_config('search_path', 'footnote_state', false),
        set_config('statement_timeout', %s, false),
        set_config('idle_in_transaction_session_timeout', '1s', false),
        set_config('default_transaction_read_only', %s, false),
        set_config('default_transaction_isolation', 'read committed', false),
        set_config('jit', 'off', false),
        set_config('synchronous_commit', CASE current_setting('synchronous_commit')
            WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)
"""
# To the server, a bot that freezes while it sends is at work. From version 17 on it can end that too: after the time
# that its turn may take to come, and as much again.
_LIMIT_TURN = "SELECT set_config(name, %s, false) FROM pg_settings WHERE name = 'transaction_timeout'"


class Connections:
    """At most so many at once, in autocommit. A pool that tries again by itself would hide why there is none."""

    def __init__(self, address: Address, *, most: int, timeout_seconds: float, read_only: bool) -> None:
        self._address = address
        self._timeout = f"{int(timeout_seconds * 1_000)}ms"
        self._longest_turn = f"{int(timeout_seconds * 2_000)}ms"
        self._read_only = read_only
        self._free: asyncio.LifoQueue[Connection | None] = asyncio.LifoQueue()
        for _ in range(most):
            self._free.put_nowait(None)
        self._most = most

    @asynccontextmanager
    async def one(self) -> AsyncIterator[Connection]:
        """A connection for the length of the block. Raises psycopg.Error where none can be made."""
        connection = await self._free.get()
        try:
            if connection is None:
                connection = await self._connect()
            yield connection
        finally:
            if connection is not None and not _usable(connection):
                await connection.close()
                connection = None
            self._free.put_nowait(connection)

    async def close(self) -> None:
        """Let what is under way end, then close all."""
        for _ in range(self._most):
            connection = await self._free.get()
            if connection is not None:
                await connection.close()

    async def _connect(self) -> Connection:
        connection: Connection = await AsyncConnection.connect(self._address.conninfo, autocommit=True)
        try:
            await connection.execute(_PREPARE, (self._timeout, "on" if self._read_only else "off"))
            await connection.execute(_LIMIT_TURN, (self._longest_turn,))
        except BaseException:
            await connection.close()
            raise
        return connection


def _usable(connection: Connection) -> bool:
    return not connection.closed and connection.info.transaction_status is TransactionStatus.IDLE
