"""How the bot behaves in each channel, as the settings say; a thread keeps what it began with."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.client import UNREACHABLE, failure, next_cursor
from bot.requests import Kind, Request
from bot.rules import ChannelRules
from bot.state.pins import Pins

LOOK_SECONDS = 300.0
RETRY_SECONDS = 30.0
_PAGE_SIZE = 200
_ID = re.compile(r"[CG][A-Z0-9]{5,}")
_log = logging.getLogger(__name__)

Names = Callable[[str], Awaitable[frozenset[str]]]
Joined = Callable[[], Awaitable[Mapping[str, str]]]


class Channels:
    """Rules by channel. `tables` names channels by id or by name.

    `names` gives the names of a channel, none where Slack does not tell; `joined` those of all channels that the bot
    is in, by id. Messages that mention nobody are judged by what is known already, since nothing may be asked of
    Slack before they are acknowledged; whoever is answered is answered by rules that were looked up.
    """

    def __init__(
        self,
        pins: Pins,
        *,
        default: ChannelRules,
        tables: Mapping[str, ChannelRules],
        names: Names,
        joined: Joined,
    ) -> None:
        self._pins = pins
        self._default = default
        self._named = {name: rules for name, rules in tables.items() if not _ID.fullmatch(name)}
        self._by_id = {name: rules for name, rules in tables.items() if name not in self._named}
        self._found: dict[str, ChannelRules] = {}  # by id, of channels that the settings name or do not know
        self._names = names
        self._joined = joined
        self._wanted: set[str] = set()
        self._unknown = asyncio.Event()

    def known(self, channel: str) -> ChannelRules:
        """The rules as far as they are known; a channel that nobody looked up yet is looked up soon."""
        found = self._by_id.get(channel) or self._found.get(channel)
        if found is None and self._named and not channel.startswith("D"):
            self._wanted.add(channel)
            self._unknown.set()
        return found or self._default

    async def of(self, request: Request) -> ChannelRules:
        """The rules for a request: those that its thread began with. Raises StateUnavailable."""
        if request.direct or not request.channel:
            return self._default
        thread = request.thread_ts or request.message_ts
        return await self.of_thread(
            request.team, request.channel, thread, begins=bool(thread) and request.kind is Kind.QUESTION
        )

    async def of_thread(self, team: str, channel: str, thread: str, *, begins: bool = False) -> ChannelRules:
        """The rules that a thread began with, or `begins` with now; an empty one has those of its channel."""
        rules = await self._current(channel)
        place = f"{team}/{channel}/{thread}"
        if rules is not None and begins:
            return await self._pins.begin(place, rules)
        kept = await self._pins.kept(place) if thread else None
        return kept or rules or self._default

    async def keep_known(self) -> None:
        """Look up which channels the settings name, again and again, until cancelled."""
        while self._named:
            self._unknown.clear()
            if not await self._look():
                await asyncio.sleep(RETRY_SECONDS)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._unknown.wait()

    async def _look(self) -> bool:
        """Whether Slack told."""
        wanted, self._wanted = self._wanted, set()
        try:
            names = await self._joined()
        except (SlackApiError, *UNREACHABLE) as error:
            _log.warning("Slack did not tell which channels the settings name (%s).", failure(error))
            return False
        found = {channel: self._named.get(name, self._default) for channel, name in names.items()}
        self._found = dict.fromkeys(wanted, self._default) | found
        return True

    async def _current(self, channel: str) -> ChannelRules | None:
        """The rules as they are now; None where Slack does not tell what the channel is called."""
        if not self._named:
            return self._by_id.get(channel, self._default)
        found = self._by_id.get(channel) or self._found.get(channel)
        if found is None:
            names = await self._names(channel)
            named = (self._named[name] for name in names if name in self._named)
            found = next(named, self._default if names else None)
        return found


async def joined_channels(client: AsyncWebClient) -> dict[str, str]:
    """Names of the channels that the bot is in, by id. Raises SlackApiError, or a transport error."""
    names: dict[str, str] = {}
    cursor = ""
    while True:
        page = await client.users_conversations(
            types="public_channel,private_channel", exclude_archived=True, limit=_PAGE_SIZE, cursor=cursor or None
        )
        names |= {str(one["id"]): str(one.get("name") or "") for one in page["channels"]}
        cursor = next_cursor(page)
        if not cursor:
            return names
