"""What Slack tells of people: their names and their languages."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cachetools import TTLCache
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.client import UNREACHABLE
from bot.text import clean

NAME_CHARS = 60
_KEEP_SECONDS = 3_600.0
_MOST_PEOPLE = 10_000
_AT_ONCE = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """What somebody is called, on one line, and the locale of their Slack, like `de-DE`; empty: Slack has none."""

    name: str
    locale: str


class People:
    """People by user id, asked of Slack and remembered for an hour."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client
        self._known: TTLCache[str, Person] = TTLCache(_MOST_PEOPLE, _KEEP_SECONDS)
        self._turn = asyncio.Semaphore(_AT_ONCE)

    def known(self, user: str) -> Person | None:
        """A person as far as Slack has told of them already."""
        return self._known.get(user)

    async def of(self, user: str) -> Person:
        """A person. Raises SlackApiError, or a transport error."""
        known = self.known(user)
        if known is None:
            response = await self._client.users_info(user=user, include_locale=True)
            known = self._known[user] = _person(response["user"])
        return known

    async def names(self, users: Iterable[str]) -> Mapping[str, str]:
        """The display names of those of whom Slack tells."""
        wanted = tuple(dict.fromkeys(users))
        names = await asyncio.gather(*(self._name(user) for user in wanted))
        return {user: name for user, name in zip(wanted, names, strict=True) if name}

    async def _name(self, user: str) -> str:
        async with self._turn:
            try:
                return (await self.of(user)).name
            except (SlackApiError, *UNREACHABLE):
                return ""


def _person(user: Mapping[str, Any]) -> Person:
    profile: Mapping[str, Any] = user.get("profile") or {}
    given = profile.get("display_name") or profile.get("real_name") or user.get("real_name") or user.get("name")
    name = " ".join(clean(str(given or "")).split())[:NAME_CHARS]
    return Person(name=name, locale=str(user.get("locale") or ""))
