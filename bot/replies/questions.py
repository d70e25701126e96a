"""A question gets one cited answer."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from functools import partial

from slack_sdk.errors import SlackApiError

from bot import text
from bot.blocks import answer_message, sentence_message
from bot.client import slack_reason
from bot.earlier import said_before
from bot.replies.sending import post_once, send
from bot.requests import Request
from bot.services import Services
from bot.state.records import AnswerRecord

NOT_A_MEMBER = {"not_in_channel", "channel_not_found", "restricted_action"}


async def answer(request: Request, services: Services) -> None:
    """Answer where the question was asked; a visible command opens a thread first."""
    if not request.ephemeral and not request.message_ts:
        request = await _ask_aloud(request, services)
    record = await services.records.answer(request.id)
    if record is None or record.shared != request.shared:
        # After a crash a visible command may have become a private one, or the other way round.
        record = await _ask(request, services)
    # In a thread: a hundred answers that are ready at once must not hold back an acknowledgement.
    messages = await asyncio.to_thread(
        answer_message, record.answer, request_id=request.id, private=request.ephemeral
    )
    await send(request, messages, services)
    await services.assistant.remember(request.conversation, request.id, question=request.text, answer=record.answer)


async def _ask(request: Request, services: Services) -> AnswerRecord:
    viewer = await services.viewers.of(request)
    given = await services.assistant.ask(
        request.text,
        viewer,
        conversation=request.conversation,
        earlier=partial(said_before, request, services.client, limit=services.conversations.history_turns),
    )
    services.metrics.answers.labels(given.mode).inc()
    record = AnswerRecord(
        id=request.id,
        user=request.user,
        channel=request.channel,
        question=request.text,
        answer=given,
        shared=request.shared,
    )
    # Kept before it is sent: after a crash the same answer goes out, not a second opinion.
    await services.records.save_answer(record, now=time.time())
    return record


async def _ask_aloud(request: Request, services: Services) -> Request:
    """The request as one of a thread under the posted question; private where the bot may not post."""
    question = sentence_message(text.asked(request.user, request.text))
    try:
        thread_ts = await post_once(
            request.channel,
            "",
            [question],
            services,
            delivery_id=f"{request.id}-question",
            since=request.no_reply_before,
        )
    except SlackApiError as error:
        if slack_reason(error) not in NOT_A_MEMBER:
            raise
        return replace(request, ephemeral=True)
    aloud = replace(request, thread_ts=thread_ts)
    await services.conversations.engage(aloud.conversation, since=float(thread_ts))
    return aloud
