"""What the menu of a message offers. It works in threads, where commands do not, and answers the person alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.listeners.reading import words
from bot.requests import Kind, Request
from bot.services import Identity, Services

SHORTCUTS = (Kind.FIND_RELATED, Kind.ANSWER_THIS)


def register(app: AsyncApp, services: Services, identity: Identity) -> None:
    """Listen to the shortcuts of messages."""
    claim = services.claims.middleware(partial(shortcut_request, team=identity.team))
    for kind in SHORTCUTS:
        app.shortcut({"type": "message_action", "callback_id": str(kind)}, middleware=[claim])(_acknowledge)


async def _acknowledge(ack: AsyncAck) -> None:
    await ack()


def shortcut_request(body: Mapping[str, Any], *, team: str) -> Request:
    """What is wanted of the message, by the person who chose it."""
    message = body.get("message") or {}
    return Request(
        kind=Kind(str(body["callback_id"])),
        occasion=f"{team}/shortcut/{body['trigger_id']}",
        team=team,
        channel=str(body["channel"]["id"]),
        user=str(body["user"]["id"]),
        text=words(str(message.get("text") or "")),
        thread_ts=str(message.get("thread_ts") or ""),
        response_url=str(body.get("response_url") or ""),
        ephemeral=True,
    )
