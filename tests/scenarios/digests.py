"""Digests of a scenario: two notes that differ in a number, and a clock that a test sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import numpy as np
from slack_sdk.web.async_client import AsyncWebClient

from bot.digest.memory import Memory
from bot.digest.place import channel_id
from bot.digest.questions import Questions
from bot.digest.service import Digests
from bot.digest.slots import Schedule
from bot.digest.timetable import Timetable
from bot.state.database import StateDatabase
from knowledge.duplicates import Audit, AuditOptions, Comparison, Side, differences
from knowledge.ports import Matrix
from knowledge.types import NoteRef, Viewer
from tests.bot.digest.values import LEFT, RIGHT, audit, note, pair

PAIR = "leave"


class DriftedNotes:
    """`AuditedNotes` with one pair of notes."""

    async def audit(self, options: AuditOptions, *, viewer: Viewer) -> Audit:
        return audit(pair(PAIR))

    async def compare(self, left: NoteRef, right: NoteRef, viewer: Viewer) -> Comparison:
        one, other = note(left.path, LEFT), note(right.path, RIGHT)
        sides = [
            Side(ref=each.ref, title=each.title, url=None, updated=None, beginning=each.text) for each in (one, other)
        ]
        return Comparison(left=sides[0], right=sides[1], drift=differences(one, other))

    def may_see(self, collection: str, viewer: Viewer) -> bool:
        return True

    async def vectors(self, texts: Sequence[str]) -> Matrix:
        return np.eye(len(texts), dtype=np.float32)


def digests(database: StateDatabase) -> Digests:
    """Every slot has something to post, so that each one can be counted."""
    return Digests(
        notes=DriftedNotes(),
        memory=Memory(database),
        questions=Questions(database, enabled=True),
        options=AuditOptions(),
        post_empty=True,
    )


def timetable(wanted: Mapping[str, str], client: AsyncWebClient, database: StateDatabase) -> Timetable:
    """A schedule by the clock in a file."""
    return Timetable(
        schedule=Schedule.of(wanted["schedule"], wanted["timezone"]),
        find_channel=partial(channel_id, client, wanted["channel"]),
        memory=Memory(database),
        clock=partial(_read, Path(wanted["clock"])),
        tick_seconds=0.05,
    )


def set_clock(clock: Path, moment: datetime) -> None:
    """It is this time now, for every bot."""
    new = clock.with_suffix(".new")
    new.write_text(repr(moment.timestamp()), encoding="ascii")
    new.replace(clock)


def _read(clock: Path) -> datetime:
    return datetime.fromtimestamp(float(clock.read_text(encoding="ascii")), UTC)
