"""What is said in place of an answer, and where: also when Slack takes no reply where one belongs."""

from __future__ import annotations

import logging
from dataclasses import replace

from slack_sdk.errors import SlackApiError

from bot import text
from bot.blocks import sentence_message
from bot.client import UNREACHABLE, may_pass, slack_reason
from bot.replies.sending import post_once, whisper
from bot.requests import Request
from bot.services import Services

_log = logging.getLogger(__name__)


async def apologise(request: Request, sentence: text.Sentence, services: Services) -> None:
    """One sentence in place of the answer. Raises SlackApiError, or what a lost connection raises."""
    words = await services.languages.of(request)
    messages, delivery_id = [sentence_message(sentence(words))], f"{request.id}-sentence"
    if not request.ephemeral and not request.thread_ts and await services.inbox.parts(request.id):
        # A visible command, which opened a thread of its own in which its answer began.
        request = replace(request, thread_ts=await services.inbox.posted(f"{request.id}-question"))
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
            begun_for=request.id,
        )


async def refused_by_slack(request: Request, error: SlackApiError, services: Services) -> str:
    """Slack took the call and said no: "later" if that passes, else "failed", and whoever asked is told directly."""
    if may_pass(error):
        _log.warning("Slack refused request %s for now (%s).", request.id, slack_reason(error))
        return "later"
    _log.error("Slack refused request %s (%s).", request.id, slack_reason(error))
    if request.unattended:
        return "failed"
    asked_by = {one.user: one for one in (*request.others, request)}
    outcomes = [await _tell_directly(one, services) for one in asked_by.values()]
    return "later" if "later" in outcomes else "failed"


async def _tell_directly(request: Request, services: Services) -> str:
    """That it went wrong, to the one who asked; "later" where that cannot be said now."""
    sentence = text.unexpected(request.id, await services.languages.of(request))
    try:
        await whisper(request, [sentence_message(sentence)], services, delivery_id=f"{request.id}-refused")
    except UNREACHABLE:
        return "later"
    except SlackApiError as error:
        if may_pass(error):
            return "later"
        _log.error("Request %s could not be answered at all.", request.id)
    return "failed"
