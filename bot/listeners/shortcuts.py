"""What the menu of a message offers. It works in threads, where commands do not, and answers the person alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.door import Door
from bot.listeners.reading import from_outside, words
from bot.requests import Kind, Request
from bot.services import Identity, Services

SHORTCUTS = (Kind.FIND_RELATED, Kind.ANSWER_THIS, Kind.SAVE_THREAD)


def register(door: Door, _: Services, identity: Identity) -> None:
    """Listen to the shortcuts of messages."""
    for kind in SHORTCUTS:
        door.listen("message_action", kind, partial(shortcut_request, team=identity.team))


def shortcut_request(body: Mapping[str, Any], *, team: str) -> Request:
    """What is wanted of the message, by the person who chose it."""
    message, kind = body.get("message") or {}, Kind(str(body["callback_id"]))
    said = str(message.get("text") or "")
    return Request(
        kind=kind,
        occasion=f"{team}/shortcut/{body['trigger_id']}",
        team=team,
        channel=str(body["channel"]["id"]),
        user=str(body["user"]["id"]),
        # A note keeps names and links, which are read out of Slack's markup later.
        text=said if kind is Kind.SAVE_THREAD else words(said),
        thread_ts=str(message.get("thread_ts") or ""),
        response_url=str(body.get("response_url") or ""),
        ephemeral=True,
        outside=from_outside(body, team),
        message_ts=str(message.get("ts") or body.get("message_ts") or ""),
        subject=str(message.get("user") or ""),
        trigger_id=str(body["trigger_id"]),
    )
