"""One event, one answer: every request is written down before Slack is told that it arrived.

It is on disk, whole, before Slack stops repeating it, and what it asks is counted for the limits of a minute. Claims
that arrive together share one transaction of the state database; a deed that this bot has claimed already is known
without looking there.
"""

from __future__ import annotations

import asyncio
import time

from cachetools import LRUCache

from bot.limits import Limits
from bot.metrics import Metrics
from bot.requests import Request
from bot.state.inbox import Claimed, Inbox

CLAIMED = "footnote_claimed"  # in Bolt's context: the request as `Claimed`, where it was new
_MOST_KNOWN = 10_000  # deeds; Slack tells the same one again within minutes


class Claims:
    """Writes requests down, each at most once, whoever tells of it. `limits`: None: as many as come."""

    def __init__(
        self, inbox: Inbox, *, owner: str, lease_seconds: float, metrics: Metrics, limits: Limits | None = None
    ) -> None:
        self._inbox = inbox
        self._limits = limits
        self._owner = owner
        self._lease_seconds = lease_seconds
        self._metrics = metrics
        self._known: LRUCache[str, bool] = LRUCache(_MOST_KNOWN)  # by occasion: on disk as this bot's
        self._writing: dict[str, asyncio.Event] = {}

    async def claim(self, request: Request) -> Claimed | None:
        """Write the request down; None where somebody had claimed its occasion before. Raises StateUnavailable."""
        with self._metrics.claim_seconds.time():
            claimed = None if await self._is_known(request.occasion) else await self._write(request)
        self._metrics.claims.labels(request.kind, "new" if claimed else "known").inc()
        return claimed

    async def _is_known(self, occasion: str) -> bool:
        """Whether this bot has it on disk; of two events that tell the same deed at once, the second waits."""
        while (writing := self._writing.get(occasion)) is not None:
            await writing.wait()
        return occasion in self._known

    async def _write(self, request: Request) -> Claimed | None:
        written = self._writing[request.occasion] = asyncio.Event()
        try:
            lease_until = time.time() + self._lease_seconds
            claimed = await self._inbox.claim(
                request, owner=self._owner, lease_until=lease_until, limits=self._limits
            )
            if claimed:  # else another bot's, or a message in a thread that may yet be opened to the bot
                self._known[request.occasion] = True
        finally:
            del self._writing[request.occasion]
            written.set()
        return claimed
