from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.claims import CLAIMED, Claims
from bot.door import Body, Door
from bot.metrics import Metrics
from bot.requests import Request
from bot.state.database import StateDatabase
from bot.state.inbox import Claimed, Inbox
from tests.bot.conftest import MakeRequest

MENTION: Body = {"type": "event_callback", "event": {"type": "app_mention"}}


def door_over(inbox: Inbox, found: Request | None) -> Door:
    door = Door(Claims(inbox, owner="me", lease_seconds=15.0, metrics=Metrics()))
    door.listen("event_callback", "app_mention", lambda _: found)
    return door


async def go_on() -> BoltResponse:
    return BoltResponse(status=404)


async def enter(door: Door, body: Body) -> tuple[int, Claimed | None]:
    """What is answered, and what was claimed."""
    payload = AsyncBoltRequest(mode="socket_mode", body=dict(body))
    response = await door.async_process(req=payload, resp=BoltResponse(status=200), next=go_on)
    assert response is not None
    return response.status, payload.context.get(CLAIMED)


async def test_what_is_acknowledged_is_on_disk(
    database: StateDatabase, inbox: Inbox, request_of: MakeRequest
) -> None:
    request = request_of()
    assert await enter(door_over(inbox, request), MENTION) == (200, Claimed(request=request))
    ((written,),) = await database.fetch("SELECT id FROM requests")
    assert written == request.id


async def test_what_is_known_or_asks_nothing_is_acknowledged_and_left(inbox: Inbox, request_of: MakeRequest) -> None:
    await enter(door_over(inbox, request_of()), MENTION)
    assert await enter(door_over(inbox, request_of()), MENTION) == (200, None)
    assert await enter(door_over(inbox, None), MENTION) == (200, None)


async def test_what_nobody_claims_goes_on(inbox: Inbox, request_of: MakeRequest) -> None:
    door = door_over(inbox, request_of())
    odd: list[Body] = [
        {},
        {"type": "event_callback"},
        {"type": "event_callback", "event": {"type": "message"}},
        {"type": "block_actions", "actions": []},
        {"type": "view_submission"},
        {"command": "app_mention"},
    ]
    assert [await enter(door, body) for body in odd] == [(404, None)] * len(odd)
