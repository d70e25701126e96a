"""A SQLite connection that has a thread of its own, where a whole piece of work takes one turn."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any, Self, TypeVar

import aiosqlite

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]  # runs in the connection's thread


class OwnThread(aiosqlite.Connection):
    """Going there and back for each statement would wait each time for whatever computes in other threads."""

    async def run(self, work: Work[T]) -> T:
        """Run the work in the connection's thread. Raises what it raises; ValueError where nothing is open."""
        execute: Callable[..., Any] = self._execute
        result: T = await execute(work, self._conn)
        return result

    async def _connect(self) -> Self:
        try:
            await super()._connect()
        except BaseException:
            # The thread of a connection that did not open still tells the event loop of its end; a loop that is
            # closed by then would make that an error of whatever runs next.
            await asyncio.to_thread(self._thread.join)
            raise
        return self
