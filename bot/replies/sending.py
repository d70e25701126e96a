"""An answer reaches its people once: what others can see is looked up before it is posted again."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks import Message
from bot.requests import Request
from bot.services import Services

EVENT_TYPE = "footnote_answer"
_PAGES = 5
_PAGE_SIZE = 200


async def send(request: Request, messages: Sequence[Message], services: Services) -> None:
    """Give the request its reply, where it belongs."""
    if request.ephemeral:
        await whisper(request, messages, services, delivery_id=request.id)
    else:
        await post_once(
            request.channel, request.thread_ts, messages, services, delivery_id=request.id, since=request.created_at
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

    `since`: seconds since the epoch before which none of them can have been posted.
    """
    begun = await services.inbox.begin_delivery(delivery_id, now=time.time())
    if begun.state == "done":
        return begun.ts
    there = [] if begun.state == "new" else await _posted(services.client, channel, thread_ts, delivery_id, since)
    there += await services.delivery.post(channel, thread_ts, messages[len(there) :], delivery_id)
    await services.inbox.finish_delivery(delivery_id, ts=there[0], now=time.time())
    return there[0]


async def _posted(client: AsyncWebClient, channel: str, thread_ts: str, delivery_id: str, since: float) -> list[str]:
    """Timestamps of the messages that carry this id, oldest first."""
    stamps = [
        str(message["ts"])
        async for message in _messages(client, channel, thread_ts, since)
        if _delivery_id(message) == delivery_id
    ]
    return sorted(stamps, key=float)


async def _messages(
    client: AsyncWebClient, channel: str, thread_ts: str, since: float
) -> AsyncIterator[Mapping[str, Any]]:
    cursor = ""
    for _ in range(_PAGES):
        # A minute earlier: Slack's clock and ours need not agree.
        page: dict[str, Any] = {"channel": channel, "oldest": f"{max(0.0, since - 60):.6f}", "limit": _PAGE_SIZE}
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


def _delivery_id(message: Mapping[str, Any]) -> str:
    metadata = message.get("metadata") or {}
    if metadata.get("event_type") != EVENT_TYPE:
        return ""
    return str((metadata.get("event_payload") or {}).get("request_id") or "")
