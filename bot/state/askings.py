"""What was asked in the last minute, of all bots, counted in the transaction that writes a request down.

Whatever is asked has a number among what its person asked, and one among what everybody asked. So whether one more is
allowed is told by a single row of each: the one that is as many numbers back as a minute allows.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

from bot.limits import Full, Limits
from bot.origin import opaque
from bot.requests import Request
from bot.state.engine import Statement

MINUTE_SECONDS = 60.0
_EVERYBODY = ""


def _that_fills(who: str, most: str) -> str:
    """The moment of the row because of which no more is allowed; none where it is older than a minute."""
    last = f"(SELECT max(number) FROM askings WHERE who = {who})"  # noqa: S608 - fixed text
    return f"(SELECT at FROM askings WHERE who = {who} AND number = {last} + 1 - {most} AND at > :minute_ago)"  # noqa: S608


_PERSON = _that_fills(":person", ":person_per_minute")
_TEAM = _that_fills(":everybody", ":team_per_minute")
FULL_SINCE = f"{_PERSON}, {_TEAM}"  # what a claim returns besides
# Not what another bot has claimed, nor what is refused.
_COUNT = f"""
    INSERT INTO askings (who, number, at)
    SELECT who, coalesce((SELECT max(number) FROM askings WHERE askings.who = asking.who), 0) + 1, :at
    FROM (SELECT :person AS who UNION ALL SELECT :everybody) AS asking
    WHERE EXISTS (SELECT 1 FROM requests WHERE id = :id) AND {_PERSON} IS NULL AND {_TEAM} IS NULL
"""  # noqa: S608
# What is later than can be was written before the clock was put back.
_END = "DELETE FROM askings WHERE at NOT BETWEEN :now - :minute AND :now + :minute"
_FORGET = "DELETE FROM askings WHERE who IN (EACH(:people))"


def asked(request: Request, limits: Limits, *, now: float) -> dict[str, object]:
    """The values of `FULL_SINCE`."""
    return {
        "person": person_of(request.team, request.user),
        "everybody": _EVERYBODY,
        "person_per_minute": limits.person_per_minute,
        "team_per_minute": limits.team_per_minute,
        "minute_ago": now - MINUTE_SECONDS,
    }


def counting(request: Request, limits: Limits, *, now: float) -> Statement:
    """What counts a request that has just been claimed, if the minute is not full."""
    return Statement(sql=_COUNT, parameters={**asked(request, limits, now=now), "id": request.id, "at": now})


def full_by(person: float | None, team: float | None, *, now: float) -> Full | None:
    """What `FULL_SINCE` has found."""
    since = team if person is None else person
    if since is None:
        return None
    # Clocks of two bots agree to the length of a round trip.
    left_seconds = min(since + MINUTE_SECONDS - now, MINUTE_SECONDS)
    return Full(whose="team" if person is None else "person", wait_seconds=max(1, math.ceil(left_seconds)))


def forgetting(people: Sequence[str]) -> Statement:
    """What takes away how much these people asked; each is called as `person_of` says."""
    return Statement(sql=_FORGET, parameters={"people": json.dumps(list(people))})


def ending(now: float) -> Statement:
    """What takes away the minutes that are over."""
    return Statement(sql=_END, parameters={"now": now, "minute": MINUTE_SECONDS})


def person_of(team: str, user: str) -> str:
    """How a person is called here."""
    return opaque(f"{team}/{user}")
