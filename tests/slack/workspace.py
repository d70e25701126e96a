"""One workspace: its collections, its ids, and lookups that fail as Slack's do."""

import secrets
from dataclasses import dataclass, field
from typing import Any

from tests.slack.clock import Clock
from tests.slack.errors import SlackError
from tests.slack.limits import STATUS_SECONDS
from tests.slack.state import (
    Channel,
    Ephemeral,
    Message,
    ResponseUrl,
    Status,
    Stream,
    Trigger,
    User,
    Usergroup,
    View,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who the app under test is, and the secrets that it was given."""

    team_id: str = "T0FOOTNOTE"
    team_domain: str = "footnote-tests"
    app_id: str = "A0FOOTNOTE"
    bot_user_id: str = "U0FOOTNOTE"
    bot_id: str = "B0FOOTNOTE"
    bot_name: str = "footnote"
    bot_token: str = field(default_factory=lambda: f"xoxb-{secrets.token_hex(12)}")
    app_token: str = field(default_factory=lambda: f"xapp-{secrets.token_hex(12)}")
    signing_secret: str = field(default_factory=lambda: secrets.token_hex(16))


class Workspace:
    """All state of the stand-in. Nothing in here talks to anyone."""

    def __init__(self, identity: Identity, clock: Clock) -> None:
        self.identity = identity
        self.clock = clock
        self.users: dict[str, User] = {}
        self.channels: dict[str, Channel] = {}
        self.usergroups: dict[str, Usergroup] = {}
        self.ephemerals: list[Ephemeral] = []
        self.streams: dict[str, Stream] = {}
        self.statuses: list[Status] = []
        self.triggers: dict[str, Trigger] = {}
        self.response_urls: dict[str, ResponseUrl] = {}
        self.views: dict[str, View] = {}
        self.homes: dict[str, list[View]] = {}
        self.prompts: list[dict[str, Any]] = []
        self.titles: list[dict[str, Any]] = []
        self.unfurls: list[dict[str, Any]] = []
        self._counter = 0
        self.users[identity.bot_user_id] = User(
            id=identity.bot_user_id, name=identity.bot_name, team_id=identity.team_id, bot_id=identity.bot_id
        )

    def count_from(self, number: int) -> None:
        """Ids and timestamps go on from there: those of two workspaces need not be the same."""
        self._counter = number

    def new_ts(self) -> str:
        """A message's timestamp, unique and rising in this workspace."""
        self._counter += 1
        return f"{int(self.clock.now())}.{self._counter:06d}"

    def new_id(self, prefix: str) -> str:
        self._counter += 1
        return f"{prefix}{self._counter:09d}"

    def user(self, user_id: str) -> User:
        if user_id not in self.users:
            raise SlackError("user_not_found")
        return self.users[user_id]

    def channel(self, channel_id: str) -> Channel:
        """A channel that the bot can know of: public ones, and those that it is in."""
        channel = self.channels.get(channel_id)
        if channel is None or (channel.kind != "channel" and not self.has_bot(channel)):
            raise SlackError("channel_not_found")
        return channel

    def joined_channel(self, channel_id: str) -> Channel:
        """A channel in which the bot may write and read."""
        channel = self.channel(channel_id)
        if not self.has_bot(channel):
            raise SlackError("not_in_channel")
        if channel.archived:
            raise SlackError("is_archived")
        return channel

    def has_bot(self, channel: Channel) -> bool:
        return self.identity.bot_user_id in channel.members

    def direct_channel(self, user_id: str) -> Channel:
        """The direct messages between a person and the bot, opened where they are not yet."""
        self.user(user_id)
        members = {user_id, self.identity.bot_user_id}
        for channel in self.channels.values():
            if channel.kind == "im" and channel.members == members:
                return channel
        channel = Channel(id=self.new_id("D"), name="directmessage", kind="im", members=members)
        self.channels[channel.id] = channel
        return channel

    def message(self, channel: Channel, ts: str) -> Message:
        if ts not in channel.messages:
            raise SlackError("message_not_found")
        return channel.messages[ts]

    def thread(self, channel: Channel, thread_ts: str) -> list[Message]:
        """A parent and its replies, oldest first."""
        if thread_ts not in channel.messages:
            raise SlackError("thread_not_found")
        return [one for one in channel.messages.values() if thread_ts in (one.ts, one.thread_ts)]

    def own_message(self, channel: Channel, ts: str, refusal: str) -> Message:
        message = self.message(channel, ts)
        if message.bot_id != self.identity.bot_id:
            raise SlackError(refusal)
        return message

    def status(self, channel: str, thread_ts: str) -> str:
        """The status line that people see now; empty where there is none."""
        for one in reversed(self.statuses):
            if (one.channel, one.thread_ts) == (channel, thread_ts):
                expired = self.clock.now() - one.set_at >= STATUS_SECONDS
                return "" if expired else one.text
        return ""

    def name_blocks(self, blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The blocks as Slack keeps them: each has a block_id, each control an action_id."""
        return [self._named(block) for block in blocks]

    def _named(self, block: dict[str, Any]) -> dict[str, Any]:
        named = {"block_id": self.new_id("b"), **block}
        if block["type"] in ("actions", "context_actions"):
            named["elements"] = [{"action_id": self.new_id("a"), **element} for element in block["elements"]]
        if block.get("accessory", {}).get("type", "image") != "image":
            named["accessory"] = {"action_id": self.new_id("a"), **block["accessory"]}
        return named
