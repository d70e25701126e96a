"""The bot is added to a channel: a first word with examples."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.door import Door
from bot.requests import Kind, Request
from bot.services import Identity, Services


def register(door: Door, _: Services, identity: Identity) -> None:
    """Listen to the bot being added to a channel; whether a word is said is known later."""
    door.listen("event_callback", "member_joined_channel", partial(welcome_request, identity=identity))


def welcome_request(body: Mapping[str, Any], *, identity: Identity) -> Request | None:
    """The welcome, where it is the bot itself that joined."""
    event = body.get("event") or {}
    if event.get("user") != identity.user or not event.get("channel"):
        return None
    team, channel = identity.team, str(event["channel"])
    return Request(
        kind=Kind.WELCOME,
        occasion=f"{team}/{channel}/joined/{event.get('event_ts') or body.get('event_id')}",
        team=team,
        channel=channel,
        user=str(event.get("inviter") or identity.user),
        event_id=str(body.get("event_id") or ""),
    )
