"""Claims each slot of the schedule when it comes, once among all bots that share the state database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from slack_sdk.errors import SlackApiError

from bot.client import UNREACHABLE
from bot.digest.memory import Memory
from bot.digest.slots import Schedule
from bot.errors import BotError
from bot.requests import Kind, Request
from bot.state.inbox import Claimed
from knowledge.faults import fault

LATE = timedelta(minutes=15)
TICK_SECONDS = 10.0
RETRY_SECONDS = 60.0
LATE_DETAIL = "late"

Claim = Callable[[Request], Awaitable[Claimed | None]]
_log = logging.getLogger(__name__)


def utc_now() -> datetime:
    """The present moment, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timetable:
    """When which channel gets a digest. `missed`: what becomes of a slot that passed while no bot ran.

    The clock is looked at again and again, so that it may be set to another time. A slot is a request like any other:
    it is written down once, worked on by whoever claimed it, and taken over where that one dies.
    """

    schedule: Schedule
    find_channel: Callable[[], Awaitable[str]]  # its id; asked until Slack tells it
    memory: Memory
    missed: Literal["post", "skip"] = "post"
    clock: Callable[[], datetime] = utc_now
    tick_seconds: float = TICK_SECONDS

    async def run(self, team: str, claim: Claim, submit: Callable[[Claimed], None]) -> None:
        """Claim and submit what is due, until cancelled."""
        channel, told = await self._channel(), False
        while True:
            try:
                now = self.clock()
                request = await self.due(team, channel, now)
                if request is not None and (claimed := await claim(request)):
                    submit(claimed)
                await self.memory.watch(channel, now.timestamp())
                told = told or self._tell(channel, now)
            except Exception as error:  # noqa: BLE001 - whatever it is, the next slot must come all the same
                _log.error("The schedule could not be looked at: %s", fault(error))
            await asyncio.sleep(self.tick_seconds)

    def _tell(self, channel: str, now: datetime) -> bool:
        following = self.schedule.next_after(now)
        _log.info("Digests go to %s, the next one for %s.", channel, following.name if following else "no day")
        return True

    async def due(self, team: str, channel: str, now: datetime) -> Request | None:
        """What the latest slot since the last look asks for; earlier ones would have nothing to say besides it."""
        watched = await self.memory.watched_until(channel, start=now.timestamp())
        slots = self.schedule.between(datetime.fromtimestamp(watched, UTC), now)
        if not slots:
            return None
        slot = slots[-1]
        late = now - slot.at > LATE
        if late and self.missed == "skip":
            _log.info("The digest of %s was missed and is left out.", slot.name)
            return None
        return Request(
            kind=Kind.DIGEST,
            occasion=f"{team}/digest/{channel}/{slot.name}",
            team=team,
            channel=channel,
            user="",
            text=slot.name,
            detail=LATE_DETAIL if late else "",
        )

    async def _channel(self) -> str:
        while True:
            try:
                return await self.find_channel()
            except BotError as error:
                _log.error("No digest can be posted: %s %s", error, error.hint)
            except (SlackApiError, *UNREACHABLE) as error:
                _log.warning("Slack does not tell where the digest goes (%s).", type(error).__name__)
            await asyncio.sleep(RETRY_SECONDS)
