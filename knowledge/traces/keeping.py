"""Finished traces on their way to the disk: behind the answers, and never in their way."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from knowledge.errors import KnowledgeError
from knowledge.faults import fault
from knowledge.traces.shapes import Privacy
from knowledge.traces.store import SqliteTraces
from knowledge.traces.values import Trace

MOST_WAITING = 1_000  # traces; while the disk is away the oldest of more are dropped
DAY_SECONDS = 24 * 3600.0
_log = logging.getLogger(__name__)


def _now() -> datetime:
    return datetime.now(UTC)


class TraceKeeper:
    """Writes traces and forgets old ones (`values.TraceSink`). For one event loop.

    A database that cannot be used costs traces, never an answer: that is warned of once, and again only after
    something could be written in between.
    """

    def __init__(
        self,
        path: Path,
        *,
        retention_days: int = 30,
        privacy: Privacy | None = None,
        now: Callable[[], datetime] = _now,
        prune_every_seconds: float = DAY_SECONDS,
    ) -> None:
        self._path = path
        self._retention = timedelta(days=retention_days)
        self._privacy = privacy or Privacy()
        self._now = now
        self._prune_every_seconds = prune_every_seconds
        self._waiting: deque[Trace] = deque(maxlen=MOST_WAITING)
        self._traces: SqliteTraces | None = None
        self._turn = asyncio.Lock()
        self._writing: asyncio.Task[None] | None = None
        self._pruning: asyncio.Task[None] | None = None
        self._pruned = asyncio.Event()
        self._warned = False

    def start(self) -> None:
        """Forget old traces now and daily, beside everything else."""
        self._pruning = asyncio.create_task(self._prune_daily())

    def keep(self, trace: Trace) -> None:
        """Take the trace; it is written soon."""
        self._waiting.append(trace)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_waiting())

    async def close(self) -> None:
        """Write what waits, then close the file."""
        if self._writing is not None:
            await self._writing
        if self._pruning is not None:
            await self._pruned.wait()  # a command that ends at once forgets old traces too
            async with self._turn:  # a deletion that has begun ends first
                self._pruning.cancel()
            await asyncio.wait([self._pruning])
        if self._traces is not None:
            with suppress(KnowledgeError):
                await self._traces.close()

    async def _write_waiting(self) -> None:
        while self._waiting:
            batch = list(self._waiting)
            self._waiting.clear()
            await self._attempt(partial(SqliteTraces.keep, traces=batch, privacy=self._privacy))

    async def _prune_daily(self) -> None:
        while True:
            before = self._now() - self._retention
            await self._attempt(partial(SqliteTraces.forget, before=before))
            self._pruned.set()
            await asyncio.sleep(self._prune_every_seconds)

    async def _attempt(self, work: Callable[[SqliteTraces], Awaitable[None]]) -> None:
        async with self._turn:
            try:
                if self._traces is None:
                    self._traces = await SqliteTraces.open(self._path)
                await work(self._traces)
            except KnowledgeError as error:
                self._warn(f"{error} {error.hint}")
            except Exception as error:  # noqa: BLE001 - whatever goes wrong here, answers go on
                self._warn(fault(error))
            else:
                self._warned = False

    def _warn(self, why: str) -> None:
        if not self._warned:
            _log.warning("Traces are not recorded for now: %s", why)
        self._warned = True
