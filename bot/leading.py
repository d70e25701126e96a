"""Work that one bot of several does: as long as it has the lease, and another one as soon as it has not."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from bot.beside import beside
from bot.errors import StateUnavailable
from bot.state.leases import Leases

LEASE_SECONDS = 15.0
Work = Callable[[], Coroutine[Any, Any, None]]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """Something that goes on for ever, and that only one of the bots may do at a time."""

    name: str
    owner: str  # this running bot
    leases: Leases
    lease_seconds: float = LEASE_SECONDS

    async def do(self, work: Work) -> None:
        """Do the work whenever the lease is ours, and end it where it is lost; until cancelled."""
        try:
            while True:
                if await self._take():
                    _log.info("%s: this bot does it from now on.", self.name.capitalize())
                    async with beside(work()):
                        await self._while_ours()
                    _log.warning("%s: this bot does it no more.", self.name.capitalize())
                await asyncio.sleep(self._share_seconds)
        finally:
            with suppress(StateUnavailable, TimeoutError):
                async with asyncio.timeout(self._share_seconds):
                    await self.leases.give_back(self.name, self.owner)

    @property
    def _share_seconds(self) -> float:
        return self.lease_seconds / 5

    async def _while_ours(self) -> None:
        """Keep the lease; return before it can have run out where nobody answers any more."""
        kept = time.monotonic()
        ours: bool | None = True
        while ours or (ours is None and time.monotonic() - kept < 3 * self._share_seconds):
            await asyncio.sleep(self._share_seconds)
            asked = time.monotonic()
            ours = await self._take()
            kept = asked if ours else kept

    async def _take(self) -> bool | None:
        """Whether the lease is ours; None where the state database does not say so in time."""
        now = time.time()
        try:
            async with asyncio.timeout(self._share_seconds):
                return await self.leases.take(self.name, self.owner, now=now, until=now + self.lease_seconds)
        except (StateUnavailable, TimeoutError):
            return None
