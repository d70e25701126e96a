"""What people are called in Slack."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

from cachetools import TTLCache
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.client import UNREACHABLE
from bot.text import clean

NAME_CHARS = 60
_KEEP_SECONDS = 3600.0
_AT_ONCE = 8


class People:
    """Display names by user id, asked of Slack and remembered for an hour."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client
        self._names: TTLCache[str, str] = TTLCache(4_096, _KEEP_SECONDS)
        self._turn = asyncio.Semaphore(_AT_ONCE)

    async def names(self, users: Iterable[str]) -> Mapping[str, str]:
        """The display names of those of whom Slack tells, each on one line."""
        wanted = tuple(dict.fromkeys(users))
        names = await asyncio.gather(*(self._name(user) for user in wanted))
        return {user: name for user, name in zip(wanted, names, strict=True) if name}

    async def _name(self, user: str) -> str:
        if user in self._names:
            return self._names[user]
        async with self._turn:
            try:
                response = await self._client.users_info(user=user)
            except (SlackApiError, *UNREACHABLE):
                return ""
        name = self._names[user] = _called(response["user"])
        return name


def _called(user: Mapping[str, Any]) -> str:
    profile: Mapping[str, Any] = user.get("profile") or {}
    given = profile.get("display_name") or profile.get("real_name") or user.get("real_name") or user.get("name")
    return " ".join(clean(str(given or "")).split())[:NAME_CHARS]
