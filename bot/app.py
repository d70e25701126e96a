"""Builds what runs: services and workers over one state database, and the Bolt app that feeds them."""

from __future__ import annotations

import logging
import secrets
import sqlite3
from dataclasses import dataclass
from functools import partial
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from bot import text
from bot.assistant import Assistant, Knowledge
from bot.claims import Claims
from bot.conversations import Conversations
from bot.delivery import Delivery
from bot.listeners import actions, commands, home, membership, messages, panes, unknown
from bot.metrics import Metrics
from bot.replies.work import stopped, work
from bot.services import Behaviour, Identity, Services
from bot.state.database import StateDatabase
from bot.state.inbox import Inbox
from bot.state.records import Records
from bot.viewers import Viewers
from bot.workers import Workers
from knowledge.faults import fault

LISTENERS = (commands, messages, actions, membership, home, panes, unknown)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    """Everything but its connection to Slack."""

    services: Services
    workers: Workers


def build_bot(
    *,
    client: AsyncWebClient,
    knowledge: Knowledge,
    database: StateDatabase,
    viewers: Viewers,
    behaviour: Behaviour,
    history_turns: int = 6,
    at_once: int = 100,
    lease_seconds: float = 15.0,
) -> Bot:
    """One running bot; `at_once` bounds the requests worked on, `lease_seconds` how soon another takes them over."""
    owner, metrics, inbox = secrets.token_hex(8), Metrics(), Inbox(database)
    conversations = Conversations(database, history_turns=history_turns)
    services = Services(
        owner=owner,
        behaviour=behaviour,
        client=client,
        claims=Claims(inbox, owner=owner, lease_seconds=lease_seconds, metrics=metrics),
        inbox=inbox,
        records=Records(database),
        conversations=conversations,
        assistant=Assistant(knowledge, conversations),
        viewers=viewers,
        delivery=Delivery(client),
        metrics=metrics,
    )
    workers = Workers(
        inbox,
        partial(work, services=services),
        partial(stopped, services=services),
        owner=owner,
        metrics=metrics,
        lease_seconds=lease_seconds,
        at_once=at_once,
    )
    return Bot(services=services, workers=workers)


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
