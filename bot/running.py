"""The bot over its notes: opens what it needs, keeps the index fresh, serves until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import secrets
import sys
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial

from bot.beside import beside
from bot.budget import Budget
from bot.client import slack_client
from bot.compose import open_knowledge, sources_of, uses_litellm
from bot.configured import bot_token, budget_of, front_of, indexing_duty, parts_of
from bot.freshness import keep_all, remote_probes
from bot.health import Check, Probe
from bot.hearing import hear
from bot.metrics import Metrics
from bot.privacy import keep_for
from bot.server import serve
from bot.state.opening import open_state
from bot.workspaces.opening import open_bot
from config.settings import Settings
from knowledge.base import KnowledgeBase
from knowledge.chat.gateway import ModelGateway
from knowledge.errors import KnowledgeError
from knowledge.ports import Task, Usage
from knowledge.remarks import Remark

# An acknowledgement takes a dozen turns at the interpreter; while threads compute, each turn waits so long.
SWITCH_SECONDS = 0.0005


async def run_bot(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT. Raises BotError, KnowledgeError for what keeps it from starting."""
    token = None if settings.oauth.workspaces else bot_token(settings)
    sys.setswitchinterval(SWITCH_SECONDS)
    async with AsyncExitStack() as stack:
        database = await open_state(settings)
        stack.push_async_callback(database.close)
        gateway, metrics = ModelGateway(), Metrics()
        stack.push_async_callback(gateway.close)
        budget = await budget_of(settings, database)
        stack.push_async_callback(budget.close)
        knowledge = await stack.enter_async_context(
            open_knowledge(settings, write=True, gateway=gateway, on_usage=counted(budget, metrics), sink=metrics)
        )
        client = await stack.enter_async_context(slack_client(token, api_url=settings.slack.api_url))
        sources = sources_of(settings)
        probes = {**probes_of(knowledge, metrics), **remote_probes(sources)}
        owner, connected = secrets.token_hex(8), asyncio.Event()
        parts_for = partial(
            parts_of,
            settings,
            probes,
            knowledge=knowledge,
            database=database,
            budget=budget,
            metrics=metrics,
            owner=owner,
        )
        bot = await stack.enter_async_context(open_bot(settings, client, parts_for))
        await stack.enter_async_context(
            beside(keep_for(settings.privacy.retention_days, bot.services.forgetting.personal))
        )
        await stack.enter_async_context(beside(hear(database, bot.workspaces)))
        duty = indexing_duty(settings, owner, database)
        every_seconds = settings.git.every_minutes * 60
        await stack.enter_async_context(beside(keep_all(knowledge, sources, every_seconds=every_seconds, duty=duty)))
        await stack.enter_async_context(beside(settle(connected, gateway if uses_litellm(settings) else None)))
        await serve(bot, front_of(settings), probes=probes, on_connected=connected.set)


def counted(budget: Budget, metrics: Metrics) -> Callable[[Task, Usage], None]:
    """What a call of a model cost goes into the figures, and that of the chat model into the day's budget."""

    def note(task: Task, usage: Usage) -> None:
        if task != "embed":
            budget.note(usage)
        metrics.spent(task, usage)

    return note


def _counted(documents: int) -> Remark:
    return Remark("{count} notes", count=documents) if documents else Remark("nothing is indexed yet")


def probes_of(knowledge: KnowledgeBase, metrics: Metrics) -> Mapping[str, Probe]:
    """Whether the index can be searched, and whether by meaning too; what the index holds goes into the figures."""

    async def index() -> Check:
        status = await knowledge.status()
        metrics.saw_index(status.collections)
        documents = sum(collection.documents for collection in status.collections)
        return Check(ok=documents > 0, detail=_counted(documents))

    async def model() -> Check:
        try:
            await knowledge.check_models()
        except KnowledgeError as error:
            # Keywords still answer, and each answer says so.
            return Check(ok=True, detail=Remark("keywords only: {failure}", failure=error.message))
        return Check(ok=True, detail=Remark("usable"))

    return {"index": index, "model": model}


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
