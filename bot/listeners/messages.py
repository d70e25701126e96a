"""What people write to the bot: mentions, direct messages, follow-ups in its threads. One path for all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from bot.door import Door
from bot.listeners.asking import looks_like_question, only_acknowledges
from bot.listeners.reading import addresses_other, mentions, words
from bot.requests import SPOKEN, Kind, Request
from bot.rules import ChannelRules
from bot.services import Identity, Services

_SPOKEN = {"", "thread_broadcast", "file_share", "me_message"}  # subtypes that carry a person's words
_TIMESTAMP = re.compile(r"\d+\.\d+")
_SLACKBOT = "USLACKBOT"


def register(door: Door, services: Services, identity: Identity) -> None:
    """Claim every message that asks something of the bot; workers answer it."""
    parse = partial(message_request, identity=identity, rules=services.channels.known)
    door.listen("event_callback", "app_mention", parse)
    door.listen("event_callback", "message", parse)


def message_request(
    body: Mapping[str, Any], *, identity: Identity, rules: Callable[[str], ChannelRules]
) -> Request | None:
    """What a message event asks for; None where it asks nothing of the bot. `rules` gives those of a channel.

    Messages in threads without a mention are follow-ups, if the thread turns out to be engaged.
    """
    event = body.get("event") or {}
    if withdrawn := _withdrawn(event):
        return _withdrawal(body, withdrawn, identity)
    message = _spoken(event, identity)
    if message is None:
        return None
    text = str(message.get("text") or "")
    mentioned, direct = mentions(text, identity.user), str(event["channel"]).startswith("D")
    here = rules(str(event["channel"]))
    request = _request(body, message, identity, only_mentions=here.follow_up == "mention")
    if mentioned or direct:
        return replace(request, engages=mentioned and not direct and request.kind is not Kind.MUTE)
    # Who wants a muted thread back speaks to the bot.
    if not text or addresses_other(text, identity.user) or request.kind is Kind.UNMUTE:
        return None
    if message.get("thread_ts"):
        follows = request.kind in {Kind.STOP, Kind.MUTE} or _may_follow(message, here, identity)
        return replace(request, needs_engagement=True) if follows else None
    overheard = request.kind is Kind.QUESTION and _answers(text, here)
    return replace(request, engages=True, overheard=True) if overheard else None


def _may_follow(message: Mapping[str, Any], rules: ChannelRules, identity: Identity) -> bool:
    """Whether a message in a thread can be meant for the bot.

    Where it answers by itself, people help each other in the same threads: there only who asked is answered again.
    """
    if rules.answer == "mentions":
        return not only_acknowledges(str(message["text"]))
    own = message.get("parent_user_id") in {message["user"], identity.user}
    return own and _answers(str(message["text"]), rules)


def _answers(text: str, rules: ChannelRules) -> bool:
    """Whether the bot answers this without being mentioned."""
    return rules.answer == "all" or (rules.answer == "questions" and looks_like_question(text))


def _request(
    body: Mapping[str, Any],
    message: Mapping[str, Any],
    identity: Identity,
    *,
    only_mentions: bool,
) -> Request:
    # Of the bot, never of the payload: in a channel shared with others that may be the team of whoever speaks.
    team, channel, ts = identity.team, str(body["event"]["channel"]), str(message["ts"])
    question = words(str(message.get("text") or ""), without=identity.user)
    return Request(
        kind=_kind(question),
        occasion=f"{team}/{channel}/{ts}",
        team=team,
        channel=channel,
        user=str(message["user"]),
        text=question,
        # A mention outside a thread opens one; direct messages stay flat.
        thread_ts=str(message.get("thread_ts") or ("" if channel.startswith("D") else ts)),
        message_ts=ts,
        event_id=str(body.get("event_id") or ""),
        with_files=bool(message.get("files")),
        only_mentions=only_mentions,
    )


def _kind(question: str) -> Kind:
    said = question.strip(" .!").lower()
    if said in SPOKEN:
        return Kind(said)
    return Kind.QUESTION if question else Kind.HELP


def _withdrawn(event: Mapping[str, Any]) -> str:
    """The timestamp of the message that somebody deleted; empty where the event tells something else.

    Of one that has replies a tombstone is left.
    """
    if event.get("subtype") == "message_deleted":
        return str(event.get("deleted_ts") or "")
    changed = event.get("message") or {}
    return str(changed.get("ts") or "") if changed.get("subtype") == "tombstone" else ""


def _withdrawal(body: Mapping[str, Any], ts: str, identity: Identity) -> Request | None:
    event = body["event"]
    if not event.get("channel"):
        return None
    said = f"{identity.team}/{event['channel']}/{ts}"
    return Request(
        kind=Kind.WITHDRAW,
        occasion=f"{identity.team}/deletion/{event['channel']}/{ts}",
        team=identity.team,
        channel=str(event["channel"]),
        user=str((event.get("previous_message") or {}).get("user") or ""),
        event_id=str(body.get("event_id") or ""),
        subject=said,
    )


def _spoken(event: Mapping[str, Any], identity: Identity) -> Mapping[str, Any] | None:
    """The message in which a person says something new; None for anything else."""
    message = event
    if event.get("subtype") == "message_changed":
        message = _with_added_mention(event, identity.user)
    elif event.get("hidden"):
        return None
    spoken = str(message.get("subtype") or "") in _SPOKEN
    said = bool(message.get("text") or message.get("files"))
    complete = said and all(message.get(name) for name in ("user", "ts")) and bool(event.get("channel"))
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
