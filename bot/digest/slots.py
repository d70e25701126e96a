"""When a digest is due. A slot is a local date and time, and comes once however the clocks are changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from config.schedule import parse_schedule

LONGEST_LOOK = timedelta(days=40)  # how far back a missed slot is looked for
_LONGEST_WAIT_DAYS = 366 * 8 + 1  # 29 February, over a century that leaves one out


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """`name` is the local date and time to the minute; `at` the moment when it comes, in UTC."""

    name: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """A cron schedule in a time zone. Where both kinds of day are given, either is enough, as in cron."""

    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]  # 0 is Sunday
    either_day: bool
    zone: ZoneInfo

    @classmethod
    def of(cls, text: str, zone: str) -> Schedule:
        """Read five cron fields and an IANA name. Raises ValueError, ZoneInfoNotFoundError."""
        minutes, hours, days, months, weekdays = parse_schedule(text)
        fields = text.split()
        return cls(
            minutes=tuple(sorted(minutes)),
            hours=tuple(sorted(hours)),
            days=frozenset(days),
            months=frozenset(months),
            weekdays=frozenset(weekdays),
            either_day=not fields[2].startswith("*") and not fields[4].startswith("*"),
            zone=ZoneInfo(zone),
        )

    def between(self, after: datetime, until: datetime) -> list[Slot]:
        """Slots that come later than one moment and no later than the other, in order; LONGEST_LOOK back at most."""
        start = max(after, until - LONGEST_LOOK)
        # A day more at both ends: a zone's clock may be anywhere within a day of UTC.
        days = range(-1, (until.date() - start.date()).days + 2)
        slots = (slot for offset in days for slot in self._on(start.date() + timedelta(days=offset)))
        return sorted((slot for slot in slots if start < slot.at <= until), key=lambda slot: (slot.at, slot.name))

    def next_after(self, moment: datetime) -> Slot | None:
        """The first slot later than that moment."""
        start = moment.astimezone(UTC).date() - timedelta(days=1)
        for offset in range(_LONGEST_WAIT_DAYS):
            later = [slot for slot in self._on(start + timedelta(days=offset)) if slot.at > moment]
            if later:
                return min(later, key=lambda slot: slot.at)
        return None

    def _on(self, day: date) -> Iterator[Slot]:
        if not self._matches(day):
            return
        for hour in self.hours:
            for minute in self.minutes:
                local = datetime.combine(day, time(hour, minute))
                # In the hour that comes twice this is its first time; in the one that is left out, the same moment
                # by the clock that was not changed.
                yield Slot(
                    name=local.isoformat(timespec="minutes"), at=local.replace(tzinfo=self.zone).astimezone(UTC)
                )

    def _matches(self, day: date) -> bool:
        by_date, by_weekday = day.day in self.days, day.isoweekday() % 7 in self.weekdays
        fits = by_date or by_weekday if self.either_day else by_date and by_weekday
        return fits and day.month in self.months
