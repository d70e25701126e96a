"""Payloads to Slack: post visibly, tell one person, show a status."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.blocks import Message, without_blocks
from bot.client import by_session, effect_unknown, may_pass, slack_reason
from bot.logs import hushed
from bot.marks import Posted, metadata

BLOCKS_REFUSED = frozenset(
    {"invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long", "msg_too_long", "only_one_table_allowed"}
)

UNCHANGEABLE = frozenset({"message_not_found", "cant_update_message", "edit_window_closed"})

Payload = dict[str, Any]
Send = Callable[[Payload], Awaitable[str]]
STILL: Mapping[str, Any] = {"unfurl_links": False, "unfurl_media": False}
LITERAL: Mapping[str, Any] = {"link_names": False, "parse": "none"}


class _UrlRefused(Exception):
    """A response_url does not take a message; `reason` is Slack's name for it where it gives one."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class _Unclear(aiohttp.ClientError):
    """A response_url has trouble of its own, and may have taken the message or not."""


class Delivery:
    """What the bot says. Links unfurl nothing; a message whose blocks are refused goes out as text."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client
        # The SDK logs addresses and bodies below this level, and a response_url is a secret.
        self._webhook_logger = hushed(f"{__name__}.webhook", logging.ERROR)

    async def post(
        self,
        channel: str,
        thread_ts: str,
        messages: Sequence[Message],
        request_id: str,
        *,
        there: Sequence[Posted] = (),
        over: Sequence[str] = (),
    ) -> tuple[str, ...]:
        """Post visibly, in order, each with the request's id as metadata; returns the timestamps of all.

        `thread_ts` is empty outside a thread; `there` is what was posted of these before, in order; `over` are
        messages that an answer was begun in: these take their place. Raises SlackApiError, or a transport error.
        """
        stamps = [one.ts for one in there]
        begun = deque(ts for ts in over if ts not in stamps)
        for ts in begun:
            await seal(self._client, channel, ts)
        send = self._into(channel, begun, self._to(channel, thread_ts))
        for message, texts_out in _unsent(messages, there):
            stamps += await _deliver(message, send, request_id=request_id, texts_out=texts_out)
        for ts in begun:
            await self._remove(channel, ts)
        return tuple(stamps)

    async def whisper(
        self,
        messages: Sequence[Message],
        *,
        user: str,
        channel: str,
        thread_ts: str = "",
        response_url: str = "",
    ) -> None:
        """Tell one person: by response_url, else an ephemeral message, else a direct message; the first that works.

        Raises SlackApiError or a transport error where not even the last one works.
        """
        ways = [self._to_one(user, channel, thread_ts), self._directly(user)]
        if response_url:
            ways.insert(0, self._by_url(response_url, thread_ts))
        for message in messages:
            ways = await _first_that_works(ways, message)

    async def status(self, channel: str, thread_ts: str, text: str) -> bool:
        """Show what it is doing, or nothing with an empty text; whether Slack took it.

        Raises SlackApiError where nobody knows that, and transport errors.
        """
        lines = [text] if text else None  # what Slack shows in place of its own words
        try:
            await self._client.assistant_threads_setStatus(
                channel_id=channel, thread_ts=thread_ts, status=text, loading_messages=lines
            )
        except SlackApiError as error:
            if effect_unknown(error):
                raise
            return False
        return True

    async def _remove(self, channel: str, ts: str) -> None:
        with suppress(SlackApiError):
            await self._client.chat_delete(channel=channel, ts=ts)

    def _into(self, channel: str, begun: deque[str], post: Send) -> Send:
        """Into the next message that was begun, while there is one; a message that is gone is passed over."""

        async def send(content: Payload) -> str:
            while begun:
                try:
                    said = {"blocks": [], **content, **LITERAL}  # what an update leaves out stays as it was
                    await self._client.chat_update(channel=channel, ts=begun[0], **said)
                except SlackApiError as error:
                    if slack_reason(error) not in UNCHANGEABLE:
                        raise
                    begun.popleft()
                else:
                    return begun.popleft()
            return await post(content)

        return send

    def _to(self, channel: str, thread_ts: str) -> Send:
        async def send(content: Payload) -> str:
            payload = {"channel": channel, "thread_ts": thread_ts or None, **content, **STILL, **LITERAL}
            return str((await self._client.chat_postMessage(**payload))["ts"])

        return send

    def _to_one(self, user: str, channel: str, thread_ts: str) -> Send:
        async def send(content: Payload) -> str:
            payload = {"channel": channel, "user": user, "thread_ts": thread_ts or None, **content, **LITERAL}
            return str((await self._client.chat_postEphemeral(**payload))["message_ts"])

        return send

    def _directly(self, user: str) -> Send:
        async def send(content: Payload) -> str:
            opened = await self._client.conversations_open(users=[user])
            return await self._to(opened["channel"]["id"], "")(content)

        return send

    def _by_url(self, response_url: str, thread_ts: str) -> Send:
        webhook = by_session(
            AsyncWebhookClient(
                response_url,
                timeout=self._client.timeout,
                ssl=self._client.ssl,
                session=self._client.session,
                logger=self._webhook_logger,
                retry_handlers=[AsyncRateLimitErrorRetryHandler(max_retry_count=2)],
            )
        )
        place = {"response_type": "ephemeral", "replace_original": False, "thread_ts": thread_ts or None}

        async def send(content: Payload) -> str:
            response = await webhook.send_dict({**place, **content, **STILL})
            if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise _Unclear
            if response.status_code != HTTPStatus.OK or '"ok":false' in response.body.replace(" ", ""):
                raise _UrlRefused(next((name for name in BLOCKS_REFUSED if name in response.body), "other"))
            return ""

        return send


async def seal(client: AsyncWebClient, channel: str, ts: str) -> None:
    """End the stream as it is, if it is one and still open: else the message cannot be changed."""
    try:
        await client.chat_stopStream(channel=channel, ts=ts)
    except SlackApiError as error:
        if may_pass(error):
            raise


async def _first_that_works(ways: Sequence[Send], message: Message) -> list[Send]:
    """Send it; returns the ways that are left for the next message. Raises what the last way raised."""
    for position, way in enumerate(ways[:-1]):
        try:
            await _deliver(message, way)
        except (SlackApiError, _UrlRefused, aiohttp.ClientConnectorError) as error:
            if isinstance(error, SlackApiError) and effect_unknown(error):
                raise
            continue  # certainly not said
        return list(ways[position:])
    await _deliver(message, ways[-1])
    return [ways[-1]]


async def _deliver(message: Message, send: Send, *, request_id: str = "", texts_out: int = 0) -> list[str]:
    """One message through `send`, with blocks or else as texts, of which the first ones may be out already."""
    if not texts_out:
        try:
            return [await send({"text": message.text, "blocks": list(message.blocks)} | _metadata(request_id))]
        except (SlackApiError, _UrlRefused) as error:
            reason = error.reason if isinstance(error, _UrlRefused) else slack_reason(error)
            if not message.blocks or reason not in BLOCKS_REFUSED:
                raise
    texts = without_blocks(message)[texts_out:]
    return [await send({"text": text} | _metadata(request_id, as_text=True)) for text in texts]


def _unsent(messages: Sequence[Message], there: Sequence[Posted]) -> Iterator[tuple[Message, int]]:
    """The messages that are not out, or not whole; with the number of their texts that are."""
    out = 0
    for message in messages:
        if there[out : out + 1] and not there[out].as_text:
            out += 1
            continue
        texts = len(without_blocks(message))
        texts_out = len([one for one in there[out : out + texts] if one.as_text])
        out += texts_out
        if texts_out < texts:
            yield message, texts_out


def _metadata(request_id: str, *, as_text: bool = False) -> Payload:
    return {"metadata": metadata(request_id, as_text=as_text)} if request_id else {}
