"""Links of the notes' own sites in messages of people."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.door import Door
from bot.requests import Kind, Request
from bot.services import Identity, Services

_POSTED = "conversations_history"


def register(door: Door, _: Services, identity: Identity) -> None:
    """Listen to links of the domains that the app registered."""
    door.listen("event_callback", "link_shared", partial(link_request, identity=identity))


def link_request(body: Mapping[str, Any], *, identity: Identity) -> Request | None:
    """The links of a posted message. None while it is written, for who will read it is not known, and for our own."""
    event = body.get("event") or {}
    links = [str(link.get("url") or "") for link in event.get("links") or ()]
    channel, ts = str(event.get("channel") or ""), str(event.get("message_ts") or "")
    posted = event.get("source", _POSTED) == _POSTED and channel != "COMPOSER"
    if not posted or not channel or not ts or not any(links) or event.get("user") == identity.user:
        return None
    urls = " ".join(filter(None, links))
    # An edit that adds a link is another occasion, a redelivery is not.
    digest = hashlib.sha256(urls.encode()).hexdigest()[:16]
    return Request(
        kind=Kind.UNFURL,
        occasion=f"{identity.team}/links/{channel}/{ts}/{digest}",
        team=identity.team,
        channel=channel,
        user=str(event.get("user") or ""),
        text=urls,
        message_ts=ts,
        event_id=str(body.get("event_id") or ""),
    )
