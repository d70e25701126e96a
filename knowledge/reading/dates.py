"""Dates as people write them in notes, to aware UTC times."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

# Tried in order after ISO 8601. Month first for slashes would be a guess, so only unambiguous forms are here.
_FORMATS = (
    "%Y-%m-%d %H:%M:%S %z",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d",
    "%Y/%m/%d %H:%M:%S",
    "%Y/%m/%d %H:%M",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%Y年%m月%d日",
    "%d.%m.%Y",
    "%d %B %Y",
    "%d %b %Y",
    "%B %d, %Y",
    "%b %d, %Y",
    "%a, %d %b %Y %H:%M:%S %z",
    "%Y-%m",
    "%Y",
)


def parse_date(text: str) -> datetime | None:
    """The time that a text names, in UTC; without a zone it is taken as UTC. None: no date that exists."""
    line = text.strip()
    with suppress(ValueError, OverflowError):
        return _in_utc(datetime.fromisoformat(line))
    for form in _FORMATS:
        with suppress(ValueError, OverflowError):
            return _in_utc(datetime.strptime(line, form))  # noqa: DTZ007 - the zone is settled just below
    return None


def _in_utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
