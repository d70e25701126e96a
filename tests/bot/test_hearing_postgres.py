"""Who says stop to one bot ends the answer that another one writes."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest
from pydantic import SecretStr

from bot.beside import beside
from bot.hearing import hear
from bot.interrupts import Interrupts, withdrawn
from bot.requests import Kind
from bot.state.database import StateDatabase
from bot.state.inbox import Inbox
from bot.workspaces.ports import Workspaces
from tests.bot.conftest import MakeRequest
from tests.postgres import PostgresServer

pytestmark = pytest.mark.promise("stop-ends-an-answer-of-any-bot")


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.without_state()


@pytest.fixture
async def bots(url: str) -> AsyncIterator[list[StateDatabase]]:
    opened = [await StateDatabase.open(SecretStr(url)) for _ in range(2)]
    yield opened
    for database in opened:
        await database.close()


async def test_stop_is_heard_by_the_bot_that_writes_and_by_none_where_nobody_does(
    bots: list[StateDatabase], request_of: MakeRequest
) -> None:
    writer, other = map(Inbox, bots)
    question, interrupts, stopped = request_of(), Interrupts(), asyncio.Event()
    saying = replace(request_of(thread_ts=question.thread_ts), id="stop", occasion="stop", kind=Kind.STOP)
    now = time.time()
    assert not await other.stop_elsewhere(saying, owner="other", now=now)
    await writer.claim(question, owner="writer", lease_until=now + 60)
    assert not await writer.stop_elsewhere(saying, owner="writer", now=now)
    with interrupts.may_stop(question.conversation, stop=stopped.set):
        async with beside(hear(bots[0], workspace_of(interrupts))):
            await until(stopped, lambda: other.stop_elsewhere(saying, owner="other", now=now))


async def test_a_withdrawn_question_is_heard_of_after_a_lost_connection_too(
    bots: list[StateDatabase], postgres: PostgresServer, url: str
) -> None:
    interrupts, stopped = Interrupts(), asyncio.Event()
    with interrupts.may_stop(withdrawn("T1/C1/1.1"), stop=stopped.set):
        async with beside(hear(bots[0], workspace_of(interrupts))):
            await until(stopped, lambda: Inbox(bots[1]).tell_withdrawn("T1", "T1/C1/1.1"))
            stopped.clear()
            assert postgres.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()",
                url,
            )
            await until(stopped, lambda: Inbox(bots[1]).tell_withdrawn("T1", "T1/C1/1.1"))


def workspace_of(interrupts: Interrupts) -> Workspaces:
    """Whatever is asked of a workspace, it has these."""
    return cast("Workspaces", SimpleNamespace(services=lambda team: SimpleNamespace(interrupts=interrupts)))


async def until(heard: asyncio.Event, tell: Callable[[], Awaitable[object]]) -> None:
    """Tell it again and again, since a bot may not listen yet, until it was heard."""
    async with asyncio.timeout(20):
        while not heard.is_set():
            await tell()
            with suppress(TimeoutError):
                await asyncio.wait_for(heard.wait(), 0.1)
