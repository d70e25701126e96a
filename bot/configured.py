"""What the settings make of the bot: the values that it is built of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from pydantic import SecretStr
from slack_sdk.web.async_client import AsyncWebClient

from bot.budget import Budget, WithinBudget
from bot.building import Parts, channels_of
from bot.digest.setup import digests_of, timetable_of
from bot.errors import SecretMissing
from bot.freshness import index_one
from bot.health import Health, Probe
from bot.home.service import Office
from bot.leading import Duty
from bot.limits import Limits
from bot.metrics import Metrics
from bot.owners import Owners
from bot.rules import ChannelRules
from bot.server import Front
from bot.services import Behaviour
from bot.shelf import Shelf
from bot.slack_app import link_domains
from bot.state.database import StateDatabase
from bot.state.leases import Leases
from bot.viewers import USER_GROUP, Viewers
from config.settings import Settings
from config.slack import ChannelSettings
from knowledge.base import KnowledgeBase


def parts_of(
    settings: Settings,
    probes: Mapping[str, Probe],
    client: AsyncWebClient,
    team: str,
    *,
    knowledge: KnowledgeBase,
    database: StateDatabase,
    budget: Budget,
    metrics: Metrics,
    owner: str,
) -> Parts:
    """What the bot is built of. `team`: the workspace of the client, empty where there is only one.

    People and channels that settings name are of the first of them: elsewhere the same ids are others.
    """
    home = settings.oauth.home
    at_home, viewers, behaviour = team == home, viewers_of(settings, client, team), behaviour_of(settings)
    tables = {one.channel: rules_of(settings, one) for one in settings.channels if (one.workspace or home) == team}
    return Parts(
        client=client,
        knowledge=knowledge,
        database=database,
        viewers=viewers,
        behaviour=behaviour,
        channels=channels_of(tables, behaviour, client=client, viewers=viewers, database=database),
        limits=limits_of(settings),
        voice=WithinBudget(knowledge, quoting=knowledge.quoting, budget=budget),
        digests=digests_of(settings, knowledge, database) if at_home else None,
        timetable=timetable_of(settings, client, database) if at_home else None,
        office=office_of(settings, probes) if at_home else Office(),
        shelf=shelf_of(settings, knowledge) if at_home or not settings.slack.inbox_writers else None,
        owners=Owners(people=settings.owners.people, fallback=settings.owners.fallback) if at_home else Owners(),
        owner=owner,
        traces=settings.traces.database,
        home=home,
        metrics=metrics,
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
        drain_seconds=settings.slack.http_drain_seconds,
        domains=link_domains(settings),
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
    """What the chat model may cost today, with what it has cost so far. Raises StateUnavailable."""
    limits = settings.limits
    budget = Budget(database, tokens_per_day=limits.tokens_per_day, dollars_per_day=limits.dollars_per_day)
    await budget.load()
    return budget


def indexing_duty(settings: Settings, owner: str, database: StateDatabase) -> Duty | None:
    """What one bot does for all of them; None where each has an index, or a state, of its own."""
    places = (settings.index.database, settings.conversation.database)
    if not all(isinstance(place, SecretStr) for place in places):
        return None
    return Duty(name="indexing", owner=owner, leases=Leases(database))


def viewers_of(settings: Settings, client: AsyncWebClient, team: str = "") -> Viewers:
    """Looks up only the groups and channels that some collection asks for in that workspace."""
    asking = [one for one in settings.collections if not one.workspaces or team in one.workspaces]
    people = {person for collection in asking for person in collection.users}
    return Viewers(
        client,
        groups=frozenset(person for person in people if person.startswith(USER_GROUP)),
        by_channel=any(collection.channels for collection in asking),
        workspace=team,
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
