"""Buttons. Each acts for the person who presses it, and answers that person alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.door import Door
from bot.requests import Kind, Request
from bot.services import Identity, Services

BUTTONS = (
    Kind.SHARE_ANSWER,
    Kind.FEEDBACK,
    Kind.MORE_RESULTS,
    Kind.DEEPER_SEARCH,
    Kind.ASK_THIS,
    Kind.SHARE_RESULTS,
    Kind.RELATED,
    Kind.EXPLAIN,
    Kind.COMPARE,
    Kind.DISMISS,
    Kind.SNOOZE,
    Kind.RESOLVED,
    Kind.FORGET_ME,
    Kind.ESCALATE,
    Kind.PERSON_DONE,
)


def register(door: Door, _: Services, identity: Identity) -> None:
    """Listen to every button; what follows a `:` in its id is a detail."""
    for kind in BUTTONS:
        door.listen("block_actions", kind, partial(action_request, team=identity.team))


def action_request(body: Mapping[str, Any], *, team: str) -> Request:
    """What the pressed button asks for, at the place where it was pressed."""
    action, container = body["actions"][0], body.get("container") or {}
    name, _, detail = str(action["action_id"]).partition(":")
    kind, value = Kind(name), str(action.get("value") or "")
    channel = (body.get("channel") or {}).get("id") or container.get("channel_id")
    thread_ts = container.get("thread_ts") or (body.get("message") or {}).get("thread_ts")
    return Request(
        kind=kind,
        occasion=f"{team}/action/{body['trigger_id']}",
        team=team,
        channel=str(channel or ""),
        user=str(body["user"]["id"]),
        thread_ts=str(thread_ts or ""),
        response_url=str(body.get("response_url") or ""),
        ephemeral=True,
        trigger_id=str(body["trigger_id"]),
        # Feedback carries its verdict as value, so that the answer's id stands in the button's name.
        subject=detail if kind is Kind.FEEDBACK else value,
        detail=value if kind is Kind.FEEDBACK else detail,
    )
