"""Bots on several machines answer what is asked in one conversation in order."""

import asyncio
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import cast

import pytest
from pydantic import SecretStr

from bot.replies.turns import in_turn
from bot.requests import Request
from bot.services import Behaviour, Services
from bot.state.database import StateDatabase
from bot.state.inbox import Inbox
from tests.bot.conftest import MakeRequest
from tests.postgres import PostgresServer

pytestmark = pytest.mark.promise("bots-answer-a-thread-in-order")


class Watched(Inbox):
    """Says when somebody had to wait."""

    def __init__(self, database: StateDatabase) -> None:
        super().__init__(database)
        self.waited = asyncio.Event()

    async def is_behind(self, request: Request, *, owner: str, now: float) -> bool:
        behind = await super().is_behind(request, owner=owner, now=now)
        if behind:
            self.waited.set()
        return behind


@pytest.fixture
async def inbox(postgres: PostgresServer) -> AsyncIterator[Watched]:
    database = await StateDatabase.open(SecretStr(postgres.without_state()))
    yield Watched(database)
    await database.close()


async def turn(inbox: Watched, request: Request) -> None:
    services = SimpleNamespace(inbox=inbox, owner="ours", behaviour=Behaviour())
    async with asyncio.timeout(20):
        await in_turn(request, cast("Services", services))


async def test_a_follow_up_waits_for_the_answer_that_another_bot_writes(
    inbox: Watched, request_of: MakeRequest
) -> None:
    first, second = (request_of(f"1{number}.1", thread_ts="9.0", id=f"{number}") for number in range(2))
    until = time.time() + 60
    await inbox.claim(first, owner="theirs", lease_until=until)
    await inbox.claim(second, owner="ours", lease_until=until)
    waiting = asyncio.create_task(turn(inbox, second))
    async with asyncio.timeout(20):
        await inbox.waited.wait()
    assert not waiting.done()
    await inbox.finish(first.id, "delivered")
    await waiting


@pytest.mark.parametrize(
    ("other", "owner", "lasts"),
    [
        ({"thread_ts": "8.0"}, "theirs", 60),  # elsewhere
        ({"created_at": 2e10}, "theirs", 60),  # later
        ({}, "ours", 60),  # in line before it, here
        ({}, "theirs", -1),  # of a bot that is dead
    ],
)
async def test_it_waits_for_nothing_else(
    inbox: Watched, request_of: MakeRequest, other: dict[str, object], owner: str, lasts: float
) -> None:
    mine = request_of("11.1", thread_ts="9.0", id="mine")
    values: dict[str, object] = {"thread_ts": "9.0", "id": "other", "created_at": mine.created_at - 1, **other}
    await inbox.claim(request_of("10.1", **values), owner=owner, lease_until=time.time() + lasts)
    await inbox.claim(mine, owner="ours", lease_until=time.time() + 60)
    await turn(inbox, mine)
    assert not inbox.waited.is_set()
