"""What listeners and replies may use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from slack_sdk.web.async_client import AsyncWebClient

from bot.assistant import Assistant
from bot.claims import Claims
from bot.conversations import Conversations
from bot.delivery import Delivery
from bot.metrics import Metrics
from bot.state.inbox import Inbox
from bot.state.records import Records
from bot.viewers import Viewers


@dataclass(frozen=True, slots=True, kw_only=True)
class Behaviour:
    """How it answers. Command names start with their slash."""

    ask_visibility: Literal["private", "channel"] = "private"
    follow_up: Literal["engaged", "mention"] = "engaged"
    ask_command: str = "/ask"
    search_command: str = "/search"
    request_seconds: float = 240.0  # one request, from the start of its work
    answer_within_seconds: float = 900.0  # an older request gets one sentence instead of an answer
    attempts: int = 3  # a request over which the bot died that often is given up


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
