"""One claimed request, from start to end: its answer, or one sentence."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial

import aiohttp
from slack_sdk.errors import SlackApiError

from bot import text
from bot.client import UNREACHABLE
from bot.errors import StateUnavailable
from bot.origin import origin_of, surface_of
from bot.replies import (
    digests,
    escalating,
    forgetting,
    greetings,
    interrupting,
    questions,
    reasons,
    saving,
    searches,
    sharing,
    shortcuts,
    unfurling,
)
from bot.replies.apologies import apologise, refused_by_slack
from bot.replies.placing import in_private, placed, turned_away
from bot.replies.status import take_away
from bot.replies.together import with_others
from bot.replies.turns import in_turn
from bot.requests import Kind, Request
from bot.services import Services
from bot.state.inbox import Taken
from knowledge.errors import KnowledgeError
from knowledge.faults import fault
from knowledge.traces import asked_from

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
    Kind.EXPLAIN: searches.explain,
    Kind.DIGEST: digests.digest,
    Kind.COMPARE: digests.compare,
    Kind.DISMISS: digests.set_aside,
    Kind.SNOOZE: digests.set_aside,
    Kind.RESOLVED: digests.resolved,
    Kind.STOP: interrupting.stop,
    Kind.MUTE: interrupting.mute,
    Kind.UNMUTE: interrupting.unmute,
    Kind.WITHDRAW: interrupting.withdraw,
    Kind.ESCALATE: escalating.escalate,
    Kind.PERSON_DONE: escalating.resolved,
    Kind.FIND_RELATED: shortcuts.find_related,
    Kind.ANSWER_THIS: shortcuts.answer_this,
    Kind.REASON: reasons.take,
    Kind.FORGET_ME: forgetting.forget_me,
    Kind.SAVE_THREAD: saving.show_draft,
    Kind.SAVE_NOTE: saving.save,
    Kind.UNFURL: unfurling.unfurl,
}
FAREWELL_SECONDS = 5.0
_log = logging.getLogger(__name__)


async def work(taken: Taken, services: Services) -> tuple[str, ...]:
    """End the request, whatever happens, and others of its conversation whose ids are returned.

    Raises nothing but CancelledError.
    """
    request = taken.request
    try:
        if not taken.refusal:  # which waits for nobody
            await in_turn(request, services)
        # Another bot may have taken it while it waited here, or an answer takes it up that is not out yet.
        if not await services.inbox.owns(services.owner, request.id):
            return ()
        taken = await _placed(taken, services)
        taken = await with_others(replace(taken, refusal=await _instead(taken, services)), services)
        outcome = await _outcome(taken, services)
        if taken.attempts > 1:
            await take_away(taken.request, services)
        await _note(taken.request, outcome, services)
    except StateUnavailable as error:
        # Nobody extends its lease any more, so it is taken up again.
        _log.error("Request %s waits for the state database: %s", request.id, error)
    return tuple(one.id for one in taken.request.others)


async def _placed(taken: Taken, services: Services) -> Taken:
    """With its reply where the channel's rules want it; a refusal is for the asker alone."""
    request = taken.request
    if taken.refusal and request.shared:
        return replace(taken, request=in_private(request))
    return replace(taken, request=await placed(request, services))


async def stopped(taken: Taken, services: Services) -> None:
    """Say that the bot is shut down; where not even that arrives, the request stays for the next run."""
    request = taken.request
    try:
        async with asyncio.timeout(FAREWELL_SECONDS):
            # What another request leads ends with that one.
            if await services.inbox.owns(services.owner, request.id):
                await _note(request, await _farewell(request, services), services)
    except (SlackApiError, StateUnavailable, *UNREACHABLE) as error:
        _log.warning("Request %s is left for the next run (%s).", request.id, type(error).__name__)


async def _farewell(request: Request, services: Services) -> str:
    state = await services.inbox.delivery(request.id)
    if state == "none" and not request.unattended:
        await apologise(request, lambda words: words.stopping, services)
        return "stopped"
    # The answer is out, or was on its way: then the next run looks whether it arrived.
    return "delivered" if state == "done" else "later"


async def _outcome(taken: Taken, services: Services) -> str:
    """Answer, or say why not. Returns "later" where Slack cannot be reached now."""
    request = taken.request
    try:
        sentence = await _reply(taken, services)
        if sentence and request.unattended:
            # For a while, since it may pass; each attempt costs a whole audit.
            return "later" if _age(request) < services.behaviour.answer_within_seconds else "failed"
        if sentence:
            await apologise(request, sentence, services)
    except SlackApiError as error:
        return await refused_by_slack(request, error, services)
    except UNREACHABLE as error:
        _log.warning("Slack could not be reached for request %s (%s).", request.id, type(error).__name__)
        return "later"
    return "failed" if sentence else "delivered"


async def _reply(taken: Taken, services: Services) -> text.Sentence | None:
    """Do what was asked; returns the sentence to say instead, None where all is done."""
    request = taken.request
    if taken.refusal:
        return taken.refusal
    limit = asyncio.timeout(None if request.unattended else services.behaviour.request_seconds)
    try:
        async with limit:
            with asked_from(origin_of(request)):
                if not await turned_away(request, services):
                    await REPLIES[request.kind](request, services)
    except KnowledgeError as error:
        _log.info("Request %s was not answered (%s).", request.id, type(error).__name__)
        problem = error
        return lambda words: text.problem(problem, request.id, words)
    except TimeoutError:
        if not limit.expired() or await services.inbox.delivery(request.id) != "none":
            raise
        return partial(text.took_too_long, request.id)
    except (SlackApiError, aiohttp.ClientError, StateUnavailable):
        raise
    except Exception as error:  # noqa: BLE001 - the last line of defence: people get one sentence and an id
        _log.error("Request %s failed: %s", request.id, fault(error))
        return partial(text.unexpected, request.id)
    return None


async def _instead(taken: Taken, services: Services) -> text.Sentence | None:
    """The sentence for a request that is not worked on; None: it is."""
    request, behaviour = taken.request, services.behaviour
    if taken.refusal:
        return taken.refusal
    begun = await services.inbox.delivery(request.id)
    # An answer that may be out already is looked for, however old: a sentence after it would be a second reply.
    if begun == "none" and not request.unattended and _age(request) > behaviour.answer_within_seconds:
        return lambda words: words.too_late
    if begun != "done" and taken.attempts > behaviour.attempts:
        return partial(text.gave_up, request.id)
    return None


def _age(request: Request) -> float:
    return time.time() - request.created_at


async def _note(request: Request, outcome: str, services: Services) -> None:
    now, requests = time.time(), (request, *request.others)
    if outcome == "later":
        await services.inbox.put_back(request.id, until=now + services.behaviour.retry_seconds)
    else:
        ended = await services.inbox.finish(request.id, "delivered" if outcome == "delivered" else "failed")
        requests = tuple(one for one in requests if one.id in ended)  # the others were withdrawn meanwhile
    for one in requests:
        _count(one, outcome, services, seconds=max(0.0, now - one.created_at))


def _count(request: Request, outcome: str, services: Services, *, seconds: float) -> None:
    surface = surface_of(request)
    if outcome != "later":
        services.metrics.work_seconds.labels(request.kind).observe(seconds)
    services.metrics.requests.labels(request.kind, surface, outcome).inc()
    _log.info("Request %s (%s by %s) is %s after %.1f s.", request.id, request.kind, surface, outcome, seconds)
