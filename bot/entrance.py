"""A payload comes in, is acknowledged, and only then worked on: no answer overtakes its "looking" line."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.claims import CLAIMED
from bot.requests import Request


class Entrance:
    """Where both kinds of connection hand over what Slack sends."""

    def __init__(self, app: AsyncApp, submit: Callable[[Request], None]) -> None:
        self.app = app
        self._submit = submit

    async def take(self, payload: AsyncBoltRequest, acknowledge: Callable[[BoltResponse], Awaitable[None]]) -> None:
        """Dispatch, acknowledge, and start the work; a claimed request is worked on even if the first two fail."""
        try:
            await acknowledge(await self.app.async_dispatch(payload))
        finally:
            request: Request | None = payload.context.get(CLAIMED)
            if request is not None:
                self._submit(request)
