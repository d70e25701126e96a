"""A payload comes in, is acknowledged, and only then worked on: no answer overtakes its "looking" line.

Nor does the work of one request keep another from its acknowledgement: it begins when nobody waits for one any more
and nothing has come for a moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.claims import CLAIMED
from bot.state.inbox import Claimed

TOGETHER = 8  # payloads looked at in one round of the event loop
CALM_SECONDS = 0.05  # a crowd comes with gaps, mostly shorter than that
CROWD_SECONDS = 0.25  # how long a request that was acknowledged lets others go first
Acknowledge = Callable[[BoltResponse], Awaitable[None]]


class Entrance:
    """Where both kinds of connection hand over what Slack sends."""

    def __init__(
        self,
        app: AsyncApp,
        submit: Callable[[Claimed], None],
        *,
        calm_seconds: float = CALM_SECONDS,
        crowd_seconds: float = CROWD_SECONDS,
    ) -> None:
        self.app = app
        self._submit = submit
        self._calm_seconds, self._crowd_seconds = calm_seconds, crowd_seconds
        self._inside: set[asyncio.Task[None]] = set()
        self._turns = asyncio.Semaphore(TOGETHER)
        self._waiting = 0  # payloads that are not acknowledged
        self._come = 0  # payloads ever
        self._ready: list[Claimed] = []  # in order of acknowledgement, as it decides whose turn is first

    async def take(self, payload: AsyncBoltRequest, acknowledge: Acknowledge) -> None:
        """Dispatch, acknowledge, and start the work; a claimed request is worked on even if the first two fail."""
        task = asyncio.create_task(self._take(payload, acknowledge))
        self._inside.add(task)
        task.add_done_callback(self._inside.discard)
        # A caller that hangs up must not stop a claim half way.
        await asyncio.shield(task)

    async def empty(self, timeout_seconds: float) -> None:
        """Wait until everything that came in, meanwhile too, is being worked on, or was refused."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout_seconds
        while self._inside and (left := deadline - loop.time()) > 0:
            await asyncio.wait(self._inside, timeout=left)
        self._begin()

    async def _take(self, payload: AsyncBoltRequest, acknowledge: Acknowledge) -> None:
        self._waiting += 1
        self._come += 1
        await self._turn()
        try:
            await acknowledge(await self.app.async_dispatch(payload))
        finally:
            self._waiting -= 1
            claimed: Claimed | None = payload.context.get(CLAIMED)
            if claimed is not None:
                self._ready.append(claimed)
                asyncio.get_running_loop().call_later(self._crowd_seconds, self._begin)
            if not self._waiting:
                asyncio.get_running_loop().call_later(self._calm_seconds, self._begin_in_calm, self._come)

    def _begin_in_calm(self, come: int) -> None:
        if come == self._come:
            self._begin()

    def _begin(self) -> None:
        ready, self._ready = self._ready, []
        for claimed in ready:
            self._submit(claimed)

    async def _turn(self) -> None:
        """Of a crowd, the first are acknowledged before the last are looked at."""
        await self._turns.acquire()
        asyncio.get_running_loop().call_soon(self._turns.release)
