"""What people see while an answer is on its way: a line under the thread, else a reaction."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Self

from slack_sdk.errors import SlackApiError

from bot import text
from bot.client import UNREACHABLE
from bot.requests import Request
from bot.services import Services
from bot.text import Wording

CALL_SECONDS = 3.0  # a courtesy, nothing that an answer should wait for
REACTION = "eyes"


class Status:
    """`async with Status(request, services, words) as status`: shown until the end of the block, and then taken away.

    The line is sent again before Slack lets it expire. Without a message to stand under, nothing is shown.
    """

    def __init__(self, request: Request, services: Services, words: Wording) -> None:
        self._channel, self._message_ts = request.channel, request.message_ts
        self._thread_ts = request.thread_ts or request.message_ts
        self._services = services
        self._line = words.searching
        self._changed, self._ending = asyncio.Event(), asyncio.Event()
        self._showing: asyncio.Task[None] | None = None
        self._shown = self._reacted = False

    async def __aenter__(self) -> Self:
        if self._message_ts:
            self._showing = asyncio.create_task(self._keep())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._showing is None:
            return
        self._ending.set()
        self._changed.set()
        # In this order, else a late line would stay.
        await asyncio.wait([self._showing])
        if self._shown and not await self._show(""):
            await self._show("")  # once more: a line that stays says what is not true
        if self._reacted:
            await self._react(add=False)

    def say(self, line: str) -> None:
        """Show another line from now on."""
        if line != self._line:
            self._line = line
            self._changed.set()

    async def _keep(self) -> None:
        while not self._ending.is_set():
            self._changed.clear()
            if not await self._show(self._line):
                await self._react(add=True)
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), self._services.behaviour.status_seconds)

    async def _show(self, line: str) -> bool:
        """Whether Slack says that it is shown; where nobody knows, it may be all the same."""
        try:
            async with asyncio.timeout(CALL_SECONDS):
                taken = await self._services.delivery.status(self._channel, self._thread_ts, line)
        except (SlackApiError, *UNREACHABLE):
            self._shown = True
            return False
        self._shown = self._shown or taken
        return taken

    async def _react(self, *, add: bool) -> None:
        client = self._services.client
        call = client.reactions_add if add else client.reactions_remove
        self._reacted = True  # also where nobody knows: then it is taken away all the same
        with suppress(SlackApiError, *UNREACHABLE):
            async with asyncio.timeout(CALL_SECONDS):
                await call(channel=self._channel, name=REACTION, timestamp=self._message_ts)


async def in_line(request: Request, ahead: int, services: Services) -> None:
    """Tell that others are first; a courtesy that fails silently."""
    line = text.in_line(ahead, services.languages.known(request.user, request.channel))
    with suppress(SlackApiError, *UNREACHABLE):
        async with asyncio.timeout(CALL_SECONDS):
            if request.message_ts:
                await services.delivery.status(request.channel, request.thread_ts or request.message_ts, line)


async def take_away(request: Request, services: Services) -> None:
    """The lines that a bot which died may have left, also of what is answered together now."""
    for one in (request, *request.others):
        with suppress(SlackApiError, *UNREACHABLE):
            async with asyncio.timeout(CALL_SECONDS):
                if one.message_ts:
                    await services.delivery.status(one.channel, one.thread_ts or one.message_ts, "")
