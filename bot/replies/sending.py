"""An answer reaches its people once: what others can see is looked up before it is posted again."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks import Message
from bot.delivery import Posted, posted_for
from bot.requests import Request
from bot.services import Services

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
        )


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
) -> str:
    """Post what is not there yet of these messages; returns the timestamp of the first one.

    `since`: Slack's time before which none of them can have been posted.
    """
    begun = await services.inbox.begin_delivery(delivery_id, now=time.time())
    if begun.state == "done":
        return begun.ts
    there = [] if begun.state == "new" else await _posted(services.client, channel, thread_ts, delivery_id, since)
    first, *_ = await services.delivery.post(channel, thread_ts, messages, delivery_id, there=there)
    await services.inbox.finish_delivery(delivery_id, ts=first, now=time.time())
    return first


async def _posted(
    client: AsyncWebClient, channel: str, thread_ts: str, delivery_id: str, since: float
) -> list[Posted]:
    """What carries this id, oldest first."""
    found = [
        posted
        async for message in _messages(client, channel, thread_ts, since)
        if (posted := posted_for(delivery_id, message))
    ]
    return sorted(found, key=lambda posted: float(posted.ts))


async def _messages(
    client: AsyncWebClient, channel: str, thread_ts: str, since: float
) -> AsyncIterator[Mapping[str, Any]]:
    cursor = ""
    for _ in range(_PAGES):
        page: dict[str, Any] = {"channel": channel, "oldest": f"{since:.6f}", "limit": _PAGE_SIZE}
        page |= {"include_all_metadata": True, "cursor": cursor or None}
        if thread_ts:
            response = await client.conversations_replies(ts=thread_ts, **page)
        else:
            response = await client.conversations_history(**page)
        for message in response["messages"]:
            yield message
        cursor = str((response.get("response_metadata") or {}).get("next_cursor") or "")
        if not cursor:
            return
