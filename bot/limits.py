"""How much may be asked in a minute, by one person and by all, of all bots together; how much may wait for one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from bot import text
from bot.requests import ASKING, Request

Reason = Literal["person", "team", "queue"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Full:
    """A minute in which as much was asked as may be: by this person, or by all."""

    whose: Literal["person", "team"]
    wait_seconds: int  # until one more is allowed, at least 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a request is not taken on, and the sentence that says so."""

    reason: Reason
    sentence: text.Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds that normal use never meets. What looks up notes counts; buttons that only note something do not."""

    person_per_minute: int
    team_per_minute: int
    queue: int

    def refuse(self, request: Request, full: Full | None, waiting: int) -> Refusal | None:
        """Why this request cannot be taken on in a minute that is full, or while so many wait; None where it can."""
        if request.kind not in ASKING:
            return None
        if waiting >= self.queue:
            return Refusal(reason="queue", sentence=lambda words: words.queue_full)
        if full is None:
            return None
        if full.whose == "person":
            sentence = partial(text.asked_too_much, self.person_per_minute, full.wait_seconds)
        else:
            sentence = partial(text.busy_minute, full.wait_seconds)
        return Refusal(reason=full.whose, sentence=sentence)
