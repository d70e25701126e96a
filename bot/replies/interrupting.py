"""Somebody says stop: the answer that is being written in that conversation ends with what is there."""

from __future__ import annotations

from bot import text
from bot.replies.sending import say
from bot.requests import Request
from bot.services import Services


async def stop(request: Request, services: Services) -> None:
    """End it; where there is none, say so to whoever spoke to the bot, and nothing among people."""
    stopped = services.interrupts.stop(request.conversation)
    if not stopped and not request.needs_engagement:
        await say(request, text.nothing_to_stop(), services)
