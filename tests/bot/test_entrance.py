import asyncio
from dataclasses import dataclass, field
from typing import cast

import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.claims import CLAIMED
from bot.entrance import Entrance
from bot.requests import Request
from bot.state.inbox import Claimed
from tests.bot.conftest import MakeRequest


@dataclass(slots=True)
class Door:
    """An app that writes a request down as soon as it is opened."""

    request: Request
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    open: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def claimed(self) -> Claimed:
        return Claimed(request=self.request)

    async def async_dispatch(self, payload: AsyncBoltRequest) -> BoltResponse:
        self.asked.set()
        await self.open.wait()
        payload.context[CLAIMED] = self.claimed
        return BoltResponse(status=200)


LONG = 60.0  # seconds, longer than a test


async def lost(_: BoltResponse) -> None:
    raise ConnectionResetError


async def taken(_: BoltResponse) -> None:
    return


@pytest.mark.promise("stopping-leaves-nobody-waiting")
async def test_it_is_empty_only_when_what_came_in_is_worked_on(request_of: MakeRequest) -> None:
    door, worked_on = Door(request_of()), list[Claimed]()
    entrance = Entrance(cast("AsyncApp", door), worked_on.append)
    entering = asyncio.create_task(entrance.take(AsyncBoltRequest(body=""), taken))
    await door.asked.wait()
    waiting = asyncio.create_task(entrance.empty(timeout_seconds=10))
    door.open.set()
    await waiting
    assert worked_on == [door.claimed]
    await entering


@pytest.mark.promise("stopping-leaves-nobody-waiting")
async def test_it_is_not_empty_while_more_comes_in(request_of: MakeRequest) -> None:
    first, second, worked_on = Door(request_of("1.1")), Door(request_of("2.1")), list[Claimed]()
    entrance = Entrance(cast("AsyncApp", first), worked_on.append, calm_seconds=LONG, crowd_seconds=LONG)
    entering = [asyncio.create_task(entrance.take(AsyncBoltRequest(body=""), taken))]
    await first.asked.wait()
    waiting = asyncio.create_task(entrance.empty(timeout_seconds=10))
    await asyncio.sleep(0)
    entrance.app = cast("AsyncApp", second)
    entering.append(asyncio.create_task(entrance.take(AsyncBoltRequest(body=""), taken)))
    await second.asked.wait()
    first.open.set()
    await entering[0]
    assert not waiting.done()
    second.open.set()
    await waiting
    assert worked_on == [first.claimed, second.claimed]
    await entering[1]


async def test_a_caller_that_hangs_up_stops_no_claim(request_of: MakeRequest) -> None:
    door, worked_on = Door(request_of()), list[Claimed]()
    entrance = Entrance(cast("AsyncApp", door), worked_on.append)
    entering = asyncio.create_task(entrance.take(AsyncBoltRequest(body=""), taken))
    await door.asked.wait()
    entering.cancel()
    door.open.set()
    await entrance.empty(timeout_seconds=10)
    assert worked_on == [door.claimed]


async def test_what_cannot_be_acknowledged_any_more_is_worked_on_all_the_same(request_of: MakeRequest) -> None:
    door, begun = Door(request_of()), asyncio.Queue[Claimed]()
    door.open.set()
    with pytest.raises(ConnectionResetError):
        await Entrance(cast("AsyncApp", door), begun.put_nowait).take(AsyncBoltRequest(body=""), lost)
    assert await begun.get() == door.claimed


async def test_work_begins_once_nobody_waits_for_an_acknowledgement(request_of: MakeRequest) -> None:
    quick, slow, begun = Door(request_of("1.1")), Door(request_of("2.1")), asyncio.Queue[Claimed]()
    entrance = Entrance(cast("AsyncApp", slow), begun.put_nowait, crowd_seconds=LONG)
    waiting = asyncio.create_task(entrance.take(AsyncBoltRequest(body=""), taken))
    await slow.asked.wait()
    entrance.app = cast("AsyncApp", quick)
    quick.open.set()
    await entrance.take(AsyncBoltRequest(body=""), taken)
    assert begun.empty()
    slow.open.set()
    await waiting
    assert [await begun.get(), await begun.get()] == [quick.claimed, slow.claimed]  # in order of acknowledgement


async def test_work_waits_until_a_crowd_has_come_that_comes_with_gaps(request_of: MakeRequest) -> None:
    worked_on = list[Claimed]()
    first, second = Door(request_of("1.1")), Door(request_of("2.1"))
    entrance = Entrance(cast("AsyncApp", first), worked_on.append, calm_seconds=LONG, crowd_seconds=LONG)
    for door in (first, second):
        door.open.set()
        entrance.app = cast("AsyncApp", door)
        await entrance.take(AsyncBoltRequest(body=""), taken)
    assert worked_on == []
    await entrance.empty(timeout_seconds=10)
    assert worked_on == [first.claimed, second.claimed]


async def test_work_waits_for_a_slow_acknowledgement_only_for_a_moment(request_of: MakeRequest) -> None:
    quick, slow, begun = Door(request_of("1.1")), Door(request_of("2.1")), asyncio.Queue[Claimed]()
    entrance = Entrance(cast("AsyncApp", slow), begun.put_nowait)
    waiting = asyncio.create_task(entrance.take(AsyncBoltRequest(body=""), taken))
    await slow.asked.wait()
    entrance.app = cast("AsyncApp", quick)
    quick.open.set()
    await entrance.take(AsyncBoltRequest(body=""), taken)
    assert await begun.get() == quick.claimed
    slow.open.set()
    await waiting
    assert await begun.get() == slow.claimed
