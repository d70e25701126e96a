"""Which slot is claimed when."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

import pytest

from bot.digest.memory import Memory
from bot.digest.slots import Schedule
from bot.digest.timetable import LATE_DETAIL, Timetable
from bot.requests import Kind
from bot.state.database import StateDatabase


async def nowhere() -> str:
    return "C1"


def timetable(database: StateDatabase, missed: Literal["post", "skip"] = "post") -> Timetable:
    schedule = Schedule.of("0 9 * * *", "Europe/Berlin")
    return Timetable(schedule=schedule, find_channel=nowhere, memory=Memory(database), missed=missed)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


async def test_slots_before_the_first_start_are_nobodys(database: StateDatabase) -> None:
    assert await timetable(database).due("T1", "C1", at("2026-01-12T10:00")) is None


async def test_a_slot_that_came_is_asked_for_with_an_occasion_of_its_own(database: StateDatabase) -> None:
    times = timetable(database)
    await times.memory.watch("C1", at("2026-01-12T07:00").timestamp())
    request = await times.due("T1", "C1", at("2026-01-12T08:00"))
    assert request is not None
    assert (request.kind, request.text, request.detail) == (Kind.DIGEST, "2026-01-12T09:00", "")
    assert request.occasion == "T1/digest/C1/2026-01-12T09:00"


@pytest.mark.promise("a-missed-digest-is-posted-late-once-or-left-out")
async def test_of_several_missed_slots_the_latest_is_posted_late(database: StateDatabase) -> None:
    times = timetable(database)
    await times.memory.watch("C1", at("2026-01-12T07:00").timestamp())
    request = await times.due("T1", "C1", at("2026-01-15T08:16"))
    assert request is not None
    assert (request.text, request.detail) == ("2026-01-15T09:00", LATE_DETAIL)


@pytest.mark.promise("a-missed-digest-is-posted-late-once-or-left-out")
async def test_a_missed_slot_is_left_out_where_the_settings_say_so(database: StateDatabase) -> None:
    times = timetable(database, missed="skip")
    await times.memory.watch("C1", at("2026-01-12T07:00").timestamp())
    assert await times.due("T1", "C1", at("2026-01-12T08:16")) is None
    assert await times.due("T1", "C1", at("2026-01-12T08:14")) is not None
