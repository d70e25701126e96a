"""Works through claimed requests: many at once, one after the other inside a conversation, none forgotten."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable

from bot.metrics import Metrics
from bot.requests import Request
from bot.state.inbox import Inbox, Taken

Work = Callable[[Taken], Awaitable[None]]  # ends the request it is given, and raises nothing but CancelledError
_KEEP_SECONDS = 30 * 24 * 3600.0  # finished requests; Slack repeats an event for an hour at most
_PRUNE_SECONDS = 24 * 3600.0
_log = logging.getLogger(__name__)


class Workers:
    """Tasks of one running bot; `stopped` ends a request that `work` had no time for."""

    def __init__(
        self,
        inbox: Inbox,
        work: Work,
        stopped: Work,
        *,
        owner: str,
        metrics: Metrics,
        lease_seconds: float = 15.0,
        at_once: int = 100,
    ) -> None:
        self._inbox = inbox
        self._work = work
        self._stopped = stopped
        self._owner = owner
        self._metrics = metrics
        self._lease_seconds = lease_seconds
        self._slots = asyncio.Semaphore(at_once)
        self._tasks: dict[str, asyncio.Task[None]] = {}  # by request id
        self._last: dict[str, asyncio.Task[None]] = {}
        self._closing = False

    def submit(self, request: Request) -> None:
        """Take on a request that this bot has just claimed."""
        self._take(Taken(request=request, attempts=1))

    async def run(self) -> None:
        """Keep the leases and take over what others left open, until cancelled."""
        pruned = 0.0
        while True:
            try:
                await self._tend()
                if time.time() - pruned > _PRUNE_SECONDS:
                    pruned = time.time()
                    await self._inbox.prune(pruned - _KEEP_SECONDS)
            except sqlite3.Error as error:
                _log.warning("The state database could not be used (%s); trying again.", type(error).__name__)
            await asyncio.sleep(self._lease_seconds / 3)

    async def stop(self, grace_seconds: float) -> None:
        """Let everything claimed end; what has not after the grace is cancelled, and says so to whoever waits."""
        self._closing = True
        loop = asyncio.get_running_loop()
        deadline = loop.time() + grace_seconds
        # Again and again: the last claims may still be on their way to us.
        while self._tasks and (left := deadline - loop.time()) > 0:
            await asyncio.wait(self._tasks.values(), timeout=left)
        late = list(self._tasks.values())
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late)

    async def _tend(self) -> None:
        now = time.time()
        if self._tasks:
            await self._inbox.extend(self._owner, list(self._tasks), now + self._lease_seconds)
        if self._closing:
            return
        for taken in await self._inbox.take_over(self._owner, now=now, lease_until=now + self._lease_seconds):
            self._metrics.taken_over.inc()
            self._take(taken)

    def _take(self, taken: Taken) -> None:
        request_id, queue = taken.request.id, taken.request.queue
        task = asyncio.create_task(self._in_turn(taken, self._last.get(queue)))
        self._tasks[request_id] = task
        self._last[queue] = task
        self._metrics.in_progress.inc()
        task.add_done_callback(lambda done: self._done(request_id, queue, done))

    async def _in_turn(self, taken: Taken, previous: asyncio.Task[None] | None) -> None:
        try:
            if previous is not None:
                await asyncio.wait([previous])
            async with self._slots:
                await self._work(taken)
        except asyncio.CancelledError:
            await self._stopped(taken)

    def _done(self, request_id: str, queue: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(request_id) is task:
            del self._tasks[request_id]
        self._metrics.in_progress.dec()
        if self._last.get(queue) is task:
            del self._last[queue]
        if not task.cancelled() and task.exception() is not None:
            _log.error("A request could not be ended (%s).", type(task.exception()).__name__)
