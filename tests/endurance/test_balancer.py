"""The balancer itself: what it passes on, to whom, and what it never repeats."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
from aiohttp import web

from tests.endurance.balancer import Balancer
from tests.scenarios.office import free_port

LONG = 60.0  # seconds, longer than a test


@dataclass(slots=True)
class Replica:
    """Says whether it is ready, and takes a request either way, or breaks off in the middle of it."""

    heard: int = 0
    breaks: bool = False
    ready: bool = True
    refused: asyncio.Queue[None] = field(default_factory=asyncio.Queue)  # one for each look while it is not ready
    address: str = ""

    @asynccontextmanager
    async def listening(self, port: int) -> AsyncIterator[None]:
        application = web.Application()
        application.router.add_get("/readyz", self._ready)
        application.router.add_post("/slack/events", self._take)
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        self.address = f"http://127.0.0.1:{port}"
        try:
            yield
        finally:
            await runner.cleanup()

    async def _ready(self, _: web.Request) -> web.Response:
        if self.ready:
            return web.Response()
        self.refused.put_nowait(None)
        return web.Response(status=503)

    async def _take(self, request: web.Request) -> web.Response:
        self.heard += 1
        if self.breaks:
            assert request.transport
            request.transport.abort()
        return web.Response(text=await request.text())


async def post(balancer: Balancer) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.post(f"{balancer.url}/slack/events", data="{}") as answer:
        return answer.status, await answer.text()


async def test_requests_go_to_each_in_turn_and_from_one_that_is_gone_to_the_next() -> None:
    first, second = Replica(), Replica()
    async with Balancer.open(look_seconds=LONG) as balancer, second.listening(free_port()):
        async with first.listening(free_port()):
            await balancer.add(first.address)
            await balancer.add(second.address)
            assert [await post(balancer) for _ in range(4)] == [(200, "{}")] * 4
            assert (first.heard, second.heard) == (2, 2)
        assert [await post(balancer) for _ in range(4)] == [(200, "{}")] * 4
    assert (first.heard, second.heard) == (2, 6)


async def test_a_request_that_somebody_may_have_heard_is_not_repeated() -> None:
    first, second = Replica(breaks=True), Replica(breaks=True)
    async with (
        Balancer.open(look_seconds=LONG) as balancer,
        first.listening(free_port()),
        second.listening(free_port()),
    ):
        await balancer.add(first.address)
        await balancer.add(second.address)
        assert await post(balancer) == (502, "")
    assert first.heard + second.heard == 1


async def test_who_is_not_ready_gets_nothing_while_another_is() -> None:
    first, second = Replica(), Replica()
    async with (
        Balancer.open(look_seconds=0.01) as balancer,
        first.listening(free_port()),
        second.listening(free_port()),
    ):
        await balancer.add(first.address)
        await balancer.add(second.address)
        first.ready = False
        for _ in range(2):  # at the second look it has seen the answer to the first
            await first.refused.get()
        assert [await post(balancer) for _ in range(2)] == [(200, "{}")] * 2
        assert (first.heard, second.heard) == (0, 2)
        second.ready = False
        for _ in range(2):
            await second.refused.get()
        assert [await post(balancer) for _ in range(2)] == [(200, "{}")] * 2
    assert (first.heard, second.heard) == (1, 3)
