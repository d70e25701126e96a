"""*I need a person*: those whom the settings name are called into the thread, once, until one of them is done."""

from __future__ import annotations

import time
from dataclasses import replace

from bot.blocks import calling_message, resolved_message
from bot.replies.sending import post_once, say
from bot.requests import Request
from bot.services import Services
from bot.state.records import AnswerRecord


async def escalate(request: Request, services: Services) -> None:
    """Call them for whoever pressed; a second press calls nobody again."""
    record = await _record(request, services)
    if record is None or (not record.shared and record.user != request.user):
        await say(request, lambda words: words.expired, services)
        return
    people = await _people(request, record, services)
    if not people:
        await say(request, lambda words: words.nobody_to_call, services)
        return
    words = await services.languages.of(replace(request, ephemeral=False))
    called = await services.inbox.delivery(_call_id(record)) == "done"
    await post_once(
        request.channel,
        record.thread_ts,
        [calling_message(asker=request.user, people=people, answer_id=record.id, words=words)],
        services,
        delivery_id=_call_id(record),
        since=0.0,
    )
    await say(request, lambda words: words.called_before if called else words.called, services)


async def resolved(request: Request, services: Services) -> None:
    """Take the call back; any of those who were called may."""
    record = await _record(request, services)
    called = await services.inbox.posted(_call_id(record)) if record else ""
    if record is None or not called:
        await say(request, lambda words: words.expired, services)
        return
    if not await services.viewers.is_among(request.user, await _people(request, record, services)):
        await say(request, lambda words: words.not_called, services)
        return
    done = await services.inbox.begin_delivery(f"{_call_id(record)}-resolved", now=time.time())
    if done.state != "done":
        words = await services.languages.of(replace(request, ephemeral=False))
        message = resolved_message(by=request.user, words=words)
        await services.client.chat_update(
            channel=request.channel, ts=called, text=message.text, blocks=list(message.blocks)
        )
        await services.inbox.finish_delivery(f"{_call_id(record)}-resolved", now=time.time())
    await say(request, lambda words: words.resolved, services)


async def _record(request: Request, services: Services) -> AnswerRecord | None:
    """The answer that the button belongs to, if it was asked in the channel where the button is and has a thread."""
    record = await services.records.answer(request.subject)
    return record if record and record.thread_ts and record.channel == request.channel else None


async def _people(request: Request, record: AnswerRecord, services: Services) -> tuple[str, ...]:
    return (await services.channels.of_thread(request.team, record.channel, record.thread_ts)).escalation


def _call_id(record: AnswerRecord) -> str:
    return f"escalate-{record.id}"
