"""conversations.* and reactions.*, users.conversations: where things are said, and what was said there."""

from collections.abc import Sequence
from typing import Any

from tests.slack.arguments import Arguments
from tests.slack.backend import Backend
from tests.slack.errors import PayloadRefused, SlackError
from tests.slack.events import message_body
from tests.slack.method import Answer, Method
from tests.slack.state import Channel, Message

_TYPES = {"channel": "public_channel", "private": "private_channel", "im": "im", "mpim": "mpim"}
_PAGE = 100


def channel_body(backend: Backend, channel: Channel) -> dict[str, Any]:
    body: dict[str, Any] = {
        "id": channel.id,
        "name": channel.name,
        "name_normalized": channel.name,
        "context_team_id": backend.workspace.identity.team_id,
        "is_channel": channel.kind == "channel",
        "is_group": channel.kind == "private",
        "is_im": channel.kind == "im",
        "is_mpim": channel.kind == "mpim",
        "is_private": channel.kind != "channel",
        "is_member": backend.workspace.has_bot(channel),
        "is_archived": channel.archived,
        "is_shared": channel.external,
        "is_ext_shared": channel.external,
        "is_org_shared": False,
        "num_members": len(channel.members),
    }
    if channel.kind == "im":
        body["user"] = next(iter(channel.members - {backend.workspace.identity.bot_user_id}))
        del body["name"], body["name_normalized"]
    return body


async def info(backend: Backend, args: Arguments) -> Answer:
    channel = backend.workspace.channel(args.required("channel"))
    return {"channel": channel_body(backend, channel)}


async def list_channels(backend: Backend, args: Arguments) -> Answer:
    wanted = set(args.text("types", "public_channel").replace(" ", "").split(","))
    channels = [
        channel_body(backend, channel)
        for channel in backend.workspace.channels.values()
        if _TYPES[channel.kind] in wanted
        and (channel.kind == "channel" or backend.workspace.has_bot(channel))
        and not (channel.archived and args.flag("exclude_archived"))
    ]
    page, cursor = paged(channels, args)
    return {"channels": page, "response_metadata": {"next_cursor": cursor}}


async def joined(backend: Backend, args: Arguments) -> Answer:
    """`users.conversations`: of those, the channels that the bot is in."""
    listed = await list_channels(backend, args)
    mine = [one for one in listed["channels"] if one["is_member"]]
    return listed | {"channels": mine}


async def members(backend: Backend, args: Arguments) -> Answer:
    channel = backend.workspace.channel(args.required("channel"))
    page, cursor = paged(sorted(channel.members), args)
    return {"members": page, "response_metadata": {"next_cursor": cursor}}


async def open_direct(backend: Backend, args: Arguments) -> Answer:
    users = [user for user in args.text("users").split(",") if user]
    if len(users) != 1:
        raise PayloadRefused("invalid_arguments", ["[ERROR] the stand-in opens direct messages with one person"])
    channel = backend.workspace.direct_channel(users[0])
    return {"channel": {"id": channel.id}}


async def history(backend: Backend, args: Arguments) -> Answer:
    """Newest first, without replies unless they were sent to the channel too."""
    channel = backend.workspace.joined_channel(args.required("channel"))
    top = [one for one in channel.messages.values() if one.thread_ts in (None, one.ts) or one.broadcast]
    return _messages_page([one for one in reversed(top) if _within(one, args)], args)


async def replies(backend: Backend, args: Arguments) -> Answer:
    """The parent, then its replies, oldest first."""
    channel = backend.workspace.joined_channel(args.required("channel"))
    thread = backend.workspace.thread(channel, args.required("ts"))
    return _messages_page([one for one in thread if one is thread[0] or _within(one, args)], args)


async def add_reaction(backend: Backend, args: Arguments) -> Answer:
    message, name, me = _reaction(backend, args)
    users = message.reactions.setdefault(name, [])
    if me in users:
        raise SlackError("already_reacted")
    users.append(me)
    backend.journal.notify()
    return {}


async def remove_reaction(backend: Backend, args: Arguments) -> Answer:
    message, name, me = _reaction(backend, args)
    if me not in message.reactions.get(name, []):
        raise SlackError("no_reaction")
    message.reactions[name].remove(me)
    backend.journal.notify()
    return {}


def paged(items: Sequence[Any], args: Arguments) -> tuple[list[Any], str]:
    """One page of `items` and the cursor of the next; an empty cursor on the last one."""
    limit = args.number("limit", _PAGE)
    cursor = args.text("cursor", "at:0")
    if not cursor.startswith("at:"):
        raise PayloadRefused("invalid_cursor")
    start = int(cursor.removeprefix("at:"))
    more = start + limit < len(items)
    return list(items[start : start + limit]), f"at:{start + limit}" if more else ""


def _messages_page(messages: Sequence[Message], args: Arguments) -> Answer:
    page, cursor = paged(messages, args)
    with_metadata = args.flag("include_all_metadata")
    bodies = [
        message_body(one) | ({"metadata": one.metadata} if with_metadata and one.metadata else {}) for one in page
    ]
    answer: Answer = {"messages": bodies, "has_more": bool(cursor)}
    return answer | ({"response_metadata": {"next_cursor": cursor}} if cursor else {})


def _within(message: Message, args: Arguments) -> bool:
    moment = float(message.ts)
    oldest, latest = float(args.text("oldest", "0")), float(args.text("latest", "inf"))
    if args.flag("inclusive"):
        return oldest <= moment <= latest
    return oldest < moment < latest


def _reaction(backend: Backend, args: Arguments) -> tuple[Message, str, str]:
    channel = backend.workspace.joined_channel(args.required("channel"))
    message = backend.workspace.message(channel, args.required("timestamp"))
    name = args.required("name")
    if name.startswith(":") or name.endswith(":"):
        raise PayloadRefused("invalid_name")
    return message, name, backend.workspace.identity.bot_user_id


METHODS: dict[str, Method] = {
    "conversations.info": info,
    "conversations.list": list_channels,
    "users.conversations": joined,
    "conversations.members": members,
    "conversations.open": open_direct,
    "conversations.history": history,
    "conversations.replies": replies,
    "reactions.add": add_reaction,
    "reactions.remove": remove_reaction,
}
