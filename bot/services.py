"""What listeners and replies may use."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from slack_sdk.web.async_client import AsyncWebClient

from bot.assistant import Assistant
from bot.channels import Channels
from bot.claims import Claims
from bot.conversations import Conversations
from bot.delivery import Delivery
from bot.digest.service import Digests
from bot.home.service import Home
from bot.interrupts import Interrupts
from bot.languages import Languages
from bot.metrics import Metrics
from bot.owners import Owners
from bot.pacing import Pace
from bot.people import People
from bot.privacy import Forgetting
from bot.rules import Language
from bot.shelf import Shelf
from bot.state.inbox import Inbox
from bot.state.reasons import Reasons
from bot.state.records import Records
from bot.state.welcomes import Welcomes
from bot.viewers import Viewers


@dataclass(frozen=True, slots=True, kw_only=True)
class Behaviour:
    """How it works and answers. Command names start with their slash."""

    ask_visibility: Literal["private", "channel"] = "private"
    follow_up: Literal["engaged", "mention"] = "engaged"
    ask_command: str = "/ask"
    search_command: str = "/search"
    link_previews: bool = True
    language: Language = "en"  # of its own sentences, where nothing says otherwise
    history_turns: int = 6  # of a conversation, before a question that is part of it
    at_once: int = 100  # requests that may wait for a chat model, and as many others beside them
    lease_seconds: float = 15.0  # then another bot takes over what a dead one had
    request_seconds: float = 240.0  # one request, from the start of its work
    answer_within_seconds: float = 900.0  # an older request gets one sentence instead of an answer
    retry_seconds: float = 5.0  # then a request is tried again that Slack did not take
    attempts: int = 3  # a request over which the bot died that often is given up
    status_seconds: float = 100.0  # a status is sent again after that; Slack lets it expire after 120
    notice_seconds: float = 2.0  # who waits longer for a free hand is told
    stream_pause_seconds: float = 1.0  # between two calls for one growing answer
    stream_part_seconds: float = 240.0  # then a growing answer goes on in another message; Slack ends it after 300
    streams_per_minute: int = 18  # Slack takes 20 starts


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who the bot is in its workspace."""

    team: str
    user: str
    bot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Built once; everything in it may be used concurrently."""

    owner: str  # this running bot, in the inbox
    behaviour: Behaviour
    client: AsyncWebClient
    claims: Claims
    inbox: Inbox
    records: Records
    conversations: Conversations
    assistant: Assistant
    viewers: Viewers
    delivery: Delivery
    metrics: Metrics
    pace: Pace
    channels: Channels
    languages: Languages
    interrupts: Interrupts = field(default_factory=Interrupts)
    digests: Digests | None = None  # None: no digest is configured
    reasons: Reasons
    welcomes: Welcomes
    forgetting: Forgetting
    home: Home
    owners: Owners = field(default_factory=Owners)
    people: People
    shelf: Shelf | None = None  # None: threads are not saved as notes
