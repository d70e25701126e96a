"""What becomes of reads and writes while a server is away."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.errors import StateUnavailable, StateUnreachable
from bot.state.database import StateDatabase
from bot.state.engine import Parameters, Result, Rows, Statement
from bot.state.inbox import Inbox

ONE = Statement(sql="SELECT 1")


class Away:
    """An engine whose server is away for so many calls; after that it says in which order writes came."""

    several = True
    ahead_seconds = 0.0

    def __init__(self, calls: int) -> None:
        self._left = calls
        self.carried_out: list[str] = []

    async def transact(self, writes: Sequence[Sequence[Statement]]) -> list[Result]:
        self._call()
        self.carried_out += [statement.sql for statements in writes for statement in statements]
        return [[] for _ in writes]

    async def fetch(self, sql: str, parameters: Parameters) -> Rows:
        self._call()
        return [(1,)]

    async def settle(self) -> None: ...

    async def close(self) -> None: ...

    def _call(self) -> None:
        if self._left:
            self._left -= 1
            raise StateUnreachable("The server cannot be reached.")


async def test_what_is_urgent_fails_at_once_and_the_rest_waits_in_its_order() -> None:
    engine = Away(calls=1)
    database = StateDatabase(engine)
    results = await asyncio.gather(
        database.write(Statement(sql="first")),
        database.write(Statement(sql="claim"), urgent=True),
        database.write(Statement(sql="second")),
        return_exceptions=True,
    )
    assert isinstance(results[1], StateUnreachable)
    assert engine.carried_out == ["first", "second"]
    await database.close()


async def test_a_read_waits_for_the_server_too() -> None:
    assert await StateDatabase(Away(calls=2)).fetch("SELECT 1") == [(1,)]


async def test_nothing_waits_for_ever() -> None:
    database = StateDatabase(Away(calls=100), patience_seconds=0.0)
    with pytest.raises(StateUnavailable):
        await database.write(ONE)
    with pytest.raises(StateUnavailable):
        await database.fetch(ONE.sql)


async def test_an_end_waits_for_nobody() -> None:
    database = StateDatabase(Away(calls=100), patience_seconds=60.0)
    writing = asyncio.create_task(database.write(ONE))
    await asyncio.sleep(0)
    await database.close()
    with pytest.raises(StateUnreachable):
        await writing


async def test_nothing_is_taken_over_by_a_lease_that_grew_old_while_it_waited() -> None:
    inbox = Inbox(StateDatabase(Away(calls=1)))
    with pytest.raises(StateUnreachable):
        await inbox.take_over("me", now=1.0, lease_until=16.0)
