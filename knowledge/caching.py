"""What was worked out is not worked out again, and equal work at the same moment is done once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """The last values by key, at most `size` of them, least recently used ones dropped first.

    For one event loop. Failures are not kept. Whoever waits may be cancelled without harm to the others; when the
    last one is, the work is cancelled too. Values are shared by those who get them, so they must not be changed.
    """

    def __init__(self, size: int) -> None:
        self._values: LRUCache[K, V] = LRUCache(size)
        self._running: dict[K, _Flight[V]] = {}

    def __len__(self) -> int:
        return len(self._values)

    async def get(self, key: K, make: Callable[[], Awaitable[V]]) -> V:
        """Return the kept value, else that of the work under way for this key, else start it. Raises what it does."""
        if key in self._values:
            return self._values[key]
        flight = self._running.get(key) or self._take_off(key, make)
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if not flight.waiting:
                flight.task.cancel()  # does nothing once it is done
                self._land(key, flight)

    def forget(self, key: K) -> None:
        """Drop the kept value, where there is one."""
        self._values.pop(key, None)

    def _take_off(self, key: K, make: Callable[[], Awaitable[V]]) -> _Flight[V]:
        flight = self._running[key] = _Flight(task=asyncio.ensure_future(self._keep(key, make)))
        flight.task.add_done_callback(lambda _: self._land(key, flight))
        return flight

    def _land(self, key: K, flight: _Flight[V]) -> None:
        if self._running.get(key) is flight:
            del self._running[key]

    async def _keep(self, key: K, make: Callable[[], Awaitable[V]]) -> V:
        value = self._values[key] = await make()
        return value


@dataclass(slots=True, kw_only=True)
class _Flight(Generic[V]):
    """Work under way and the number of those who wait for it."""

    task: asyncio.Task[V]
    waiting: int = 0
