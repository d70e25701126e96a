"""Somebody says stop: the answer that is being written there ends with what is there. Or mute, for a whole thread."""

from __future__ import annotations

import time

from bot.interrupts import withdrawn
from bot.origin import surface_of
from bot.replies.sending import say
from bot.requests import Kind, Request
from bot.services import Services


async def stop(request: Request, services: Services) -> None:
    """End it; where there is none, say so to whoever spoke to the bot, and nothing among people."""
    stopped = services.interrupts.stop(request.conversation) or await services.inbox.stop_elsewhere(
        request, owner=services.owner, now=time.time()
    )
    if not stopped and not request.needs_engagement:
        await say(request, lambda words: words.nothing_to_stop, services)


async def withdraw(request: Request, services: Services) -> None:
    """Who asked has deleted the message: it is not answered, or its answer ends with what is there."""
    if await services.inbox.withdraw(request.subject):
        services.metrics.requests.labels(Kind.QUESTION, surface_of(request), "withdrawn").inc()
        if not services.interrupts.stop(withdrawn(request.subject)):
            await services.inbox.tell_withdrawn(request.team, request.subject)


async def mute(request: Request, services: Services) -> None:
    """Say what being quiet means; the thread is muted since the request was claimed."""
    await say(request, lambda words: words.muted if request.hushes else words.not_a_thread, services)


async def unmute(request: Request, services: Services) -> None:
    """Say that it listens again."""
    await say(request, lambda words: words.unmuted if request.hushes else words.not_a_thread, services)
