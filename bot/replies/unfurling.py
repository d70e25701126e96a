"""Previews for links to notes, where everyone who reads the channel may see those notes."""

from __future__ import annotations

import html

from bot.blocks import unfurled
from bot.requests import Request
from bot.services import Services

MOST_LINKS = 5


async def unfurl(request: Request, services: Services) -> None:
    """Show what may be shown of the links in a message; of the others nothing, not even that they are known.

    A repeated call changes the same previews, so nothing has to be looked up.
    """
    if not services.behaviour.link_previews or not await services.viewers.only_ours(request.channel):
        return
    viewer = await services.viewers.at("", request.channel, shared=True)
    words = await services.languages.of(request)
    shown = {}
    for url in request.text.split()[:MOST_LINKS]:
        # Slack tells addresses escaped, and knows them again only as it told them.
        if hit := await services.assistant.linked(html.unescape(url), viewer):
            shown[url] = unfurled(hit, words)
    if shown:
        await services.client.chat_unfurl(channel=request.channel, ts=request.message_ts, unfurls=shown)
