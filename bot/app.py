"""Builds what runs: services and workers over one state database, and the Bolt app that feeds them."""

from __future__ import annotations

import logging
import secrets
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.response import BoltResponse
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
from bot.limits import Limits
from bot.listeners import actions, commands, home, membership, messages, panes, shortcuts, unknown, views
from bot.metrics import Metrics
from bot.owners import Owners
from bot.pacing import Pace
from bot.privacy import Forgetting
from bot.replies.status import in_line
from bot.replies.work import stopped, work
from bot.requests import Request
from bot.rules import ChannelRules
from bot.services import Behaviour, Identity, Services
from bot.state.database import StateDatabase
from bot.state.inbox import Inbox
from bot.state.overview import Overview
from bot.state.personal import Personal
from bot.state.pins import Pins
from bot.state.reasons import Reasons
from bot.state.records import Records
from bot.viewers import Viewers
from bot.workers import Workers
from knowledge.faults import fault

LISTENERS = (commands, messages, actions, shortcuts, views, membership, home, panes, unknown)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    """Everything but its connection to Slack."""

    services: Services
    workers: Workers
    timetable: Timetable | None = None


def build_bot(
    *,
    client: AsyncWebClient,
    knowledge: Knowledge,
    database: StateDatabase,
    viewers: Viewers,
    behaviour: Behaviour,
    history_turns: int = 6,
    digests: Digests | None = None,
    timetable: Timetable | None = None,
    at_once: int = 100,
    lease_seconds: float = 15.0,
    office: Office | None = None,
    owners: Owners | None = None,
    traces: Path | None = None,
    channels: Channels | None = None,
    limits: Limits | None = None,
    voice: Voice | None = None,
) -> Bot:
    """One running bot; `at_once` bounds the requests worked on, `lease_seconds` how soon another takes them over.

    `traces`: the trace database, from which people can be deleted too. `channels`: how it behaves in each, else the
    same everywhere. `limits`: how much it takes on, else everything. `voice` answers in place of `knowledge`.
    """
    owner, metrics, inbox = secrets.token_hex(8), Metrics(), Inbox(database)
    conversations = Conversations(database, history_turns=history_turns)
    assistant, personal = Assistant(knowledge, conversations, voice=voice), Personal(database)
    services = Services(
        owner=owner,
        behaviour=behaviour,
        client=client,
        claims=Claims(inbox, owner=owner, lease_seconds=lease_seconds, metrics=metrics),
        inbox=inbox,
        records=Records(database),
        conversations=conversations,
        assistant=assistant,
        viewers=viewers,
        delivery=Delivery(client),
        metrics=metrics,
        pace=Pace(
            pause_seconds=behaviour.stream_pause_seconds,
            part_seconds=behaviour.stream_part_seconds,
            streams_per_minute=behaviour.streams_per_minute,
        ),
        channels=channels or channels_of({}, behaviour, client=client, viewers=viewers, database=database),
        digests=digests,
        reasons=Reasons(database),
        forgetting=Forgetting(personal=personal, traces=traces),
        home=Home(
            assistant=assistant,
            viewers=viewers,
            personal=personal,
            overview=Overview(database),
            office=office or Office(),
            ask=behaviour.ask_command,
            search=behaviour.search_command,
            schedule=timetable.schedule if timetable else None,
        ),
        owners=owners or Owners(),
    )
    workers = Workers(
        inbox,
        partial(work, services=services),
        partial(stopped, services=services),
        owner=owner,
        metrics=metrics,
        lease_seconds=lease_seconds,
        at_once=at_once,
        waiting=partial(in_line, services=services),
        notice_seconds=behaviour.notice_seconds,
        refuse=partial(_refusal, limits, metrics) if limits else None,
    )
    return Bot(services=services, workers=workers, timetable=timetable)


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


def _refusal(limits: Limits, metrics: Metrics, request: Request, waiting: int) -> str:
    refusal = limits.refuse(request, waiting)
    if refusal is None:
        return ""
    metrics.refused.labels(refusal.reason).inc()
    return refusal.sentence


def build_app(services: Services, identity: Identity, *, signing_secret: str = "") -> AsyncApp:
    """The Bolt app with every listener; nothing in it calls Slack before a request is acknowledged."""
    app = AsyncApp(
        logger=_bolt_logger(),
        client=_without_token(services.client),
        signing_secret=signing_secret,
        # Bolt's own way asks auth.test while Slack waits for the acknowledgement.
        authorize=partial(_authorize, identity=identity, token=services.client.token or ""),
        attaching_function_token_enabled=False,
        attaching_conversation_kwargs_enabled=False,
    )
    for listener in LISTENERS:
        listener.register(app, services, identity)
    app.error(_report)
    return app


async def _authorize(*, identity: Identity, token: str, **_: object) -> AuthorizeResult:
    return AuthorizeResult(
        enterprise_id=None,
        team_id=identity.team,
        bot_user_id=identity.user,
        bot_id=identity.bot,
        bot_token=token,
    )


async def _report(error: Exception, body: dict[str, Any]) -> BoltResponse | None:
    """Log a failure once, without its words. A person who typed a command is told; Slack repeats an event."""
    trace_id = secrets.token_hex(8)
    _log.error("Failure %s before the work began: %s", trace_id, fault(error))
    if "command" not in body:
        return None
    sentence = text.not_written_down() if isinstance(error, sqlite3.Error) else text.unexpected(trace_id)
    return BoltResponse(status=200, body={"response_type": "ephemeral", "text": sentence})


def _without_token(client: AsyncWebClient) -> AsyncWebClient:
    """A copy for Bolt, which warns of a client that has both a token and an authorize function."""
    return AsyncWebClient(
        base_url=client.base_url, session=client.session, timeout=client.timeout, retry_handlers=client.retry_handlers
    )


def _bolt_logger() -> logging.Logger:
    # Below this level Bolt logs the bodies of requests.
    logger = logging.getLogger(f"{__name__}.bolt")
    logger.setLevel(logging.ERROR)
    return logger
