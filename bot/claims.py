"""One event, one answer: every request is written down before Slack is told that it arrived.

Bolt acknowledges an event before its listener's body runs, but after the listener's middleware. So the claim is a
middleware: the request is on disk, whole, before Slack stops repeating it. Many claims that arrive together share
one transaction.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.metrics import Metrics
from bot.requests import Request
from bot.state.inbox import Inbox

Parse = Callable[[Mapping[str, Any]], Request | None]
Middleware = Callable[..., Awaitable[None]]
CLAIMED = "footnote_claimed"  # in Bolt's context: the request, where it was new


class Claims:
    """Writes requests down, each at most once, whoever tells of it."""

    def __init__(self, inbox: Inbox, *, owner: str, lease_seconds: float, metrics: Metrics) -> None:
        self._inbox = inbox
        self._owner = owner
        self._lease_seconds = lease_seconds
        self._metrics = metrics
        self._waiting: list[tuple[Request, asyncio.Future[bool]]] = []
        self._flush: asyncio.Task[None] | None = None

    async def claim(self, request: Request) -> bool:
        """Write the request down; True where nobody had claimed its occasion before. Raises sqlite3.Error."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((request, future))
        if self._flush is None:
            self._flush = asyncio.create_task(self._flush_waiting())
        with self._metrics.claim_seconds.time():
            new: bool = await future
        self._metrics.claims.labels(request.kind, "new" if new else "known").inc()
        return new

    def middleware(self, parse: Parse) -> Middleware:
        """Claim what `parse` finds in the payload, then go on; a failed write is Bolt's to report, unacknowledged."""

        async def claim(body: dict[str, Any], context: dict[str, Any], next_: Callable[[], Awaitable[None]]) -> None:
            request = parse(body)
            if request is not None and await self.claim(request):
                context[CLAIMED] = request
            await next_()

        return claim

    async def _flush_waiting(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._write(batch)
        finally:
            self._flush = None

    async def _write(self, batch: list[tuple[Request, asyncio.Future[bool]]]) -> None:
        lease_until = time.time() + self._lease_seconds
        try:
            requests = [request for request, _ in batch]
            won = await self._inbox.claim(requests, owner=self._owner, lease_until=lease_until)
        except Exception as error:  # noqa: BLE001 - handed to everyone who waits for this transaction
            for _, future in batch:
                if not future.cancelled():
                    future.set_exception(error)
            return
        for request, future in batch:
            if not future.cancelled():
                future.set_result(request.id in won)
