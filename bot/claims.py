"""One event, one answer: every request is written down before Slack is told that it arrived.

Bolt acknowledges an event before its listener's body runs, but after the listener's middleware. So the claim is a
middleware: the request is on disk, whole, before Slack stops repeating it. Claims that arrive together share one
transaction of the state database.
"""

from __future__ import annotations

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

    async def claim(self, request: Request) -> bool:
        """Write the request down; True where nobody had claimed its occasion before. Raises sqlite3.Error."""
        lease_until = time.time() + self._lease_seconds
        with self._metrics.claim_seconds.time():
            won = await self._inbox.claim([request], owner=self._owner, lease_until=lease_until)
        new = request.id in won
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
