"""One address before several bots, as a load balancer gives it: to those that are ready, each in its turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from itertools import count

import aiohttp
from aiohttp import web

from tests.slack.limits import ACK_SECONDS

LOOK_SECONDS = 1.0  # between two looks at a bot
PATIENCE_SECONDS = 3.0  # with /readyz
HOP_BY_HOP = frozenset({"host", "connection", "content-length", "transfer-encoding"})


class Balancer:
    """Passes each request on once.

    A refused connection leads to the next bot, since nobody can have heard the request. Whatever else goes wrong is
    told to who asked: a bot may have written it down. Where no bot says that it is ready, all are tried.
    """

    def __init__(self, session: aiohttp.ClientSession, *, look_seconds: float) -> None:
        self.url = ""
        self._session = session
        self._look_seconds = look_seconds
        self._ready: dict[str, bool] = {}  # by address; of a bot that is gone for good, False
        self._turns = count()
        self._looks: list[asyncio.Task[None]] = []
        self._seen = asyncio.Condition()

    @classmethod
    @asynccontextmanager
    async def open(cls, *, look_seconds: float = LOOK_SECONDS) -> AsyncIterator[Balancer]:
        """At an address of its own, without bots. Each request has a connection of its own, as nginx does it."""
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(force_close=True, limit=0)) as session:
            balancer = cls(session, look_seconds=look_seconds)
            application = web.Application()
            application.router.add_post("/{path:.*}", balancer._pass_on)
            runner = web.AppRunner(
                application, access_log=None, shutdown_timeout=ACK_SECONDS, handler_cancellation=True
            )
            await runner.setup()
            try:
                await web.TCPSite(runner, "127.0.0.1", 0).start()
                balancer.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
                yield balancer
            finally:
                await runner.cleanup()
                await balancer._look_no_more()

    async def add(self, address: str) -> None:
        """One bot more, and wait until it says that it is ready."""
        self._ready[address] = False
        self._looks.append(asyncio.create_task(self._look(address)))
        async with self._seen:
            await self._seen.wait_for(lambda: self._ready[address])

    async def _pass_on(self, request: web.Request) -> web.Response:
        body = await request.read()
        headers = {name: value for name, value in request.headers.items() if name.lower() not in HOP_BY_HOP}
        for address in self._in_turn():
            try:
                async with self._session.post(f"{address}{request.path}", data=body, headers=headers) as answer:
                    kind = {"content-type": answer.headers.get("content-type", "text/plain")}
                    return web.Response(status=answer.status, body=await answer.read(), headers=kind)
            except aiohttp.ClientConnectorError:
                continue
            except aiohttp.ClientError:
                break
        return web.Response(status=HTTPStatus.BAD_GATEWAY)

    def _in_turn(self) -> list[str]:
        """The bots that are ready, or all, beginning with another one each time."""
        addresses = [address for address, ready in self._ready.items() if ready] or list(self._ready)
        first = next(self._turns) % max(1, len(addresses))
        return addresses[first:] + addresses[:first]

    async def _look(self, address: str) -> None:
        while True:
            ready = await self._says_ready(address)
            async with self._seen:
                self._ready[address] = ready
                self._seen.notify_all()
            await asyncio.sleep(self._look_seconds)

    async def _says_ready(self, address: str) -> bool:
        timeout = aiohttp.ClientTimeout(total=PATIENCE_SECONDS)
        try:
            async with self._session.get(f"{address}/readyz", timeout=timeout) as answer:
                return answer.status == HTTPStatus.OK
        except (aiohttp.ClientError, TimeoutError):
            return False

    async def _look_no_more(self) -> None:
        for look in self._looks:
            look.cancel()
        await asyncio.gather(*self._looks, return_exceptions=True)
