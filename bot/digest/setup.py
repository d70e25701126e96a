"""The digest as the settings want it."""

from __future__ import annotations

from functools import partial

from slack_sdk.web.async_client import AsyncWebClient

from bot.digest.memory import Memory
from bot.digest.place import channel_id
from bot.digest.questions import Questions
from bot.digest.service import AuditedNotes, Digests
from bot.digest.slots import Schedule
from bot.digest.timetable import Timetable
from bot.state.database import StateDatabase
from config.settings import Settings
from knowledge.duplicates import AuditOptions


def digests_of(settings: Settings, notes: AuditedNotes, database: StateDatabase) -> Digests:
    """What composes digests."""
    digest = settings.digest
    return Digests(
        notes=notes,
        memory=Memory(database),
        questions=Questions(database, enabled=digest.unanswered and bool(digest.channel)),
        options=AuditOptions(threshold=digest.threshold, coverage=digest.coverage),
        post_empty=digest.post_empty,
    )


def timetable_of(settings: Settings, client: AsyncWebClient, database: StateDatabase) -> Timetable | None:
    """When digests are posted; None where no channel is configured."""
    digest = settings.digest
    if not digest.channel:
        return None
    return Timetable(
        schedule=schedule_of(settings),
        find_channel=partial(channel_id, client, digest.channel),
        memory=Memory(database),
        missed=digest.missed,
    )


def schedule_of(settings: Settings) -> Schedule:
    """The configured times."""
    return Schedule.of(settings.digest.schedule, settings.digest.timezone)
