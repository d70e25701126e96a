"""One claimed request, from start to end: its answer, or one sentence."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

import aiohttp
from slack_sdk.errors import SlackApiError

from bot import text
from bot.blocks import sentence_message
from bot.client import may_pass, slack_reason
from bot.replies import greetings, questions, searches, sharing
from bot.replies.sending import post_once, whisper
from bot.requests import Kind, Request
from bot.services import Services
from bot.state.inbox import Taken
from knowledge.errors import KnowledgeError
from knowledge.faults import fault

REPLIES: Mapping[Kind, Callable[[Request, Services], Awaitable[None]]] = {
    Kind.QUESTION: questions.answer,
    Kind.SEARCH: searches.search,
    Kind.HELP: greetings.help_,
    Kind.WELCOME: greetings.welcome,
    Kind.SHARE_ANSWER: sharing.share_answer,
    Kind.FEEDBACK: greetings.feedback,
    Kind.MORE_RESULTS: searches.more,
    Kind.DEEPER_SEARCH: searches.deeper,
    Kind.ASK_THIS: searches.ask_this,
    Kind.SHARE_RESULTS: sharing.share_results,
    Kind.RELATED: searches.related,
}
STATUS_SECONDS = 3.0
FAREWELL_SECONDS = 5.0
RETRY_SECONDS = 5.0
_UNREACHABLE = (aiohttp.ClientError, TimeoutError, OSError)
_log = logging.getLogger(__name__)


async def work(taken: Taken, services: Services) -> None:
    """End the request, whatever happens; raises nothing but CancelledError."""
    request = taken.request
    try:
        # Another bot may have taken it while it waited here.
        if await services.inbox.owns(services.owner, request.id):
            outcome = await _outcome(taken, services)
            await _note(request, outcome, services)
    except sqlite3.Error as error:
        # Nobody extends its lease any more, so it is taken up again.
        _log.error("Request %s waits for the state database (%s).", request.id, type(error).__name__)


async def stopped(taken: Taken, services: Services) -> None:
    """Say that the bot is shut down; where not even that arrives, the request stays for the next run."""
    request = taken.request
    try:
        async with asyncio.timeout(FAREWELL_SECONDS):
            await _note(request, await _farewell(request, services), services)
    except (SlackApiError, sqlite3.Error, *_UNREACHABLE) as error:
        _log.warning("Request %s is left for the next run (%s).", request.id, type(error).__name__)


async def _farewell(request: Request, services: Services) -> str:
    state = await services.inbox.delivery(request.id)
    if state == "none":
        await _apologise(request, text.stopping(), services)
        return "stopped"
    # The answer is out, or was on its way: then the next run looks whether it arrived.
    return "delivered" if state == "done" else "later"


async def _outcome(taken: Taken, services: Services) -> str:
    """Answer, or say why not. Returns "later" where Slack cannot be reached now."""
    request = taken.request
    try:
        sentence = await _reply(taken, services)
        if sentence:
            await _apologise(request, sentence, services)
    except SlackApiError as error:
        return await _refused_by_slack(request, error, services)
    except _UNREACHABLE as error:
        _log.warning("Slack could not be reached for request %s (%s).", request.id, type(error).__name__)
        return "later"
    return "failed" if sentence else "delivered"


async def _reply(taken: Taken, services: Services) -> str:
    """Do what was asked; returns the sentence to say instead, empty where all is done."""
    request, behaviour = taken.request, services.behaviour
    begun = await services.inbox.delivery(request.id)
    # An answer that may be out already is looked for, however old: a sentence after it would be a second reply.
    if begun == "none" and time.time() - request.created_at > behaviour.answer_within_seconds:
        return text.too_late()
    if begun != "done" and taken.attempts > behaviour.attempts:
        return text.gave_up(request.id)
    limit = asyncio.timeout(behaviour.request_seconds)
    try:
        async with limit, _status(request, services):
            await REPLIES[request.kind](request, services)
    except KnowledgeError as error:
        _log.info("Request %s was not answered (%s).", request.id, type(error).__name__)
        return text.problem(error)
    except TimeoutError:
        if not limit.expired() or await services.inbox.delivery(request.id) != "none":
            raise
        return text.took_too_long()
    except (SlackApiError, aiohttp.ClientError, sqlite3.Error):
        raise
    except Exception as error:  # noqa: BLE001 - the last line of defence: people get one sentence and an id
        _log.error("Request %s failed: %s", request.id, fault(error))
        return text.unexpected(request.id)
    return ""


async def _refused_by_slack(request: Request, error: SlackApiError, services: Services) -> str:
    """Slack took the call and said no: later if that passes, else the person is told directly."""
    if may_pass(error):
        _log.warning("Slack refused request %s for now (%s).", request.id, slack_reason(error))
        return "later"
    _log.error("Slack refused request %s (%s).", request.id, slack_reason(error))
    try:
        await whisper(
            request,
            [sentence_message(text.unexpected(request.id))],
            services,
            delivery_id=f"{request.id}-refused",
        )
    except _UNREACHABLE:
        return "later"
    except SlackApiError as another:
        if may_pass(another):
            return "later"
        _log.error("Request %s could not be answered at all.", request.id)
    return "failed"


async def _apologise(request: Request, sentence: str, services: Services) -> None:
    """One sentence in place of the answer."""
    messages, delivery_id = [sentence_message(sentence)], f"{request.id}-sentence"
    # A visible command whose thread is not open yet: the channel is not the place for this.
    homeless = request.shared and not request.thread_ts
    if request.ephemeral or homeless:
        await whisper(request, messages, services, delivery_id=delivery_id)
    else:
        await post_once(
            request.channel,
            request.thread_ts,
            messages,
            services,
            delivery_id=delivery_id,
            since=request.no_reply_before,
        )


async def _note(request: Request, outcome: str, services: Services) -> None:
    now = time.time()
    if outcome == "later":
        await services.inbox.put_back(request.id, until=now + RETRY_SECONDS)
    else:
        await services.inbox.finish(request.id, "delivered" if outcome == "delivered" else "failed")
        services.metrics.work_seconds.labels(request.kind).observe(max(0.0, now - request.created_at))
    services.metrics.requests.labels(request.kind, outcome).inc()


@asynccontextmanager
async def _status(request: Request, services: Services) -> AsyncIterator[None]:
    """Show that a message is being worked on, and take it away on every way out."""
    if not request.message_ts:
        yield
        return
    thread_ts = request.thread_ts or request.message_ts
    showing = asyncio.create_task(_show(request.channel, thread_ts, text.working(), services))
    try:
        yield
    finally:
        # In this order, else the late one would stay.
        await asyncio.wait([showing])
        await _show(request.channel, thread_ts, "", services)


async def _show(channel: str, thread_ts: str, status: str, services: Services) -> None:
    try:
        async with asyncio.timeout(STATUS_SECONDS):
            await services.delivery.status(channel, thread_ts, status)
    except (SlackApiError, *_UNREACHABLE):
        return  # a courtesy, nothing that an answer should wait for
