"""The channel that a digest goes to: settings may name it, Slack wants its id."""

from __future__ import annotations

import re

from slack_sdk.web.async_client import AsyncWebClient

from bot.client import next_cursor
from bot.errors import ChannelMissing

_ID = re.compile(r"[CG][A-Z0-9]{5,}")
_PAGE_SIZE = 200
_MOST_PAGES = 50


async def channel_id(client: AsyncWebClient, name: str) -> str:
    """The id of a channel given by id or name. Raises ChannelMissing, SlackApiError, or a transport error."""
    if _ID.fullmatch(name):
        return name
    cursor = ""
    for _ in range(_MOST_PAGES):
        page = await client.conversations_list(
            types="public_channel,private_channel", exclude_archived=True, limit=_PAGE_SIZE, cursor=cursor or None
        )
        for channel in page["channels"]:
            if channel["name"] == name:
                return str(channel["id"])
        cursor = next_cursor(page)
        if not cursor:
            break
    raise ChannelMissing(
        f"The bot sees no channel {name!r} in Slack.",
        hint="Check digest.channel, and invite the bot there if the channel is private.",
    )
