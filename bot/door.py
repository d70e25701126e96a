"""What asks something of the bot is written down and acknowledged at the door, before Bolt looks for a listener.

Slack waits for the acknowledgement, and a hundred people may speak at once. So the claim is the first middleware
after the check of Slack's signature: finding a listener and calling it costs more than the claim itself. Nothing in
it calls Slack. What is not known here goes on to Bolt's listeners.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from slack_bolt.middleware.async_middleware import AsyncMiddleware
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.claims import CLAIMED, Claims
from bot.requests import Request

Body = Mapping[str, Any]
Way = Literal["event_callback", "command", "block_actions", "message_action", "view_submission"]
Parse = Callable[[Body], Request | None]
Reply = Callable[[Body, Request | None], dict[str, Any]]  # of the body, and the request where it was new


def silently(_: Body, __: Request | None) -> dict[str, Any]:
    """An acknowledgement that says nothing."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wish:
    parse: Parse
    reply: Reply


class Door(AsyncMiddleware):
    """Bolt's middleware that claims. `parse` gives None for what asks nothing, which is acknowledged all the same."""

    def __init__(self, claims: Claims) -> None:
        self._claims = claims
        self._wishes: dict[tuple[str, str], _Wish] = {}

    def listen(self, way: Way, name: str, parse: Parse, reply: Reply = silently) -> None:
        """Claim what comes that way under that name: an event's type, a command, an action's id up to its `:`, ..."""
        self._wishes[way, name] = _Wish(parse=parse, reply=reply)

    async def async_process(
        self,
        *,
        req: AsyncBoltRequest,
        resp: BoltResponse,  # noqa: ARG002 - Bolt names what it gives
        next: Callable[[], Awaitable[BoltResponse]],  # noqa: A002 - Bolt's name
    ) -> BoltResponse | None:
        """Write down and acknowledge, or go on. A failed write is Bolt's to report, unacknowledged."""
        wish = self._wishes.get(_name(req.body))
        if wish is None:
            return await next()
        request = wish.parse(req.body)
        claimed = await self._claims.claim(request) if request is not None else None
        if claimed:
            req.context[CLAIMED] = claimed
        return BoltResponse(status=200, body=wish.reply(req.body, claimed.request if claimed else None) or "")


def _name(body: Body) -> tuple[str, str]:
    """How a payload came, and what it is called there."""
    way = str(body.get("type") or "command")
    if way == "event_callback":
        return way, str((body.get("event") or {}).get("type"))
    if way == "block_actions":
        action: Body = next(iter(body.get("actions") or ()), {})
        return way, str(action.get("action_id")).partition(":")[0]
    if way == "view_submission":
        return way, str((body.get("view") or {}).get("callback_id"))
    return way, str(body.get("command" if way == "command" else "callback_id"))
