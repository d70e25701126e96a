"""Traces as they were kept, each with what people thought of its answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from bot.state.opening import open_state
from bot.state.places import is_kept
from bot.state.records import Records, Verdict
from config.settings import Settings
from knowledge.traces.shapes import Json
from knowledge.traces.store import reading

VERDICTS: tuple[Verdict, ...] = ("helpful", "not_helpful")


async def trace_of(settings: Settings, trace_id: str) -> Json | None:
    """The trace with that id; None where there is none. Raises TracesUnavailable, StateUnavailable."""
    if not await asyncio.to_thread(settings.traces.database.exists):
        return None
    async with reading(settings.traces.database) as traces:
        found = await traces.get(trace_id)
    return (await _judged(settings, [found]))[0] if found else None


async def latest_traces(settings: Settings, limit: int, *, not_helpful: bool = False) -> list[Json]:
    """At most so many traces, the latest first; with `not_helpful` only those that somebody found so.

    Raises TracesUnavailable, StateUnavailable.
    """
    if not await asyncio.to_thread(settings.traces.database.exists):
        return []
    disliked = await _disliked(settings) if not_helpful else None
    async with reading(settings.traces.database) as traces:
        found = await traces.latest(limit, only=disliked)
    return await _judged(settings, found)


async def _judged(settings: Settings, found: Sequence[Json]) -> list[Json]:
    """The traces with a count for each verdict: an answer's feedback has the id of the question's trace."""
    async with _records(settings) as records:
        verdicts = await records.verdicts([each["id"] for each in found]) if records else {}
    counts = {name: {verdict: each.count(verdict) for verdict in VERDICTS} for name, each in verdicts.items()}
    return [{**each, "feedback": counts.get(each["id"], dict.fromkeys(VERDICTS, 0))} for each in found]


async def _disliked(settings: Settings) -> list[str]:
    async with _records(settings) as records:
        return await records.judged("not_helpful") if records else []


@asynccontextmanager
async def _records(settings: Settings) -> AsyncIterator[Records | None]:
    """What the state database holds; None where no bot has run yet. Raises StateUnavailable."""
    if not await is_kept(settings.conversation.database):
        yield None
        return
    database = await open_state(settings)
    try:
        yield Records(database)
    finally:
        await database.close()
