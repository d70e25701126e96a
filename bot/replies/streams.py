"""Answers that grow while they are written, and what is there of one that broke off."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from bot.blocks import Message, answer_tail
from bot.growing import Growing, Place
from bot.replies.sending import send
from bot.requests import Request
from bot.services import Services
from bot.state.inbox import Inbox
from bot.streaming import Stream
from bot.text import Wording, answer_text
from knowledge.types import Answer


class _Rows:
    """The ledger of one request: a delivery of its own for each message."""

    def __init__(self, inbox: Inbox, request_id: str) -> None:
        self._inbox = inbox
        self._request_id = request_id

    async def begin(self, number: int) -> None:
        await self._inbox.begin_delivery(f"{self._request_id}-part-{number}", now=time.time())

    async def begun(self, number: int, ts: str) -> None:
        await self._inbox.finish_delivery(f"{self._request_id}-part-{number}", ts=ts, now=time.time())


@asynccontextmanager
async def growing(request: Request, services: Services) -> AsyncIterator[Stream | None]:
    """What the answer may grow in; None for private replies, and where an earlier run began: that is replaced."""
    if request.ephemeral or await services.inbox.parts(request.id):
        yield None
        return
    place = Place(
        request_id=request.id,
        channel=request.channel,
        thread_ts=request.thread_ts,
        team=request.team,
        user=request.user,
    )
    calls = Growing(services.client, place, _Rows(services.inbox, request.id))
    async with Stream(calls, pace=services.pace, metrics=services.metrics) as stream:
        yield stream


async def end(
    request: Request,
    answer: Answer,
    messages: Sequence[Message],
    stream: Stream | None,
    services: Services,
    *,
    words: Wording,
    escalate: bool = False,
) -> None:
    """Complete the stream, or say the whole answer where there is none that can be completed.

    `escalate`: with a button that calls a person.
    """
    if stream is not None:
        await stream.close()
    if stream is not None and stream.open:
        begun = await services.inbox.begin_delivery(request.id, now=time.time())
        tail = answer_tail(answer, request_id=request.id, private=False, escalate=escalate, words=words)
        if begun.state == "new" and (ts := await stream.finish(answer_text(answer.text, words), tail)):
            await services.inbox.finish_delivery(request.id, ts=ts, now=time.time())
            return
    await send(request, messages, services)
