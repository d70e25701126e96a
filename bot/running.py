"""The bot over its notes: opens what it needs, keeps the index fresh, serves until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial

from slack_sdk.web.async_client import AsyncWebClient

from bot.beside import beside
from bot.budget import Budget, WithinBudget
from bot.building import Parts, build_bot, channels_of
from bot.client import slack_client
from bot.compose import open_knowledge, sources_of, uses_litellm
from bot.digest.setup import digests_of, timetable_of
from bot.errors import SecretMissing
from bot.freshness import index_one, keep_fresh, keep_remotes, remote_probes
from bot.health import Check, Health, Probe
from bot.home.service import Office
from bot.limits import Limits
from bot.metrics import Metrics
from bot.owners import Owners
from bot.privacy import keep_for
from bot.rules import ChannelRules
from bot.server import Front, serve
from bot.services import Behaviour
from bot.shelf import Shelf
from bot.state.database import StateDatabase
from bot.viewers import USER_GROUP, Viewers
from config.sections import ChannelSettings
from config.settings import Settings
from knowledge.base import KnowledgeBase
from knowledge.chat.gateway import ModelGateway
from knowledge.errors import KnowledgeError
from knowledge.ports import Task, Usage

# An acknowledgement takes a dozen turns at the interpreter; while threads compute, each turn waits so long.
SWITCH_SECONDS = 0.0005


async def run_bot(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT. Raises BotError, KnowledgeError for what keeps it from starting."""
    token = bot_token(settings)
    sys.setswitchinterval(SWITCH_SECONDS)
    async with AsyncExitStack() as stack:
        database = await StateDatabase.open(settings.conversation.database)
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
        parts = parts_of(settings, probes, client=client, knowledge=knowledge, database=database, budget=budget)
        bot, connected = build_bot(replace(parts, metrics=metrics)), asyncio.Event()
        services = bot.services
        await stack.enter_async_context(
            beside(keep_for(settings.privacy.retention_days, services.forgetting.personal))
        )
        await stack.enter_async_context(beside(keep_fresh(knowledge)))
        await stack.enter_async_context(
            beside(keep_remotes(sources, knowledge, every_seconds=settings.git.every_minutes * 60))
        )
        await stack.enter_async_context(beside(services.channels.keep_known()))
        await stack.enter_async_context(beside(settle(connected, gateway if uses_litellm(settings) else None)))
        await serve(bot, front_of(settings), probes=probes, on_connected=connected.set)


def counted(budget: Budget, metrics: Metrics) -> Callable[[Task, Usage], None]:
    """What a call of a model cost goes into the figures, and that of the chat model into the day's budget."""

    def note(task: Task, usage: Usage) -> None:
        if task != "embed":
            budget.note(usage)
        metrics.spent(task, usage)

    return note


def parts_of(
    settings: Settings,
    probes: Mapping[str, Probe],
    *,
    client: AsyncWebClient,
    knowledge: KnowledgeBase,
    database: StateDatabase,
    budget: Budget,
) -> Parts:
    """What the bot is built of."""
    viewers, behaviour = viewers_of(settings, client), behaviour_of(settings)
    tables = {one.channel: rules_of(settings, one) for one in settings.channels}
    return Parts(
        client=client,
        knowledge=knowledge,
        database=database,
        viewers=viewers,
        behaviour=behaviour,
        channels=channels_of(tables, behaviour, client=client, viewers=viewers, database=database),
        limits=limits_of(settings),
        voice=WithinBudget(knowledge, quoting=knowledge.quoting, budget=budget),
        digests=digests_of(settings, knowledge, database),
        timetable=timetable_of(settings, client, database),
        office=office_of(settings, probes),
        shelf=shelf_of(settings, knowledge),
        owners=Owners(people=settings.owners.people, fallback=settings.owners.fallback),
        traces=settings.traces.database,
    )


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
    """How it works and answers."""
    return Behaviour(
        ask_visibility=settings.answers.ask_visibility,
        follow_up=settings.conversation.follow_up,
        language=settings.slack.language,
        ask_command=settings.slack.ask_command,
        search_command=settings.slack.search_command,
        link_previews=settings.slack.link_previews,
        history_turns=settings.conversation.history_turns,
        at_once=settings.slack.workers,
    )


def rules_of(settings: Settings, channel: ChannelSettings) -> ChannelRules:
    """What holds in one configured channel."""
    return ChannelRules(
        collections=channel.collections,
        instructions=channel.instructions,
        follow_up=channel.follow_up or settings.conversation.follow_up,
        answer=channel.answer,
        private_answers=channel.private_answers,
        askers=channel.askers,
        escalation=channel.escalation,
        language=channel.language,
    )


def limits_of(settings: Settings) -> Limits:
    """How much the bot takes on."""
    limits = settings.limits
    return Limits(
        person_per_minute=limits.person_per_minute, team_per_minute=limits.team_per_minute, queue=limits.queue
    )


def shelf_of(settings: Settings, knowledge: KnowledgeBase) -> Shelf | None:
    """Where threads are saved as notes; None where the settings name no collection for it."""
    if not settings.slack.inbox_collection:
        return None
    return Shelf(
        collection=knowledge.library.get(settings.slack.inbox_collection),
        index=partial(index_one, knowledge),
        writers=frozenset(settings.slack.inbox_writers),
    )


async def budget_of(settings: Settings, database: StateDatabase) -> Budget:
    """What the chat model may cost today, with what it has cost so far. Raises sqlite3.Error."""
    limits = settings.limits
    budget = Budget(database, tokens_per_day=limits.tokens_per_day, dollars_per_day=limits.dollars_per_day)
    await budget.load()
    return budget


def viewers_of(settings: Settings, client: AsyncWebClient) -> Viewers:
    """Looks up only the groups and channels that some collection asks for."""
    people = {person for collection in settings.collections for person in collection.users}
    return Viewers(
        client,
        groups=frozenset(person for person in people if person.startswith(USER_GROUP)),
        by_channel=any(collection.channels for collection in settings.collections),
    )


def office_of(settings: Settings, probes: Mapping[str, Probe]) -> Office:
    """What admins see on their Home tab."""
    collections = ", ".join(collection.name for collection in settings.collections)
    notable = {
        "collections": collections,
        "slack.mode": settings.slack.mode,
        "chat.model": settings.chat.model or "none: answers are quoted from the notes",
        "embeddings.model": settings.embeddings.model,
        "answers.ask_visibility": settings.answers.ask_visibility,
        "conversation.follow_up": settings.conversation.follow_up,
        "digest.channel": settings.digest.channel or "none",
        "slack.inbox_collection": settings.slack.inbox_collection or "none: threads are not saved",
        "owners.people": f"{len(settings.owners.people)} known",
        "privacy.retention_days": str(settings.privacy.retention_days),
        "traces.enabled": "yes" if settings.traces.enabled else "no",
    }
    return Office(admins=frozenset(settings.slack.admins), settings=tuple(notable.items()), health=Health(probes))


def probes_of(knowledge: KnowledgeBase, metrics: Metrics) -> Mapping[str, Probe]:
    """Whether the index can be searched, and whether by meaning too; what the index holds goes into the figures."""

    async def index() -> Check:
        status = await knowledge.status()
        metrics.saw_index(status.collections)
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
