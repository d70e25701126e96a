"""What people write to the bot: mentions, direct messages, follow-ups in its threads. One path for all of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from slack_bolt.async_app import AsyncApp

from bot.listeners.reading import addresses_other, mentions, words
from bot.requests import Kind, Request
from bot.services import Identity, Services

_SPOKEN = {"", "thread_broadcast", "file_share", "me_message"}  # subtypes that carry a person's words
_TIMESTAMP = re.compile(r"\d+\.\d+")
_SLACKBOT = "USLACKBOT"


def register(app: AsyncApp, services: Services, identity: Identity) -> None:
    """Claim every message that asks something of the bot; workers answer it."""
    parse = partial(message_request, identity=identity, engaged=services.behaviour.follow_up == "engaged")
    claim = services.claims.middleware(parse)
    app.event("app_mention", middleware=[claim])(_claimed)
    app.event("message", middleware=[claim])(_claimed)


async def _claimed() -> None:
    """Nothing is left to do: the claim is written, Bolt has acknowledged, a worker has it."""


def message_request(body: Mapping[str, Any], *, identity: Identity, engaged: bool) -> Request | None:
    """What a message event asks for; None where it asks nothing of the bot.

    `engaged`: messages in threads without a mention are follow-ups, if the thread turns out to be engaged.
    """
    event = body.get("event") or {}
    message = _spoken(event, identity)
    if message is None:
        return None
    text = str(message["text"])
    mentioned, direct = mentions(text, identity.user), str(event["channel"]).startswith("D")
    if mentioned or direct:
        return _request(body, message, identity, engages=mentioned and not direct)
    if engaged and message.get("thread_ts") and not addresses_other(text, identity.user):
        return _request(body, message, identity, needs_engagement=True)
    return None


def _request(
    body: Mapping[str, Any],
    message: Mapping[str, Any],
    identity: Identity,
    *,
    engages: bool = False,
    needs_engagement: bool = False,
) -> Request:
    # Of the bot, never of the payload: in a channel shared with others that may be the team of whoever speaks.
    team, channel, ts = identity.team, str(body["event"]["channel"]), str(message["ts"])
    question = words(str(message["text"]), without=identity.user)
    return Request(
        kind=Kind.QUESTION if question else Kind.HELP,
        occasion=f"{team}/{channel}/{ts}",
        team=team,
        channel=channel,
        user=str(message["user"]),
        text=question,
        # A mention outside a thread opens one; direct messages stay flat.
        thread_ts=str(message.get("thread_ts") or ("" if channel.startswith("D") else ts)),
        message_ts=ts,
        event_id=str(body.get("event_id") or ""),
        engages=engages,
        needs_engagement=needs_engagement,
    )


def _spoken(event: Mapping[str, Any], identity: Identity) -> Mapping[str, Any] | None:
    """The message in which a person says something new; None for anything else."""
    message = event
    if event.get("subtype") == "message_changed":
        message = _with_added_mention(event, identity.user)
    elif event.get("hidden"):
        return None
    spoken = str(message.get("subtype") or "") in _SPOKEN
    complete = all(message.get(name) for name in ("text", "user", "ts")) and bool(event.get("channel"))
    return message if spoken and complete and _dated(message) and _from_person(message, identity) else None


def _with_added_mention(event: Mapping[str, Any], user: str) -> Mapping[str, Any]:
    """The edited message, if the edit added the mention; unfurls, reply counts and other edits say nothing new."""
    message, previous = event.get("message") or {}, event.get("previous_message") or {}
    before, after = str(previous.get("text") or ""), str(message.get("text") or "")
    added = bool(before) and mentions(after, user) and not mentions(before, user)
    return message if added else {}


def _dated(message: Mapping[str, Any]) -> bool:
    return _TIMESTAMP.fullmatch(str(message["ts"])) is not None


def _from_person(message: Mapping[str, Any], identity: Identity) -> bool:
    automatic = message.get("bot_id") or message.get("bot_profile") or message.get("app_id")
    return not automatic and message["user"] not in {identity.user, _SLACKBOT}
