"""Standard cron schedules: five fields, names, and Sunday as 0 or 7."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_NUMBER = re.compile(r"[0-9]{1,3}")
_LONGEST_MONTH = {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}
_NICKNAMES = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One of the five: its title, range, and the names that may stand for its numbers."""

    title: str
    first: int
    last: int
    names: tuple[str, ...] = ()

    def number(self, text: str) -> int:
        """The number that `text` means; ValueError says what is allowed."""
        if text.lower() in self.names:
            return self.names.index(text.lower()) + self.first
        if not _NUMBER.fullmatch(text) or not self.first <= int(text) <= self.last:
            names = f" or {self.names[0].upper()} to {self.names[-1].upper()}" if self.names else ""
            raise ValueError(f"a cron schedule whose {self.title} is {self.first} to {self.last}{names}")
        return int(text)

    def numbers(self, text: str) -> set[int]:
        """All numbers of a list such as `1-5,10-30/10,*/15`."""
        return {number for item in text.split(",") for number in self._item(item)}

    def _item(self, item: str) -> range:
        span, slash, step = item.partition("/")
        first, last = self._span(span, open_ended=bool(slash))
        if last < first or (slash and (not _NUMBER.fullmatch(step) or int(step) == 0)):
            raise ValueError(f"a cron schedule whose {self.title} has ranges that rise and steps from 1 on")
        return range(first, last + 1, int(step or 1))

    def _span(self, span: str, *, open_ended: bool) -> tuple[int, int]:
        if span == "*":
            return self.first, self.last
        low, dash, high = span.partition("-")
        first = self.number(low)
        if not dash:
            # `5/10` means from 5 to the end, as cron has it; `5` alone means 5.
            return first, self.last if open_ended else first
        last = self.number(high)
        # The range of days counts Sunday twice: in `SAT-SUN` it is the 7 that ends the week.
        ends_the_week = self.names == _DAYS and last == 0 < first
        return first, self.last if ends_the_week else last


_FIELDS = (
    Field(title="minute", first=0, last=59),
    Field(title="hour", first=0, last=23),
    Field(title="day of the month", first=1, last=31),
    Field(title="month", first=1, last=12, names=_MONTHS),
    Field(title="day of the week", first=0, last=7, names=_DAYS),
)


def five_fields(text: str) -> str:
    """The schedule with a nickname such as `@daily` written out."""
    return _NICKNAMES.get(text.strip().lower(), text)


def parse_schedule(text: str) -> tuple[set[int], ...]:
    """Minutes, hours, days of the month, months, and days of the week (0 = Sunday) of a schedule.

    ValueError, with what is allowed as its text, for anything that is no cron schedule or would never come.
    """
    fields = five_fields(text).split()
    if len(fields) != len(_FIELDS):
        raise ValueError('five cron fields: minute, hour, day of the month, month, day of the week ("0 9 * * MON")')
    parsed = [field.numbers(part) for field, part in zip(_FIELDS, fields, strict=True)]
    parsed[4] = {day % 7 for day in parsed[4]}
    if fields[4] == "*" and all(min(parsed[2]) > _LONGEST_MONTH.get(month, 31) for month in parsed[3]):
        raise ValueError("a cron schedule with a day that its month has")
    return tuple(parsed)
