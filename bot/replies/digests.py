"""The digest of a slot, and what its buttons do. Each button acts for the person who presses it."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence

from slack_sdk.errors import SlackApiError

from bot.blocks import Message, comparison_message, comparison_view, digest_messages
from bot.client import slack_reason
from bot.digest.memory import Reported
from bot.digest.service import Digests
from bot.digest.timetable import LATE_DETAIL
from bot.replies.sending import post_once, say, send
from bot.requests import Kind, Request
from bot.services import Services
from knowledge.errors import NoteNotFound

# A modal can be opened for three seconds after the press, and once.
_NO_MODAL = frozenset({"expired_trigger_id", "exchanged_trigger_id", "invalid_trigger_id", "invalid_arguments"})
_log = logging.getLogger(__name__)


async def digest(request: Request, services: Services) -> None:
    """Compose and post what the slot has to say; nothing where there is no news."""
    digests = services.digests
    if digests is None:  # another bot of this state database claimed it, with other settings
        return
    viewer = await services.viewers.at("", request.channel, shared=True)
    composed = await digests.compose(request.text, request.channel, viewer, now=time.time())
    if composed.has_news or digests.post_empty:
        words = await services.languages.of(request)
        await _post(request, digest_messages(composed, late=request.detail == LATE_DETAIL, words=words), services)
    else:
        _log.info("The digest of %s has nothing new to say.", request.text)
    await digests.told(composed)
    _log.info("The digest of %s is done.", request.text)


async def compare(request: Request, services: Services) -> None:
    """Both notes side by side in a modal, or as a message where that cannot be opened any more."""
    chosen = await _chosen(request, services)
    if chosen is None:
        return
    digests, pair = chosen
    try:
        compared = await digests.compare(pair, await services.viewers.of(request))
    except NoteNotFound:
        await say(request, lambda words: words.pair_gone, services)
        return
    words = await services.languages.of(request)
    try:
        await services.client.views_open(trigger_id=request.trigger_id, view=comparison_view(compared, words))
    except SlackApiError as error:
        if slack_reason(error) not in _NO_MODAL:
            raise
        await send(request, comparison_message(compared, words), services)


async def set_aside(request: Request, services: Services) -> None:
    """Leave the pair out of the next digests, for good or for 30 days."""
    chosen = await _chosen(request, services)
    if chosen is None:
        return
    digests, pair = chosen
    snooze = request.kind is Kind.SNOOZE
    await digests.set_aside(pair, user=request.user, now=time.time(), snooze=snooze)
    await say(request, lambda words: words.snoozed if snooze else words.dismissed, services)


async def resolved(request: Request, services: Services) -> None:
    """Leave the question, and all that mean the same, out of the next digests."""
    digests = services.digests
    known = digests is not None and await digests.questions.resolve(request.subject, digests.notes.vectors)
    await say(request, lambda words: words.question_resolved if known else words.expired, services)


async def _chosen(request: Request, services: Services) -> tuple[Digests, Reported] | None:
    """The pair of the button; None, once that was said, where it is remembered no more or may not be seen."""
    digests = services.digests
    pair = await digests.pair(request.channel, request.subject) if digests else None
    if digests is None or pair is None:
        await say(request, lambda words: words.pair_gone, services)
        return None
    if services.assistant.hidden(pair.members, await services.viewers.of(request)):
        await say(request, lambda words: words.pair_gone, services)
        return None
    return digests, pair


async def _post(request: Request, messages: Sequence[Message], services: Services) -> None:
    """The first message in the channel, the others in its thread; each of both parts once."""
    first, *others = messages
    since = request.no_reply_before
    ts = await post_once(request.channel, "", [first], services, delivery_id=request.id, since=since)
    if others:
        thread = f"{request.id}-thread"
        await post_once(request.channel, ts, others, services, delivery_id=thread, since=since)
