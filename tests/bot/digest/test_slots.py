"""When a digest is due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.digest.slots import Schedule

BERLIN = "Europe/Berlin"
pytestmark = pytest.mark.promise("a-digest-slot-is-a-local-date-and-time")


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def names(schedule: Schedule, after: str, until: str) -> list[str]:
    return [slot.name for slot in schedule.between(moment(after), moment(until))]


def test_a_slot_is_due_from_its_minute_on_and_once() -> None:
    nine = Schedule.of("0 9 * * MON", BERLIN)
    monday = ["2026-01-12T09:00"]
    assert names(nine, "2026-01-12T07:59:59", "2026-01-12T08:00:00") == monday
    assert names(nine, "2026-01-12T08:00:00", "2026-01-12T08:05:00") == []
    assert names(nine, "2026-01-12T00:00:00", "2026-01-18T23:00:00") == monday


@pytest.mark.parametrize("day", ["0", "7", "SUN"])
def test_sunday_has_three_names(day: str) -> None:
    assert names(Schedule.of(f"0 9 * * {day}", "UTC"), "2026-01-05T00:00", "2026-01-12T00:00") == ["2026-01-11T09:00"]


def test_in_the_hour_that_comes_twice_a_slot_comes_once() -> None:
    """On 25 October 2026 clocks in Berlin go back from 03:00 to 02:00 at 01:00 UTC."""
    half_past_two = Schedule.of("30 2 * * *", BERLIN)
    (slot,) = half_past_two.between(moment("2026-10-24T12:00"), moment("2026-10-25T12:00"))
    assert (slot.name, slot.at) == ("2026-10-25T02:30", moment("2026-10-25T00:30"))


def test_in_the_hour_that_is_left_out_a_slot_comes_all_the_same() -> None:
    """On 29 March 2026 clocks in Berlin go forward from 02:00 to 03:00 at 01:00 UTC."""
    half_past_two = Schedule.of("30 2 * * *", BERLIN)
    (slot,) = half_past_two.between(moment("2026-03-28T12:00"), moment("2026-03-29T12:00"))
    assert (slot.name, slot.at) == ("2026-03-29T02:30", moment("2026-03-29T01:30"))


def test_every_day_of_a_year_with_both_changes_has_its_slot() -> None:
    half_past_two = Schedule.of("30 2 * * *", BERLIN)
    found: list[str] = []
    at = moment("2026-01-01T12:00")
    while at < moment("2027-01-01T12:00"):
        found += [slot.name for slot in half_past_two.between(at, at + timedelta(minutes=97))]
        at += timedelta(minutes=97)
    assert len(found) == len(set(found)) == 365


def test_where_both_kinds_of_day_are_given_either_is_enough() -> None:
    """As in cron: the 13th, and every Friday."""
    both = Schedule.of("0 9 13 * FRI", "UTC")
    assert names(both, "2026-01-08T00:00", "2026-01-17T00:00") == [
        "2026-01-09T09:00",
        "2026-01-13T09:00",
        "2026-01-16T09:00",
    ]
    assert names(Schedule.of("0 9 13 * *", "UTC"), "2026-01-08T00:00", "2026-01-17T00:00") == ["2026-01-13T09:00"]


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kathmandu"])
def test_zones_far_from_utc_lose_no_day(zone: str) -> None:
    found = names(Schedule.of("0 0 * * *", zone), "2026-01-01T00:00", "2026-01-08T00:00")
    assert len(found) == len(set(found)) == 7


def test_after_a_long_absence_only_the_last_weeks_are_looked_at() -> None:
    found = names(Schedule.of("0 9 * * *", "UTC"), "2020-01-01T00:00", "2026-01-31T12:00")
    assert (found[0], len(found)) == ("2025-12-23T09:00", 40)


def test_the_next_slot_may_be_years_away() -> None:
    leap = Schedule.of("0 9 29 2 *", "UTC").next_after(moment("2096-03-01T00:00"))
    assert leap is not None
    assert leap.name == "2104-02-29T09:00"
