"""Who asks and who will read the reply. Where Slack does not say, nobody is in any group or channel."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import aiohttp
from cachetools import TTLCache
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.client import slack_reason
from bot.requests import Request
from knowledge.types import Viewer

_UNKNOWN = (SlackApiError, aiohttp.ClientError, TimeoutError)
_log = logging.getLogger(__name__)


class Viewers:
    """Looks up what the configured collections ask for, and nothing else.

    `groups` are the user groups that some collection names; `by_channel` says whether some collection names channels.
    """

    def __init__(
        self,
        client: AsyncWebClient,
        *,
        groups: frozenset[str] = frozenset(),
        by_channel: bool = False,
        keep_seconds: float = 300.0,
    ) -> None:
        self._client = client
        self._groups = groups
        self._by_channel = by_channel
        self._members: TTLCache[str, asyncio.Future[frozenset[str]]] = TTLCache(256, keep_seconds)
        self._channels: TTLCache[str, asyncio.Future[frozenset[str]]] = TTLCache(4_096, keep_seconds)

    async def of(self, request: Request) -> Viewer:
        """The viewer of the request's reply."""
        return await self.at(request.user, request.channel, shared=request.shared)

    async def at(self, user: str, channel: str, *, shared: bool) -> Viewer:
        """The viewer of a reply to this person in this place; `shared`: others read it too."""
        groups = frozenset() if shared else await self._groups_of(user)
        return Viewer(user=user, groups=groups, channels=await self._names_of(channel), shared=shared)

    async def _groups_of(self, user: str) -> frozenset[str]:
        members = await asyncio.gather(*(self._members_of(group) for group in self._groups))
        return frozenset(group for group, users in zip(self._groups, members, strict=True) if user in users)

    async def _members_of(self, group: str) -> frozenset[str]:
        return await _remembered(self._members, group, self._load_members)

    async def _names_of(self, channel: str) -> frozenset[str]:
        if channel.startswith("D") or not channel:
            return frozenset()
        if not self._by_channel:
            return frozenset({channel})
        return await _remembered(self._channels, channel, self._load_names)

    async def _load_members(self, group: str) -> frozenset[str]:
        response = await self._client.usergroups_users_list(usergroup=group)
        return frozenset(response["users"])

    async def _load_names(self, channel: str) -> frozenset[str]:
        response = await self._client.conversations_info(channel=channel)
        info: Mapping[str, Any] = response["channel"]
        if _external(info):
            return frozenset()
        name = str(info.get("name") or "")
        return frozenset({channel, name, f"#{name}"} if name else {channel})


def _external(channel: Mapping[str, Any]) -> bool:
    """Whether people of other organisations read this channel, or are about to."""
    return bool(
        channel.get("is_ext_shared")
        or channel.get("is_pending_ext_shared")
        or (channel.get("is_shared") and not channel.get("is_org_shared"))
    )


async def _remembered(
    cache: TTLCache[str, asyncio.Future[frozenset[str]]],
    key: str,
    load: Callable[[str], Awaitable[frozenset[str]]],
) -> frozenset[str]:
    """One look-up for many who ask at once; where it fails it gives nothing, and is made again next time."""

    async def look_up() -> frozenset[str]:
        try:
            return await load(key)
        except _UNKNOWN as error:
            cache.pop(key, None)
            _log.warning("Slack did not tell who belongs to %s (%s).", key, _reason(error))
            return frozenset()

    future = cache.get(key)
    if future is None:
        future = cache[key] = asyncio.ensure_future(look_up())
    return await asyncio.shield(future)


def _reason(error: Exception) -> str:
    return slack_reason(error) if isinstance(error, SlackApiError) else type(error).__name__
