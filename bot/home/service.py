"""Gathers the Home tab of a person: what they may see, what they asked, and for admins how the bot fares."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from bot.assistant import Assistant
from bot.digest.slots import Schedule
from bot.errors import StateUnavailable
from bot.health import Health
from bot.home.examples import questions_of
from bot.home.page import DigestTimes, Figures, Page
from bot.state.overview import Overview
from bot.state.personal import PastQuestion, Personal
from bot.viewers import Viewers
from knowledge.errors import KnowledgeError
from knowledge.ports import CollectionStatus
from knowledge.topics import Topic
from knowledge.types import Viewer

EXAMPLES = 4
RECENT = 5
USAGE_SECONDS = 7 * 24 * 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """What admins see besides, and who they are. `settings`: names and values worth knowing, no secrets."""

    admins: frozenset[str] = frozenset()
    settings: tuple[tuple[str, str], ...] = ()
    health: Health = field(default_factory=lambda: Health({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """Nothing here raises for what is broken: a page shows what can be known now."""

    assistant: Assistant
    viewers: Viewers
    personal: Personal
    overview: Overview
    office: Office
    ask: str
    search: str
    schedule: Schedule | None = None

    async def page(self, user: str, team: str) -> Page:
        """The Home tab of that person now."""
        viewer = await self.viewers.at(user, "", shared=False)
        return Page(
            ask=self.ask,
            search=self.search,
            collections=await self._collections(viewer),
            examples=questions_of(await self.topics(viewer)),
            recent=await self._recent(user, team),
            digest=await self._digest(team),
            figures=await self._figures() if user in self.office.admins else None,
        )

    async def begin_with(self, user: str) -> tuple[Topic, ...]:
        """What that person may ask about first."""
        return await self.topics(await self.viewers.at(user, "", shared=False))

    async def topics(self, viewer: Viewer, *, collections: Sequence[str] = ()) -> tuple[Topic, ...]:
        """What the notes speak of today; those of these collections, where some are named."""
        try:
            return await self.assistant.topics(
                viewer, day=_now().date().isoformat(), limit=EXAMPLES, collections=collections
            )
        except KnowledgeError:
            return ()

    async def _collections(self, viewer: Viewer) -> tuple[CollectionStatus, ...]:
        try:
            return await self.assistant.known(viewer)
        except KnowledgeError:
            return ()

    async def _recent(self, user: str, team: str) -> tuple[PastQuestion, ...]:
        try:
            return await self.personal.recent(user, team, limit=RECENT)
        except StateUnavailable:
            return ()

    async def _digest(self, team: str) -> DigestTimes | None:
        if self.schedule is None:
            return None
        following = self.schedule.next_after(_now())
        try:
            last = await self.overview.last_digest(team)
        except StateUnavailable:
            last = ""
        return DigestTimes(following=following.name if following else "", last=last, zone=self.schedule.zone.key)

    async def _figures(self) -> Figures:
        report, counts = await self.office.health.report(), None
        with suppress(StateUnavailable):
            counts = await self.overview.counts(since=time.time() - USAGE_SECONDS)
        return Figures(health=report.checks, counts=counts, settings=self.office.settings)


def _now() -> datetime:
    return datetime.now(UTC)
