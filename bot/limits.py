"""How much may be asked: by one person and by all in a minute, and how much may wait. Of this running bot alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from cachetools import LRUCache

from bot import text
from bot.pacing import Allowance
from bot.requests import ASKING, Request

_MOST_PEOPLE = 10_000  # of whom the last minute is remembered

Reason = Literal["person", "team", "queue"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a request is not taken on, and the sentence that says so."""

    reason: Reason
    sentence: text.Sentence


class Limits:
    """Bounds that normal use never meets. What looks up notes counts; buttons that only note something do not."""

    def __init__(
        self,
        *,
        person_per_minute: int,
        team_per_minute: int,
        queue: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._person_per_minute = person_per_minute
        self._queue = queue
        self._clock = clock
        self._team = Allowance(team_per_minute, clock=clock)
        self._people: LRUCache[str, Allowance] = LRUCache(_MOST_PEOPLE)

    def refuse(self, request: Request, waiting: int) -> Refusal | None:
        """Why this request cannot be taken on while so many wait; None, and it counts, where it can."""
        if request.kind not in ASKING:
            return None
        if waiting >= self._queue:
            return Refusal(reason="queue", sentence=lambda words: words.queue_full)
        name = f"{request.team}/{request.user}"
        person = self._people.get(name) or Allowance(self._person_per_minute, clock=self._clock)
        self._people[name] = person
        if wait := person.wait_seconds():
            return Refusal(reason="person", sentence=partial(text.asked_too_much, self._person_per_minute, wait))
        if wait := self._team.wait_seconds():
            return Refusal(reason="team", sentence=partial(text.busy_minute, wait))
        person.take()
        self._team.take()
        return None
