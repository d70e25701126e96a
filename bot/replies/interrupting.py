"""Somebody says stop: the answer that is being written there ends with what is there. Or mute, for a whole thread."""

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


async def mute(request: Request, services: Services) -> None:
    """Say what being quiet means; the thread is muted since the request was claimed."""
    await say(request, text.muted() if request.hushes else text.not_a_thread(), services)


async def unmute(request: Request, services: Services) -> None:
    """Say that it listens again."""
    await say(request, text.unmuted() if request.hushes else text.not_a_thread(), services)
