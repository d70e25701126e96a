"""Requests of one conversation are worked on one after the other, whichever bots on whichever machines have them."""

from __future__ import annotations

import asyncio
import time

from bot.requests import Request
from bot.services import Services

LOOK_SECONDS = 0.5


async def in_turn(request: Request, services: Services) -> None:
    """Wait while another bot works on an earlier one, so that its answer is in the history.

    At most as long as a request may take. Within one bot that order is the workers'. Raises StateUnavailable.
    """
    if request.queue != request.conversation:
        return
    deadline = time.monotonic() + services.behaviour.request_seconds
    while time.monotonic() < deadline:
        if not await services.inbox.is_behind(request, owner=services.owner, now=time.time()):
            return
        await asyncio.sleep(LOOK_SECONDS)
