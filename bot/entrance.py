"""A payload comes in, is acknowledged, and only then worked on: no answer overtakes its "looking" line."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.claims import CLAIMED
from bot.requests import Request

TOGETHER = 8  # payloads looked at in one round of the event loop
Acknowledge = Callable[[BoltResponse], Awaitable[None]]


class Entrance:
    """Where both kinds of connection hand over what Slack sends."""

    def __init__(self, app: AsyncApp, submit: Callable[[Request], None]) -> None:
        self.app = app
        self._submit = submit
        self._inside: set[asyncio.Task[None]] = set()
        self._turns = asyncio.Semaphore(TOGETHER)

    async def take(self, payload: AsyncBoltRequest, acknowledge: Acknowledge) -> None:
        """Dispatch, acknowledge, and start the work; a claimed request is worked on even if the first two fail."""
        task = asyncio.create_task(self._take(payload, acknowledge))
        self._inside.add(task)
        task.add_done_callback(self._inside.discard)
        # A caller that hangs up must not stop a claim half way.
        await asyncio.shield(task)

    async def empty(self, timeout_seconds: float) -> None:
        """Wait until everything that came in is being worked on, or was refused."""
        if self._inside:
            await asyncio.wait(self._inside, timeout=timeout_seconds)

    async def _take(self, payload: AsyncBoltRequest, acknowledge: Acknowledge) -> None:
        await self._turn()
        try:
            await acknowledge(await self.app.async_dispatch(payload))
        finally:
            request: Request | None = payload.context.get(CLAIMED)
            if request is not None:
                self._submit(request)

    async def _turn(self) -> None:
        """Of a crowd, the first are acknowledged before the last are looked at."""
        await self._turns.acquire()
        asyncio.get_running_loop().call_soon(self._turns.release)
