"""What people said is kept for so many days, and taken away at once where one of them wants it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bot.errors import StateUnavailable
from bot.origin import opaque
from bot.state.database import StateDatabase
from bot.state.personal import Personal, Removed
from bot.state.places import Place, is_kept
from knowledge.traces.store import SqliteTraces

DAY_SECONDS = 24 * 3600.0
RETRY_SECONDS = 600.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetting:
    """Takes away everything of a person. `traces`: the trace database, which need not exist.

    `home`: the workspace in which digests go; empty: there is only one.
    """

    personal: Personal
    traces: Path | None = None
    home: str = ""

    async def forget(self, user: str, teams: Sequence[str], *, besides: str = "") -> Removed:
        """Delete or make nobody's what is kept of that person. `besides`: the request that asks for it, which ends.

        `teams`: the workspaces in which this is that person; elsewhere the same id is somebody else.
        In the traces a person is a hash of workspace and user. Raises StateUnavailable, TracesUnavailable.
        """
        traces = await self._forget_traces([opaque(f"{team}/{user}") for team in teams])
        digests = not self.home or not teams or self.home in teams
        removed = await self.personal.forget(user, now=time.time(), teams=teams, digests=digests, besides=besides)
        return replace(removed, counts={**removed.counts, "traces": traces})

    async def _forget_traces(self, people: list[str]) -> int:
        if self.traces is None or not people or not await asyncio.to_thread(self.traces.exists):
            return 0
        traces = await SqliteTraces.open(self.traces)
        try:
            return await traces.forget_people(people)
        finally:
            await traces.close()


async def forget_now(state: Place, traces: Path, user: str, *, team: str = "", home: str = "") -> Removed:
    """The same beside a bot that may be running. `team`: in that workspace alone; empty: in all that are known.

    A state database that does not exist is not made. Raises StateUnavailable, TracesUnavailable.
    """
    if not await is_kept(state):
        return Removed(counts={}, in_progress=0)
    database = await StateDatabase.open(state)
    try:
        personal = Personal(database)
        teams = [team] if team else sorted({*await personal.teams(), *filter(None, [home])})
        return await Forgetting(personal=personal, traces=traces, home=home).forget(user, teams)
    finally:
        await database.close()


async def keep_for(days: int, personal: Personal) -> None:
    """Delete what is older than that, now and daily, until cancelled; where the database fails, try again."""
    while True:
        try:
            deleted = await personal.prune(time.time() - days * DAY_SECONDS)
        except StateUnavailable as error:
            _log.warning("Old conversations could not be deleted yet: %s", error)
            await asyncio.sleep(RETRY_SECONDS)
        else:
            _log.info("Older than %d days: %d rows deleted.", days, deleted)
            await asyncio.sleep(DAY_SECONDS)
