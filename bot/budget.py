"""What the chat model may cost in a day, counted over restarts; once that is used up, notes are quoted instead."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from bot.assistant import OnRead, OnText, Voice
from bot.errors import StateUnavailable
from bot.state.database import StateDatabase
from knowledge.ports import Usage
from knowledge.remarks import Remark, joined
from knowledge.types import Answer, Query, SearchResult

# Several bots may share the state: each adds what it spent, and learns what all have.
_ADD = """
    INSERT INTO model_usage (day, tokens, dollars) VALUES (?, ?, ?)
    ON CONFLICT (day) DO UPDATE SET tokens = model_usage.tokens + excluded.tokens,
        dollars = model_usage.dollars + excluded.dollars
    RETURNING tokens, dollars
"""
USED_UP = Remark(
    "Today's budget for the chat model is used up, so these are the notes' own words. Full answers are back tomorrow."
)
USED_UP_TO_SEARCH = Remark("Today's budget for the chat model is used up, so only your own words were searched.")
_log = logging.getLogger(__name__)


def _now() -> datetime:
    return datetime.now(UTC)


class Budget:
    """Tokens and dollars of the day, which ends at midnight UTC; 0 is no bound. A question begun is finished.

    What a call costs is known at its end, so a call that broke off is not counted.
    """

    def __init__(
        self,
        database: StateDatabase,
        *,
        tokens_per_day: int,
        dollars_per_day: float,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        self._database = database
        self._tokens_per_day = tokens_per_day
        self._dollars_per_day = dollars_per_day
        self._clock = clock
        self._day, self._tokens, self._dollars = "", 0, 0.0
        self._writing: set[asyncio.Task[None]] = set()

    async def load(self) -> None:
        """Take up what the day has cost so far. Raises StateUnavailable."""
        self._begin_day()
        await self._write(self._day, 0, 0.0)

    def note(self, usage: Usage) -> None:
        """A call has ended; called on the event loop."""
        self._begin_day()
        tokens, dollars = usage.prompt_tokens + usage.completion_tokens, usage.dollars or 0.0
        self._tokens += tokens
        self._dollars += dollars
        task = asyncio.create_task(self._keep(self._day, tokens, dollars))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    def used_up(self) -> bool:
        """Whether no further call should begin today."""
        self._begin_day()
        tokens = self._tokens_per_day and self._tokens >= self._tokens_per_day
        return bool(tokens or (self._dollars_per_day and self._dollars >= self._dollars_per_day))

    async def close(self) -> None:
        """Wait until everything is written down."""
        if self._writing:
            await asyncio.wait(self._writing)

    def _begin_day(self) -> None:
        day = self._clock().date().isoformat()
        if day != self._day:
            self._day, self._tokens, self._dollars = day, 0, 0.0

    async def _keep(self, day: str, tokens: int, dollars: float) -> None:
        try:
            await self._write(day, tokens, dollars)
        except StateUnavailable as error:
            _log.warning("What a model call cost could not be written down: %s", error)

    async def _write(self, day: str, tokens: int, dollars: float) -> None:
        ((spent_tokens, spent_dollars),) = await self._database.execute(_ADD, (day, tokens, dollars))
        if day == self._day:
            # Calls that ended meanwhile are not in these sums yet.
            self._tokens, self._dollars = max(self._tokens, spent_tokens), max(self._dollars, spent_dollars)


class WithinBudget:
    """`bot.assistant.Voice` that asks the chat model while there is budget, and quotes the notes when it is gone."""

    def __init__(self, voice: Voice, *, quoting: Voice, budget: Budget) -> None:
        self._voice = voice
        self._quoting = quoting
        self._budget = budget

    async def ask(self, query: Query, *, on_text: OnText | None = None, on_read: OnRead | None = None) -> Answer:
        """One cited answer; where the budget is used up, in the notes' own words, which it says."""
        if not self._budget.used_up():
            return await self._voice.ask(query, on_text=on_text, on_read=on_read)
        answer = await self._quoting.ask(query, on_text=on_text, on_read=on_read)
        return replace(answer, degraded=joined([answer.degraded, USED_UP]))

    async def search(self, query: Query, *, limit: int = 10, plus: bool = False) -> SearchResult:
        """At most `limit` notes; where the budget is used up, by the words that were typed alone."""
        if not self._budget.used_up():
            return await self._voice.search(query, limit=limit, plus=plus)
        result = await self._quoting.search(query, limit=limit)
        fallback = joined([result.fallback, USED_UP_TO_SEARCH])
        return replace(result, fallback=fallback) if plus else result
