"""What needs no notes: help, the welcome, thanks for feedback."""

from __future__ import annotations

import time

from bot.blocks import help_message, welcome_message
from bot.home.examples import questions_of
from bot.replies.reasons import ask_why
from bot.replies.sending import say, send
from bot.requests import Request
from bot.services import Services
from bot.state.records import Verdict

EXAMPLES = 3


async def help_(request: Request, services: Services) -> None:
    """Examples, for a mention or command without a question."""
    behaviour, words = services.behaviour, await services.languages.of(request)
    message = help_message(ask=behaviour.ask_command, search=behaviour.search_command, words=words)
    await send(request, [message], services)


async def welcome(request: Request, services: Services) -> None:
    """A first word in a channel that the bot was added to, with questions of what everybody there may see."""
    if not await services.welcomes.may_say(f"{request.team}/{request.channel}", request.id):
        return
    behaviour, rules = services.behaviour, await services.channels.of(request)
    topics = await services.home.topics(await services.viewers.of(request), collections=rules.collections)
    message = welcome_message(
        ask=behaviour.ask_command,
        search=behaviour.search_command,
        examples=questions_of(topics)[:EXAMPLES],
        words=await services.languages.of(request),
    )
    await send(request, [message], services)


async def feedback(request: Request, services: Services) -> None:
    """Keep one verdict for each answer and person."""
    if await services.records.answer(request.subject) is None:
        await say(request, lambda words: words.expired, services)
        return
    verdict: Verdict = "helpful" if request.detail == "helpful" else "not_helpful"
    await services.records.judge(request.subject, request.user, verdict, now=time.time())
    services.metrics.feedback.labels(verdict).inc()
    if verdict == "not_helpful":
        await ask_why(request, services)
    await say(request, lambda words: words.thanks, services)
