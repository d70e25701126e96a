"""The bot over its notes: opens what it needs, keeps the index fresh, serves until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from bot.app import build_bot
from bot.client import slack_client
from bot.compose import open_knowledge, uses_litellm
from bot.errors import SecretMissing
from bot.health import Check, Probe
from bot.server import Front, serve
from bot.services import Behaviour
from bot.state.database import StateDatabase
from bot.viewers import Viewers
from config.settings import Settings
from knowledge.base import KnowledgeBase
from knowledge.chat.gateway import ModelGateway
from knowledge.errors import KnowledgeError
from knowledge.indexing import SyncReport, watch

# An acknowledgement takes a dozen turns at the interpreter; while threads compute, each turn waits so long.
SWITCH_SECONDS = 0.0005
USER_GROUP = "S"  # how ids of user groups begin
_log = logging.getLogger(__name__)


async def run_bot(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT. Raises BotError, KnowledgeError for what keeps it from starting."""
    token = bot_token(settings)
    sys.setswitchinterval(SWITCH_SECONDS)
    async with AsyncExitStack() as stack:
        database = await StateDatabase.open(settings.conversation.database)
        stack.push_async_callback(database.close)
        gateway = ModelGateway()
        stack.push_async_callback(gateway.close)
        knowledge = await stack.enter_async_context(open_knowledge(settings, write=True, gateway=gateway))
        client = await stack.enter_async_context(slack_client(token, api_url=settings.slack.api_url))
        bot = build_bot(
            client=client,
            knowledge=knowledge,
            database=database,
            viewers=viewers_of(settings, client),
            behaviour=behaviour_of(settings),
            history_turns=settings.conversation.history_turns,
            at_once=settings.slack.workers,
        )
        connected = asyncio.Event()
        await stack.enter_async_context(beside(keep_fresh(knowledge)))
        await stack.enter_async_context(beside(settle(connected, gateway if uses_litellm(settings) else None)))
        await serve(bot, front_of(settings), probes=probes_of(knowledge), on_connected=connected.set)


def bot_token(settings: Settings) -> str:
    """The bot's token. Raises SecretMissing."""
    if settings.secrets.bot_token is None:
        raise SecretMissing(
            "SLACK_BOT_TOKEN is not set.",
            hint="Put the Bot User OAuth Token into the environment or into .env beside the settings.",
        )
    return settings.secrets.bot_token.get_secret_value()


def front_of(settings: Settings) -> Front:
    """How Slack reaches the bot."""
    secrets = settings.secrets
    return Front(
        mode=settings.slack.mode,
        host=settings.slack.http_host,
        port=settings.slack.http_port,
        app_token=secrets.app_token.get_secret_value() if secrets.app_token else "",
        signing_secret=secrets.signing_secret.get_secret_value() if secrets.signing_secret else "",
    )


def behaviour_of(settings: Settings) -> Behaviour:
    """How it answers."""
    return Behaviour(
        ask_visibility=settings.answers.ask_visibility,
        follow_up=settings.conversation.follow_up,
        ask_command=settings.slack.ask_command,
        search_command=settings.slack.search_command,
    )


def viewers_of(settings: Settings, client: AsyncWebClient) -> Viewers:
    """Looks up only the groups and channels that some collection asks for."""
    people = {person for collection in settings.collections for person in collection.users}
    return Viewers(
        client,
        groups=frozenset(person for person in people if person.startswith(USER_GROUP)),
        by_channel=any(collection.channels for collection in settings.collections),
    )


def probes_of(knowledge: KnowledgeBase) -> Mapping[str, Probe]:
    """Whether the index can be searched, and whether by meaning too."""

    async def index() -> Check:
        status = await knowledge.status()
        documents = sum(collection.documents for collection in status.collections)
        return Check(ok=documents > 0, detail=f"{documents} notes" if documents else "nothing is indexed yet")

    async def model() -> Check:
        try:
            await knowledge.check_models()
        except KnowledgeError as error:
            # Keywords still answer, and each answer says so.
            return Check(ok=True, detail=f"keywords only: {error}")
        return Check(ok=True, detail="usable")

    return {"index": index, "model": model}


@asynccontextmanager
async def beside(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Do this beside everything else for the length of the block; a failure is logged and stops nothing else."""
    task = asyncio.create_task(work)
    task.add_done_callback(_report_end)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


def _report_end(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("Work in the background ended early (%s).", type(error).__name__)


async def settle(connected: asyncio.Event, gateway: ModelGateway | None) -> None:
    """Once Slack is connected: load LiteLLM where it is used, and take what stays out of the garbage collector's way.

    LiteLLM takes seconds, which the first question should not pay for. It also leaves a million objects that live as
    long as the process; a full collection that looks at them again stops every thread for 0.3 s.
    """
    await connected.wait()
    if gateway is not None:
        await gateway.warm()
    gc.collect()
    gc.freeze()


async def keep_fresh(knowledge: KnowledgeBase) -> None:
    """One run for what changed while nobody watched, then one for each change; what fails is tried again."""
    undone = [collection.name for collection in knowledge.library.collections]
    try:
        report = await knowledge.sync()
    except KnowledgeError as error:
        _log.warning("Indexing did not run: %s %s", error, error.hint)
    else:
        report_run(report)
        undone = undone if report.problems else []
    await watch(knowledge.indexer, asyncio.Event(), report_run, undone=undone)


def report_run(report: SyncReport) -> None:
    """Numbers only: names of notes stay out of the log."""
    for part in report.collections:
        _log.info(
            "Indexed %s: %d notes, %d read, %d skipped, %d errors.",
            part.name,
            part.matched,
            part.read,
            len(part.skipped),
            len(part.errors),
        )
    for problem in report.problems:
        _log.warning("Indexing: %s", problem)
