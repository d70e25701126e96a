"""Builds what runs: services and workers over one state database."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from slack_sdk.web.async_client import AsyncWebClient

from bot import text
from bot.assistant import Assistant, Knowledge, Voice
from bot.channels import Channels, joined_channels
from bot.claims import Claims
from bot.conversations import Conversations
from bot.delivery import Delivery
from bot.digest.service import Digests
from bot.digest.timetable import Timetable
from bot.home.service import Home, Office
from bot.languages import Languages
from bot.limits import Limits
from bot.metrics import Metrics
from bot.owners import Owners
from bot.pacing import Pace
from bot.people import People
from bot.privacy import Forgetting
from bot.rules import ChannelRules
from bot.services import Behaviour, Services
from bot.shelf import Shelf
from bot.state.database import StateDatabase
from bot.state.inbox import Claimed, Inbox
from bot.state.overview import Overview
from bot.state.personal import Personal
from bot.state.pins import Pins
from bot.state.reasons import Reasons
from bot.state.records import Records
from bot.state.welcomes import Welcomes
from bot.viewers import Viewers
from bot.workers import Workers
from bot.workspaces.ports import Workspaces
from bot.workspaces.single import OneWorkspace
from bot.workspaces.there import There


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a bot is built of; what is left out is done without."""

    client: AsyncWebClient
    knowledge: Knowledge
    database: StateDatabase
    viewers: Viewers
    behaviour: Behaviour
    channels: Channels | None = None  # how it behaves in each; None: the same everywhere
    limits: Limits | None = None  # how much it takes on; None: everything
    voice: Voice | None = None  # answers in place of `knowledge`
    digests: Digests | None = None
    timetable: Timetable | None = None
    office: Office = field(default_factory=Office)
    owners: Owners = field(default_factory=Owners)
    owner: str = field(default_factory=lambda: secrets.token_hex(8))  # this running bot, in the inbox
    shelf: Shelf | None = None
    traces: Path | None = None  # the trace database, from which people can be deleted too
    home: str = ""  # the workspace in which digests go, where there are several
    metrics: Metrics = field(default_factory=Metrics)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    """Everything but its connection to Slack. `services`: of no workspace, for what all of them share."""

    services: Services
    workspaces: Workspaces
    workers: Workers
    timetable: Timetable | None = None


def build_bot(parts: Parts, workspaces: Workspaces | None = None) -> Bot:
    """One running bot, of these workspaces, or of the one whose client it is."""
    services = services_of(parts)
    workspaces = workspaces or OneWorkspace(services)
    workers = _workers(services, workspaces, parts.limits)
    return Bot(services=services, workspaces=workspaces, workers=workers, timetable=parts.timetable)


def services_of(parts: Parts) -> Services:
    """What listeners and replies may use in the workspace of the client."""
    owner, metrics, inbox = parts.owner, parts.metrics, Inbox(parts.database)
    behaviour, personal, people = parts.behaviour, Personal(parts.database), People(parts.client)
    channels = parts.channels or channels_of(
        {}, behaviour, client=parts.client, viewers=parts.viewers, database=parts.database
    )
    conversations = Conversations(parts.database, history_turns=behaviour.history_turns)
    assistant = Assistant(parts.knowledge, conversations, voice=parts.voice)
    return Services(
        owner=owner,
        behaviour=behaviour,
        client=parts.client,
        claims=Claims(
            inbox, owner=owner, lease_seconds=behaviour.lease_seconds, metrics=metrics, limits=parts.limits
        ),
        inbox=inbox,
        records=Records(parts.database),
        conversations=conversations,
        assistant=assistant,
        viewers=parts.viewers,
        delivery=Delivery(parts.client),
        metrics=metrics,
        pace=Pace(
            pause_seconds=behaviour.stream_pause_seconds,
            part_seconds=behaviour.stream_part_seconds,
            streams_per_minute=behaviour.streams_per_minute,
        ),
        channels=channels,
        languages=Languages(people, channels, default=behaviour.language),
        digests=parts.digests,
        reasons=Reasons(parts.database),
        welcomes=Welcomes(parts.database),
        forgetting=Forgetting(personal=personal, traces=parts.traces, home=parts.home),
        home=_home(parts, assistant, personal),
        owners=parts.owners,
        people=people,
        shelf=parts.shelf,
    )


def _home(parts: Parts, assistant: Assistant, personal: Personal) -> Home:
    return Home(
        assistant=assistant,
        viewers=parts.viewers,
        personal=personal,
        overview=Overview(parts.database),
        office=parts.office,
        ask=parts.behaviour.ask_command,
        search=parts.behaviour.search_command,
        schedule=parts.timetable.schedule if parts.timetable else None,
    )


def _workers(services: Services, workspaces: Workspaces, limits: Limits | None) -> Workers:
    behaviour, there = services.behaviour, There(services.inbox, workspaces)
    return Workers(
        services.inbox,
        there.work,
        there.stopped,
        owner=services.owner,
        metrics=services.metrics,
        lease_seconds=behaviour.lease_seconds,
        at_once=behaviour.at_once,
        waiting=there.in_line,
        notice_seconds=behaviour.notice_seconds,
        refuse=partial(_refusal, limits, services.metrics) if limits else None,
    )


def channels_of(
    tables: Mapping[str, ChannelRules],
    behaviour: Behaviour,
    *,
    client: AsyncWebClient,
    viewers: Viewers,
    database: StateDatabase,
) -> Channels:
    """How the bot behaves in the channels that `tables` names, and in all others."""
    return Channels(
        Pins(database),
        default=ChannelRules(follow_up=behaviour.follow_up),
        tables=tables,
        names=viewers.names,
        joined=partial(joined_channels, client),
    )


def _refusal(limits: Limits, metrics: Metrics, claimed: Claimed, waiting: int) -> text.Sentence | None:
    refusal = limits.refuse(claimed.request, claimed.full, waiting)
    if refusal is None:
        return None
    metrics.refused.labels(refusal.reason).inc()
    return refusal.sentence
