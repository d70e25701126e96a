"""Numbers, spans of time, amounts, dates and times of day, however they are written: what must not be changed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from knowledge.answering.units import MONTHS, NUMBER_WORDS, UNITS, WEEKDAYS

_MONTH = rf"(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\.?(?!\w)"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<!\d)(?P<year>\d{4})-(?P<number>\d\d)-(?P<day>\d\d)(?!\d)",
        r"(?<![\d.])(?P<day>[0-3]?\d)\.\s?(?P<number>[01]?\d)\.\s?(?P<year>\d{4})(?!\d)",
        r"(?<![\d.])(?P<day>[0-3]\d)\.(?P<number>[01]\d)\.(?!\d)",
        r"(?:(?P<year>\d{4})年)?(?P<number>\d{1,2})月(?P<day>\d{1,2})日",
        rf"(?<!\d)(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?(?:\s+of)?\s+{_MONTH}(?:,?\s+(?P<year>\d{{4}}))?(?!\d)",
        rf"(?<!\w){_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s+(?P<year>\d{{4}}))?(?!\d)",
        rf"(?<!\w){_MONTH}\s+(?P<year>\d{{4}})(?!\d)",
    )
)
_TIME = re.compile(
    r"(?<![\d.,])(?:(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)|(?P<alone>\d{1,2})(?=\s?(?:[ap]\.?m\b|uhr\b)))"
    r"(?:\s?(?P<half>[ap])\.?m\b)?",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?<![a-z_\d])(?<!\d[.,])(?P<sign>[€$£]\s?|(?:eur|usd)\s)?"
    r"(?P<digits>\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,'’]\d+)*)",
    re.IGNORECASE,
)
_WORD = re.compile(
    rf"(?<!\w)(?:(?P<tens>twenty|thirty|forty|fifty|sixty|ninety)-(?P<ones>two|three|four|five|six|seven|eight|nine)"
    rf"|(?P<word>{'|'.join(NUMBER_WORDS)}))(?!\w)",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    rf"(?<![a-zß-ÿ])(?:{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))})(?![a-zß-ÿ])", re.IGNORECASE
)
_NEAR = re.compile(r"[ \u00a0-]?(?P<word>[%€$£]|[^\W\d_]+)")
_UNSPACED = re.compile("[ ]?(?P<word>个月|分钟|小时|毫秒|公里|厘米|公斤|[天日周年秒])")
GROUP_DIGITS = 3
COUNTED_ALOUD = 10
_NAMES_OF_DAYS = {number: name for name, number in reversed(WEEKDAYS.items())}
UNIT_WORDS = 3  # "28 paid vacation days": so far behind its number a unit may stand


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A number with what it counts. `12.000` may be twelve or twelve thousand, so it has two readings."""

    readings: frozenset[Decimal]
    written: str
    dimension: str = ""  # empty: no known unit stands by it
    factor: Decimal = Decimal(1)  # to the dimension's base unit
    spelt: bool = False  # in words

    def is_said_by(self, other: Amount) -> bool:
        """Whether the other one is the same; a missing unit fits any."""
        if not self.dimension or not other.dimension:
            return not self.readings.isdisjoint(other.readings)
        return self.dimension == other.dimension and not self._scaled.isdisjoint(other._scaled)

    @property
    def _scaled(self) -> frozenset[Decimal]:
        return frozenset(reading * self.factor for reading in self.readings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A date, as much of it as is said."""

    month: int
    written: str
    year: int | None = None
    day: int | None = None

    def is_said_by(self, other: Day) -> bool:
        """Whether the other one is the same, or leaves a part open."""
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        return all(one == another or None in {one, another} for one, another in pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantities:
    """Everything of a text that is counted or dated, in its order."""

    amounts: tuple[Amount, ...]
    days: tuple[Day, ...]
    times: frozenset[int]  # minutes after midnight
    weekdays: frozenset[int]  # Monday is 1

    @classmethod
    def of(cls, text: str) -> Quantities:
        """Find them. What belongs to a date or a time of day is no amount too."""
        rest = unicodedata.normalize("NFKC", text)
        days: list[Day] = []
        for pattern in _DATES:
            days += [_day(found) for found in pattern.finditer(rest)]
            rest = pattern.sub(_blank, rest)
        times = frozenset(_minutes(found) for found in _TIME.finditer(rest))
        rest = _TIME.sub(_blank, rest)
        weekdays = frozenset(WEEKDAYS[found[0].casefold()] for found in _WEEKDAY.finditer(rest))
        return cls(amounts=tuple(_amounts(rest)), days=tuple(days), times=times, weekdays=weekdays)

    @property
    def years(self) -> frozenset[Decimal]:
        """The years of its dates."""
        return frozenset(Decimal(day.year) for day in self.days if day.year)

    @property
    def says_anything(self) -> bool:
        """Whether there is any."""
        return bool(self.amounts or self.days or self.times or self.weekdays)

    @property
    def telling(self) -> tuple[Quantities, ...]:
        """Each date and amount by itself, without small bare numbers: those count the words around them."""
        none = Quantities(amounts=(), days=(), times=frozenset(), weekdays=frozenset())
        amounts = (
            one for one in self.amounts if one.dimension or (not one.spelt and max(one.readings) > COUNTED_ALOUD)
        )
        return (
            *(replace(none, amounts=(one,)) for one in amounts),
            *(replace(none, days=(one,)) for one in self.days),
        )

    def rivals(self, other: Quantities) -> bool:
        """Whether the other text counts or dates the same kind of thing, with another value."""
        dimensions = {one.dimension for one in other.amounts}
        same_kind = any(one.dimension in dimensions for one in self.amounts) or bool(self.days and other.days)
        return same_kind and bool(self.missing_from(other))

    def missing_from(self, other: Quantities) -> tuple[str, ...]:
        """What of it the other text does not say, as written. A bare number in words is often no count."""
        amounts = (
            one.written
            for one in self.amounts
            if not (one.spelt and not one.dimension)
            and not any(one.is_said_by(another) for another in other.amounts)
            and one.readings.isdisjoint(other.years)
        )
        days = (day.written for day in self.days if not any(day.is_said_by(another) for another in other.days))
        times = (f"{minutes // 60}:{minutes % 60:02}" for minutes in sorted(self.times - other.times))
        weekdays = (_NAMES_OF_DAYS[number] for number in sorted(self.weekdays - other.weekdays))
        return (*amounts, *days, *times, *weekdays)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _day(found: re.Match[str]) -> Day:
    parts = found.groupdict()
    named = parts.get("month")
    return Day(
        month=MONTHS[named.casefold()] if named else int(parts["number"]),
        day=int(parts["day"]) if parts.get("day") else None,
        year=int(parts["year"]) if parts.get("year") else None,
        written=found[0].strip(),
    )


def _minutes(found: re.Match[str]) -> int:
    hour = int(found["hour"] or found["alone"])
    if found["half"]:
        hour = hour % 12 + (12 if found["half"] in "pP" else 0)
    return hour * 60 + int(found["minute"] or 0)


def _amounts(text: str) -> Iterator[Amount]:
    for found in _NUMBER.finditer(text):
        sign = (found["sign"] or "").strip().casefold()
        yield _amount(_readings(found["digits"]), text, found, unit=sign)
    for found in _WORD.finditer(text):
        word, tens = found["word"], found["tens"]
        value = (
            NUMBER_WORDS[word.casefold()]
            if word
            else NUMBER_WORDS[tens.casefold()] + NUMBER_WORDS[found["ones"].casefold()]
        )
        yield _amount(frozenset({Decimal(value)}), text, found, spelt=True)


def _amount(
    readings: frozenset[Decimal], text: str, found: re.Match[str], *, unit: str = "", spelt: bool = False
) -> Amount:
    end = found.end()
    if not unit:
        unit, end = _unit_after(text, end)
    dimension, factor = UNITS.get(unit, ("", Decimal(1)))
    written = text[found.start() : end].strip()
    return Amount(readings=readings, dimension=dimension, factor=factor, written=written, spelt=spelt)


def _unit_after(text: str, end: int) -> tuple[str, int]:
    """The first known unit among the words right behind, and where it ends; empty where there is none."""
    if unspaced := _UNSPACED.match(text, end):
        return unspaced["word"], unspaced.end()
    place = end
    for _ in range(UNIT_WORDS):
        word = _NEAR.match(text, place)
        if not word:
            break
        place = word.end()
        unit = word["word"].casefold()
        if unit in UNITS and (len(unit) > 1 or not unit.isalpha() or place - end <= len(unit) + 1):
            return unit, place
    return "", end


def _readings(digits: str) -> frozenset[Decimal]:
    """What the digits may mean: a separator before three digits may group them or begin the fraction."""
    marks = [mark for mark in digits if not mark.isdigit()]
    joined = re.sub(r"[^\d]", "", digits)
    if not marks:
        return frozenset({Decimal(joined)})
    groups = re.split(r"[^\d]", digits)
    grouped = all(len(group) == GROUP_DIGITS for group in groups[1:])
    fraction = Decimal(f"{''.join(groups[:-1])}.{groups[-1]}")
    if len(set(marks)) > 1:
        return frozenset({fraction})
    if grouped and (len(marks) > 1 or marks[0] not in ".,"):
        return frozenset({Decimal(joined)})
    return frozenset({Decimal(joined), fraction}) if grouped else frozenset({fraction})
