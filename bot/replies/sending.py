"""An answer reaches its people once: what others can see is looked up before it is posted again."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks import Message, sentence_message
from bot.client import next_cursor
from bot.marks import Posted, carried, posted_for
from bot.requests import Request
from bot.services import Services
from bot.text import Sentence

_PAGES = 5
_PAGE_SIZE = 200


async def send(request: Request, messages: Sequence[Message], services: Services) -> None:
    """Give the request its reply, where it belongs."""
    if request.ephemeral:
        await whisper(request, messages, services, delivery_id=request.id)
    else:
        await post_once(
            request.channel,
            request.thread_ts,
            messages,
            services,
            delivery_id=request.id,
            since=request.no_reply_before,
            begun_for=request.id,
        )


async def say(request: Request, sentence: Sentence, services: Services) -> None:
    """One sentence as the reply."""
    words = await services.languages.of(request)
    await send(request, [sentence_message(sentence(words))], services)


async def whisper(request: Request, messages: Sequence[Message], services: Services, *, delivery_id: str) -> None:
    """Tell the person alone. This cannot be looked up: after a crash it may be sent twice, which is counted."""
    begun = await services.inbox.begin_delivery(delivery_id, now=time.time())
    if begun.state == "done":
        return
    if begun.state == "unknown":
        services.metrics.private_repeated.inc()
    await services.delivery.whisper(
        messages,
        user=request.user,
        channel=request.channel,
        thread_ts=request.thread_ts,
        response_url=request.response_url,
    )
    await services.inbox.finish_delivery(delivery_id, now=time.time())


async def post_once(
    channel: str,
    thread_ts: str,
    messages: Sequence[Message],
    services: Services,
    *,
    delivery_id: str,
    since: float,
    begun_for: str = "",
) -> str:
    """Post what is not there yet of these messages; returns the timestamp of the first one.

    `since`: Slack's time before which none of them can have been posted. `begun_for`: the request whose answer may
    have begun to grow there; these messages take the place of what it left.
    """
    begun = await services.inbox.begin_delivery(delivery_id, now=time.time())
    if begun.state == "done":
        return begun.ts
    thread = _Thread(client=services.client, channel=channel, ts=thread_ts, since=since)
    there = [] if begun.state == "new" else await _posted(thread, delivery_id)
    if any(one.whole for one in there):
        first = there[0].ts
    else:
        over = await _begun(thread, begun_for, services) if begun_for else ()
        first, *_ = await services.delivery.post(channel, thread_ts, messages, delivery_id, there=there, over=over)
    await services.inbox.finish_delivery(delivery_id, ts=first, now=time.time())
    return first


@dataclass(frozen=True, slots=True, kw_only=True)
class _Thread:
    """Where a message may be, and the time of Slack before which it cannot. `ts` empty: outside threads."""

    client: AsyncWebClient
    channel: str
    ts: str
    since: float


async def _posted(thread: _Thread, delivery_id: str) -> list[Posted]:
    """What carries this id, oldest first."""
    found = [posted async for message in _messages(thread) if (posted := posted_for(delivery_id, message))]
    return sorted(found, key=lambda posted: float(posted.ts))


async def _begun(thread: _Thread, request_id: str, services: Services) -> list[str]:
    """Timestamps of the messages that the answer grew in, oldest first, also of one that was never told."""
    parts = await services.inbox.parts(request_id)
    known = [ts for ts in parts if ts]
    if None not in parts:
        return known
    me = await thread.client.auth_test()
    strays = [
        str(message["ts"])
        async for message in _messages(thread)
        if message.get("bot_id") == me["bot_id"]
        and float(message["ts"]) > thread.since
        # Slack takes no metadata at the start of a stream: what carries none in a thread is one that nobody ended.
        and (carried(request_id, message).get("part") or (thread.ts and not message.get("metadata")))
    ]
    return sorted({*known, *strays}, key=float)


async def _messages(thread: _Thread) -> AsyncIterator[Mapping[str, Any]]:
    cursor = ""
    for _ in range(_PAGES):
        page: dict[str, Any] = {"channel": thread.channel, "oldest": f"{thread.since:.6f}", "limit": _PAGE_SIZE}
        page |= {"include_all_metadata": True, "cursor": cursor or None}
        if thread.ts:
            response = await thread.client.conversations_replies(ts=thread.ts, **page)
        else:
            response = await thread.client.conversations_history(**page)
        for message in response["messages"]:
            yield message
        cursor = next_cursor(response)
        if not cursor:
            return
