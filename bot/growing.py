"""The calls that let a message grow in Slack, each new message written down before and after it is begun."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.message import Block, markdown
from bot.blocks.splitting import split
from bot.client import effect_unknown
from bot.delivery import LITERAL, STILL, Payload, seal
from bot.marks import metadata
from bot.text import headline

REWRITE_LIMIT = 11_000  # UTF-16 units, of the 12,000 that Slack takes in one message


class Ledger(Protocol):
    """Where the messages of an answer are written down. Every method raises StateUnavailable."""

    async def begin(self, number: int) -> None:
        """From now on that message may be in Slack."""
        ...

    async def begun(self, number: int, ts: str) -> None:
        """It is, as this one; with an empty `ts`, it is not."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an answer grows, and for whom. `thread_ts` empty: outside a thread, where Slack takes no stream."""

    request_id: str
    channel: str
    thread_ts: str
    team: str
    user: str


class Growing:
    """One answer's calls. Every method raises SlackApiError or a transport error; texts are safe Markdown."""

    def __init__(self, client: AsyncWebClient, place: Place, ledger: Ledger) -> None:
        self.place = place
        self.stamps: list[str] = []
        self._client = client
        self._ledger = ledger
        self._tried = 0

    @property
    def uncertain(self) -> bool:
        """Whether a message may be there whose timestamp nobody knows."""
        return self._tried > len(self.stamps)

    async def start(self, text: str) -> str:
        """A stream that begins with this text; its timestamp."""
        return await self._begin(
            self._client.chat_startStream,
            thread_ts=self.place.thread_ts,
            markdown_text=text,
            recipient_team_id=self.place.team,
            recipient_user_id=self.place.user,
        )

    async def append(self, ts: str, text: str) -> None:
        """More of the stream."""
        await self._client.chat_appendStream(channel=self.place.channel, ts=ts, markdown_text=text)

    async def stop(self, ts: str, text: str, *, blocks: Sequence[Block] = (), **said: bool) -> None:
        """The end of the stream, with its last text, blocks below it, and what the message carries unseen."""
        await self._client.chat_stopStream(
            channel=self.place.channel,
            ts=ts,
            markdown_text=text or None,
            blocks=list(blocks) or None,
            metadata=metadata(self.place.request_id, **said),
        )

    async def seal(self, ts: str) -> None:
        """End the stream as it is, if it is still open: else its message cannot be changed."""
        await seal(self._client, self.place.channel, ts)

    async def post(self, text: str) -> str:
        """A message that says this; its timestamp."""
        thread_ts = self.place.thread_ts or None
        return await self._begin(
            self._client.chat_postMessage, thread_ts=thread_ts, **await self._said(text), **STILL
        )

    async def rewrite(self, ts: str, text: str) -> None:
        """That message says this now."""
        await self._client.chat_update(channel=self.place.channel, ts=ts, **await self._said(text))

    async def _said(self, text: str) -> Payload:
        """As much of the text as one message takes; the rest of a long answer comes with its end."""
        first, *_ = await asyncio.to_thread(split, text, REWRITE_LIMIT)
        unseen = metadata(self.place.request_id, part=True)
        return {"text": headline(first), "blocks": [markdown(first)], "metadata": unseen, **LITERAL}

    async def _begin(self, call: Callable[..., Awaitable[Any]], **arguments: Any) -> str:  # noqa: ANN401 - Slack's
        number, self._tried = self._tried, self._tried + 1
        await self._ledger.begin(number)
        try:
            ts = str((await call(channel=self.place.channel, **arguments))["ts"])
        except SlackApiError as error:
            if not effect_unknown(error):
                self._tried -= 1
                await self._ledger.begun(number, "")
            raise
        self.stamps.append(ts)
        await self._ledger.begun(number, ts)
        return ts
