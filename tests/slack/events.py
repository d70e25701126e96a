"""The shapes of Slack's events, and who gets which."""

import re
from typing import Any

from tests.slack.state import Channel, Message
from tests.slack.workspace import Workspace

Event = dict[str, Any]
_CHANNEL_TYPES = {"channel": "channel", "private": "group", "im": "im", "mpim": "mpim"}
_MENTION = re.compile(r"<@([UW][A-Z0-9]+)>")


def message_body(message: Message) -> Event:
    """A message as it stands in events, histories and payloads."""
    body: Event = {"type": "message", "user": message.user, "text": message.text, "ts": message.ts}
    optional = {
        "subtype": message.subtype,
        "thread_ts": message.thread_ts,
        "bot_id": message.bot_id,
        "app_id": message.app_id,
        "blocks": message.blocks,
        "attachments": message.attachments,
        "edited": {"user": message.edited_by, "ts": message.ts} if message.edited_by else None,
    }
    return body | {name: value for name, value in optional.items() if value}


def message_event(workspace: Workspace, channel: Channel, message: Message) -> Event:
    event = {
        **message_body(message),
        "team": workspace.identity.team_id,
        "channel": channel.id,
        "event_ts": message.ts,
        "channel_type": _CHANNEL_TYPES[channel.kind],
    }
    if message.thread_ts is not None and message.thread_ts in channel.messages:
        event["parent_user_id"] = channel.messages[message.thread_ts].user
    if message.broadcast and message.thread_ts is not None:
        root = channel.messages[message.thread_ts]
        event |= {"subtype": "thread_broadcast", "root": message_body(root)}
    return event


def mention_event(workspace: Workspace, channel: Channel, message: Message) -> Event:
    """The second event about a message that mentions the app; it has no channel_type and no subtype."""
    event = message_event(workspace, channel, message)
    for name in ("channel_type", "subtype", "root"):
        event.pop(name, None)
    return event | {"type": "app_mention"}


def events_about(workspace: Workspace, channel: Channel, message: Message) -> list[Event]:
    """What the app hears of a new message: nothing where it is no member, twice where it is mentioned.

    In a direct message there is no `app_mention`, whatever the text says.
    """
    if not workspace.has_bot(channel):
        return []
    events = [message_event(workspace, channel, message)]
    mentioned = workspace.identity.bot_user_id in _MENTION.findall(message.text)
    if mentioned and channel.kind != "im" and message.bot_id != workspace.identity.bot_id:
        events.insert(0, mention_event(workspace, channel, message))
    return events


def changed_event(channel: Channel, new: Event, old: Event, event_ts: str) -> Event:
    return {
        "type": "message",
        "subtype": "message_changed",
        "message": new,
        "previous_message": old,
        "channel": channel.id,
        "hidden": True,
        "ts": event_ts,
        "event_ts": event_ts,
        "channel_type": _CHANNEL_TYPES[channel.kind],
    }


def deleted_event(channel: Channel, old: Event, event_ts: str) -> Event:
    return {
        "type": "message",
        "subtype": "message_deleted",
        "previous_message": old,
        "deleted_ts": old["ts"],
        "channel": channel.id,
        "hidden": True,
        "ts": event_ts,
        "event_ts": event_ts,
        "channel_type": _CHANNEL_TYPES[channel.kind],
    }


def home_opened_event(user: str, channel: Channel, tab: str, event_ts: str) -> Event:
    return {"type": "app_home_opened", "user": user, "channel": channel.id, "tab": tab, "event_ts": event_ts}


def joined_event(workspace: Workspace, channel: Channel, user: str, inviter: str | None, event_ts: str) -> Event:
    event = {
        "type": "member_joined_channel",
        "user": user,
        "channel": channel.id,
        "channel_type": "C" if channel.kind == "channel" else "G",
        "team": workspace.identity.team_id,
        "event_ts": event_ts,
    }
    return event | ({"inviter": inviter} if inviter else {})


def link_shared_event(channel: Channel, message: Message, links: list[dict[str, str]], *, member: bool) -> Event:
    event = {
        "type": "link_shared",
        "channel": channel.id,
        "is_bot_user_member": member,
        "user": message.user,
        "message_ts": message.ts,
        "unfurl_id": f"{channel.id}.{message.ts}",
        "source": "conversations_history",
        "links": links,
        "event_ts": message.ts,
    }
    return event | ({"thread_ts": message.thread_ts} if message.thread_ts else {})


def link_composed_event(workspace: Workspace, user: str, links: list[dict[str, str]]) -> Event:
    """A link in a message that is still being written: nobody knows where it will be posted."""
    draft = f"{user}-{workspace.new_id('')}"
    return {
        "type": "link_shared",
        "channel": "COMPOSER",
        "is_bot_user_member": True,
        "user": user,
        "message_ts": draft,
        "unfurl_id": draft,
        "source": "composer",
        "links": links,
        "event_ts": workspace.new_ts(),
    }


def envelope(workspace: Workspace, event: Event) -> dict[str, Any]:
    """The outer object around an event, as both transports carry it."""
    identity = workspace.identity
    channel = workspace.channels.get(event.get("channel", ""))
    return {
        "token": "verification-token",
        "team_id": identity.team_id,
        "context_team_id": identity.team_id,
        "api_app_id": identity.app_id,
        "event": event,
        "type": "event_callback",
        "event_id": workspace.new_id("Ev"),
        "event_time": int(workspace.clock.now()),
        "authorizations": [
            {"team_id": identity.team_id, "user_id": identity.bot_user_id, "is_bot": True,
             "is_enterprise_install": False, "enterprise_id": None}
        ],
        "is_ext_shared_channel": channel is not None and channel.external,
        "event_context": workspace.new_id("4-"),
    }  # fmt: skip


def rich_text(text: str) -> list[dict[str, Any]]:
    """The blocks that Slack's own editor sends with a person's message."""
    elements: list[dict[str, Any]] = []
    for position, part in enumerate(_MENTION.split(text)):
        if position % 2:
            elements.append({"type": "user", "user_id": part})
        elif part:
            elements.append({"type": "text", "text": part})
    section = {"type": "rich_text_section", "elements": elements}
    return [{"type": "rich_text", "elements": [section]}] if elements else []
