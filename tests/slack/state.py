"""What a workspace is made of: people, places, and what was said."""

from dataclasses import dataclass, field
from typing import Any, Literal

ChannelKind = Literal["channel", "private", "im", "mpim"]
Via = Literal["chat.postEphemeral", "response_url", "acknowledgement"]
Blocks = list[dict[str, Any]]


@dataclass(slots=True, kw_only=True)
class User:
    id: str
    name: str
    team_id: str
    bot_id: str | None = None
    restricted: bool = False
    timezone: str = "Europe/Berlin"
    locale: str = "en-US"


@dataclass(slots=True, kw_only=True)
class Usergroup:
    id: str
    handle: str
    users: list[str]


@dataclass(slots=True, kw_only=True)
class Message:
    """One message that everyone in its channel can see."""

    channel: str
    ts: str
    user: str
    text: str
    blocks: Blocks = field(default_factory=list)
    thread_ts: str | None = None
    bot_id: str | None = None
    app_id: str | None = None
    subtype: str | None = None
    broadcast: bool = False
    metadata: dict[str, Any] | None = None
    attachments: list[dict[str, Any]] = field(default_factory=list)
    reactions: dict[str, list[str]] = field(default_factory=dict)
    edited_by: str | None = None
    # The arguments as the bot sent them, for what a message does not show (unfurl_links ...).
    arguments: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Ephemeral:
    """One message that a single person can see. It cannot be looked up afterwards."""

    channel: str
    user: str
    ts: str
    text: str
    blocks: Blocks = field(default_factory=list)
    thread_ts: str | None = None
    via: Via
    deleted: bool = False
    replaced: int = 0


@dataclass(slots=True, kw_only=True)
class Channel:
    id: str
    name: str
    kind: ChannelKind
    members: set[str]
    external: bool = False
    archived: bool = False
    messages: dict[str, Message] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Stream:
    """A message that grows. `parts` holds the text of each call in order."""

    message: Message
    mode: Literal["markdown_text", "chunks", "undecided"]
    started: float
    recipient_user: str | None
    parts: list[str] = field(default_factory=list)
    stopped: bool = False
    stopped_by_user: bool = False

    @property
    def text(self) -> str:
        return "".join(self.parts)


@dataclass(slots=True, kw_only=True)
class Trigger:
    user: str
    issued: float
    used: bool = False


@dataclass(slots=True, kw_only=True)
class ResponseUrl:
    """A way to answer one interaction without a token. `original` is what the pressed button sits in."""

    id: str
    channel: str
    user: str
    issued: float
    original: Message | Ephemeral | None
    uses: int = 0
    bodies: list[dict[str, Any]] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class View:
    """An open modal or a published Home tab, as it looks now."""

    id: str
    user: str
    content: dict[str, Any]
    hash: str
    root_id: str
    previous_id: str | None = None
    closed: bool = False


@dataclass(slots=True, kw_only=True)
class Status:
    """A line such as "is searching" under a thread. An empty text takes it away."""

    channel: str
    thread_ts: str
    text: str
    loading_messages: list[str]
    set_at: float
