"""Of several bots over one server, one does what only one should do, and another one when that bot is gone."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from bot.beside import beside
from bot.leading import Duty
from bot.state.database import StateDatabase
from bot.state.leases import Leases
from tests.postgres import PostgresServer

pytestmark = pytest.mark.promise("one-of-several-bots-indexes")
LEASE_SECONDS = 0.5  # short, so that a dead bot's runs out at once


class Office:
    """Who works, and when that changes."""

    def __init__(self, database: StateDatabase) -> None:
        self.leases = Leases(database)
        self.working: list[str] = []
        self.most_at_once = 0
        self._changed = asyncio.Condition()

    def duty(self, name: str, *, lease_seconds: float = LEASE_SECONDS) -> Duty:
        return Duty(name="indexing", owner=name, leases=self.leases, lease_seconds=lease_seconds)

    async def run(self, name: str) -> None:
        async def work() -> None:
            self.working.append(name)
            self.most_at_once = max(self.most_at_once, len(self.working))
            await self._tell()
            try:
                await asyncio.Event().wait()
            finally:
                self.working.remove(name)
                await self._tell()

        await self.duty(name).do(work)

    async def until(self, *names: str) -> None:
        async with asyncio.timeout(20), self._changed:
            await self._changed.wait_for(lambda: self.working == list(names))

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()


@pytest.fixture
async def office(postgres: PostgresServer) -> AsyncIterator[Office]:
    database = await StateDatabase.open(SecretStr(postgres.without_state()))
    yield Office(database)
    await database.close()


async def test_one_works_and_whoever_is_left_goes_on_when_it_ends(office: Office) -> None:
    first = asyncio.create_task(office.run("first"))
    await office.until("first")
    async with beside(office.run("second")):
        first.cancel()
        await office.until("second")
    assert office.most_at_once == 1


async def test_a_dead_bots_work_is_taken_over_when_its_lease_has_run_out(office: Office) -> None:
    until = time.time() + LEASE_SECONDS
    assert await office.leases.take("indexing", "dead", now=time.time(), until=until)
    async with beside(office.run("living")):
        await office.until("living")
    assert time.time() > until


async def test_who_finds_the_lease_with_another_bot_stops_working(office: Office) -> None:
    async with beside(office.run("first")):
        await office.until("first")
        await office.leases.give_back("indexing", "first")
        assert await office.leases.take("indexing", "second", now=time.time(), until=time.time() + 30)
        await office.until()


async def test_a_lease_that_a_wrong_clock_gave_for_years_is_taken_over(office: Office) -> None:
    now = time.time()
    assert await office.leases.take("indexing", "first", now=now, until=now + 1e8)
    assert await office.leases.take("indexing", "second", now=now, until=now + 15)
    assert not await office.leases.take("indexing", "third", now=now, until=now + 15)
