"""The Home tab of one person, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.health import Check
from bot.state.overview import Counts
from bot.state.personal import PastQuestion
from knowledge.ports import CollectionStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestTimes:
    """Local dates and times to the minute; empty where there is none. `zone` is an IANA name."""

    following: str
    last: str
    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What only admins see."""

    health: Mapping[str, Check]
    counts: Counts | None  # None: the state database cannot be read now
    settings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What one person sees. `ask` and `search` are the command names with their slash."""

    ask: str
    search: str
    collections: tuple[CollectionStatus, ...] = ()
    examples: tuple[str, ...] = ()
    recent: tuple[PastQuestion, ...] = ()
    digest: DigestTimes | None = None  # None: no digest is configured
    figures: Figures | None = None  # None: no admin
