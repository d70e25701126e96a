"""Who asks and who will read the reply. Where Slack does not say, nobody is in any group or channel."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from cachetools import TTLCache
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.client import UNREACHABLE, failure
from bot.requests import Request
from knowledge.types import Viewer

T = TypeVar("T")
USER_GROUP = "S"  # how ids of user groups begin
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """What a channel is called, and whether people of other organisations read it."""

    names: frozenset[str] = frozenset()
    external: bool = True


class Viewers:
    """Looks up what the configured collections ask for, and nothing else.

    `groups` are the user groups that some collection names; `by_channel` says whether some collection names channels.
    `workspace` is that of the client, where the bot serves several.
    """

    def __init__(
        self,
        client: AsyncWebClient,
        *,
        groups: frozenset[str] = frozenset(),
        by_channel: bool = False,
        workspace: str = "",
        keep_seconds: float = 300.0,
    ) -> None:
        self._client = client
        self._groups = groups
        self._by_channel = by_channel
        self._workspace = workspace
        self._members: TTLCache[str, asyncio.Future[frozenset[str]]] = TTLCache(256, keep_seconds)
        self._channels: TTLCache[str, asyncio.Future[_Place]] = TTLCache(4_096, keep_seconds)

    async def of(self, request: Request) -> Viewer:
        """The viewer of the request's reply."""
        return await self.at(request.user, request.channel, shared=request.shared)

    async def at(self, user: str, channel: str, *, shared: bool) -> Viewer:
        """The viewer of a reply to this person in this place; `shared`: others read it too."""
        groups = frozenset() if shared else await self._groups_of(user)
        channels = await self._names_of(channel)
        return Viewer(user=user, groups=groups, channels=channels, shared=shared, workspace=self._workspace)

    async def names(self, channel: str) -> frozenset[str]:
        """The id and the names of a channel, whoever reads it; none where Slack does not tell."""
        return (await self._place(channel)).names

    async def only_ours(self, channel: str) -> bool:
        """Whether all who read that channel are of this organisation; False where Slack does not tell."""
        return not (await self._place(channel)).external

    async def is_among(self, user: str, people: Iterable[str]) -> bool:
        """Whether a person is one of these users, or in one of these user groups."""
        named = frozenset(people)
        groups = (group for group in named if group.startswith(USER_GROUP))
        return user in named or any([user in await self._members_of(group) for group in groups])

    async def _groups_of(self, user: str) -> frozenset[str]:
        members = await asyncio.gather(*(self._members_of(group) for group in self._groups))
        return frozenset(group for group, users in zip(self._groups, members, strict=True) if user in users)

    async def _members_of(self, group: str) -> frozenset[str]:
        return await _remembered(self._members, group, self._load_members, frozenset())

    async def _names_of(self, channel: str) -> frozenset[str]:
        if channel.startswith("D") or not channel:
            return frozenset()
        if not self._by_channel:
            return frozenset({channel})
        place = await self._place(channel)
        return frozenset() if place.external else place.names

    async def _place(self, channel: str) -> _Place:
        return await _remembered(self._channels, channel, self._load_place, _Place())

    async def _load_members(self, group: str) -> frozenset[str]:
        response = await self._client.usergroups_users_list(usergroup=group)
        return frozenset(response["users"])

    async def _load_place(self, channel: str) -> _Place:
        response = await self._client.conversations_info(channel=channel)
        info: Mapping[str, Any] = response["channel"]
        name = str(info.get("name") or "")
        names = frozenset({channel, name, f"#{name}"} if name else {channel})
        return _Place(names=names, external=_external(info))


def _external(channel: Mapping[str, Any]) -> bool:
    """Whether people of other organisations read this channel, or are about to."""
    return bool(
        channel.get("is_ext_shared")
        or channel.get("is_pending_ext_shared")
        or (channel.get("is_shared") and not channel.get("is_org_shared"))
    )


async def _remembered(
    cache: TTLCache[str, asyncio.Future[T]], key: str, load: Callable[[str], Awaitable[T]], nothing: T
) -> T:
    """One look-up for many who ask at once; where it fails it gives `nothing`, and is made again next time."""

    async def look_up() -> T:
        try:
            return await load(key)
        except (SlackApiError, *UNREACHABLE) as error:
            cache.pop(key, None)
            _log.warning("Slack did not tell who belongs to %s (%s).", key, failure(error))
            return nothing

    future = cache.get(key)
    if future is None:
        future = cache[key] = asyncio.ensure_future(look_up())
    return await asyncio.shield(future)
