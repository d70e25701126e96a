"""What the rules of a channel make of a request: who may ask there, and who sees the answer."""

from __future__ import annotations

from dataclasses import replace

from bot.replies.sending import say
from bot.requests import ASKING, Kind, Request
from bot.services import Services


async def placed(request: Request, services: Services) -> Request:
    """The request with its answer for the asker alone, where its channel wants that. Raises StateUnavailable."""
    if request.kind is not Kind.QUESTION or not request.shared:
        return request
    rules = await services.channels.of(request)
    return in_private(request) if rules.private_answers else request


def in_private(request: Request) -> Request:
    """The request with a reply that nobody else sees."""
    # Slack shows a private message in a thread only where somebody has replied there.
    begins = request.thread_ts == request.message_ts
    return replace(request, ephemeral=True, thread_ts="" if begins else request.thread_ts)


async def may_ask(request: Request, services: Services) -> bool:
    """Whether this person may ask for that there."""
    if request.kind not in ASKING:
        return True
    askers = (await services.channels.of(request)).askers
    return not askers or await services.viewers.is_among(request.user, askers)


async def turned_away(request: Request, services: Services) -> bool:
    """Whether this person may not ask there; who spoke to the bot is told so."""
    if await may_ask(request, services):
        return False
    if request.addressed:
        reply = in_private(request) if request.shared else request
        await say(reply, lambda words: words.may_not_ask, services)
    return True
