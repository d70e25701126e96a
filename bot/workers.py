"""Works through claimed requests: many at once, one after the other inside a conversation, none forgotten."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace

from bot.errors import StateUnavailable
from bot.logs import about
from bot.metrics import Metrics
from bot.requests import SLOW, Request
from bot.state.inbox import Claimed, Inbox, Taken
from bot.text import Sentence

Waiting = Callable[[Request, int], Awaitable[None]]  # tells that so many are first
Refuse = Callable[[Claimed, int], Sentence | None]
# Ends the request that it is given, and those of `behind` whose ids it returns. Raises nothing but CancelledError.
Work = Callable[[Taken], Awaitable[Collection[str]]]
Stopped = Callable[[Taken], Awaitable[None]]
_KEEP_SECONDS = 30 * 24 * 3600.0  # finished requests; Slack repeats an event for an hour at most
_PRUNE_SECONDS = 24 * 3600.0
_REMIND_SECONDS = 100.0
_log = logging.getLogger(__name__)


class Workers:
    """Tasks of one running bot; `stopped` ends a request that `work` had no time for.

    `at_once` bounds those that may wait for a chat model, and as many others may be worked on beside them. `refuse`
    gives the sentence for a new request that is not taken on while so many are in line; None: it is.
    """

    def __init__(
        self,
        inbox: Inbox,
        work: Work,
        stopped: Stopped,
        *,
        owner: str,
        metrics: Metrics,
        lease_seconds: float = 15.0,
        at_once: int = 100,
        waiting: Waiting | None = None,
        notice_seconds: float = 2.0,
        refuse: Refuse | None = None,
    ) -> None:
        self._inbox = inbox
        self._work = work
        self._stopped = stopped
        self._owner = owner
        self._metrics = metrics
        self._lease_seconds = lease_seconds
        # What waits for a slow chat model must not keep searches and buttons from a free hand.
        self._slow, self._quick = asyncio.Semaphore(at_once), asyncio.Semaphore(at_once)
        self._waiting = waiting
        self._notice_seconds = notice_seconds
        self._refuse = refuse
        self._at_once = at_once
        self._in_line = 0
        self._tasks: dict[str, asyncio.Task[None]] = {}  # by request id
        self._last: dict[str, asyncio.Task[None]] = {}  # by queue, as what follows is
        self._lines: defaultdict[str, dict[str, Taken]] = defaultdict(dict)  # by request id: whose turn has not come
        self._closing = False
        self._tended = time.monotonic()  # when the state database was last known to be there

    def submit(self, claimed: Claimed) -> None:
        """Take on a request that this bot has just claimed."""
        waiting = max(0, len(self._tasks) - self._at_once)
        refusal = self._refuse(claimed, waiting) if self._refuse else None
        self._take(Taken(request=claimed.request, attempts=1, refusal=refusal))

    async def run(self) -> None:
        """Keep the leases and take over what others left open, until cancelled."""
        pruned = 0.0
        while True:
            try:
                await self._tend()
                if time.time() - pruned > _PRUNE_SECONDS:
                    pruned = time.time()
                    await self._inbox.prune(pruned - _KEEP_SECONDS)
            except StateUnavailable as error:
                _log.warning("%s Trying again.", error)
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
        await self._keep_leases()
        if self._closing:
            return
        if time.monotonic() - self._tended > self._lease_seconds * 2 / 3:
            # Nobody could extend a lease for long: others live whose leases have run out, and they come first.
            await self._inbox.check()
        else:
            await self._take_over()
        self._tended = time.monotonic()

    async def _take_over(self) -> None:
        now = time.time()
        for taken in await self._inbox.take_over(self._owner, now=now, lease_until=now + self._lease_seconds):
            self._metrics.taken_over.inc()
            self._take(taken)

    async def _keep_leases(self) -> None:
        """Extend them; once more where that had to wait for the database, since they have aged meanwhile."""
        took_seconds = self._lease_seconds
        while self._tasks and took_seconds > self._lease_seconds / 3:
            begun = time.monotonic()
            await self._inbox.extend(self._owner, list(self._tasks), time.time() + self._lease_seconds)
            took_seconds = time.monotonic() - begun

    def _take(self, taken: Taken) -> None:
        request_id = taken.request.id
        queue = request_id if taken.refusal else taken.request.queue  # a refusal waits for nobody
        self._lines[queue][request_id] = taken
        with about(request_id):
            task = asyncio.create_task(self._in_turn(taken, queue, self._last.get(queue)))
        self._tasks[request_id] = task
        self._last[queue] = task
        self._metrics.in_progress.inc()
        task.add_done_callback(lambda done: self._done(request_id, queue, done))

    async def _in_turn(self, taken: Taken, queue: str, previous: asyncio.Task[None] | None) -> None:
        try:
            if previous is not None:
                await asyncio.wait([previous])
            if taken.request.id not in self._lines[queue]:
                return  # it was answered together with one before it
            if taken.refusal:
                await self._work(taken)
                return
            slots = self._slow if taken.request.kind in SLOW else self._quick
            await self._free_hand(taken.request, slots)
            try:
                await self._begin(taken, self._lines[queue])
            finally:
                slots.release()
        except asyncio.CancelledError:
            await self._stopped(taken)

    async def _begin(self, taken: Taken, line: dict[str, Taken]) -> None:
        del line[taken.request.id]
        for request_id in await self._work(replace(taken, behind=tuple(line.values()))):
            line.pop(request_id, None)

    async def _free_hand(self, request: Request, slots: asyncio.Semaphore) -> None:
        telling = asyncio.create_task(self._tell(request, self._in_line)) if slots.locked() else None
        self._in_line += 1
        self._metrics.waiting.inc()
        try:
            with self._metrics.stage("wait"):
                await slots.acquire()
        finally:
            self._in_line -= 1
            self._metrics.waiting.dec()
            if telling is not None:
                telling.cancel()

    async def _tell(self, request: Request, ahead: int) -> None:
        """Say how many are first, once that takes a while, and again before the line expires."""
        await asyncio.sleep(self._notice_seconds)
        while self._waiting is not None:
            await self._waiting(request, ahead)
            await asyncio.sleep(_REMIND_SECONDS)

    def _done(self, request_id: str, queue: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(request_id) is task:
            del self._tasks[request_id]
        self._metrics.in_progress.dec()
        self._lines[queue].pop(request_id, None)
        if self._last.get(queue) is task:
            del self._last[queue], self._lines[queue]
        if not task.cancelled() and task.exception() is not None:
            _log.error("Request %s could not be ended (%s).", request_id, type(task.exception()).__name__)
