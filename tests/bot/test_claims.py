import asyncio
import sqlite3
from typing import Any

import pytest

from bot.claims import CLAIMED, Claims
from bot.metrics import Metrics
from bot.state.database import StateDatabase
from bot.state.inbox import Inbox
from tests.bot.conftest import MakeRequest


def claims_over(inbox: Inbox) -> Claims:
    return Claims(inbox, owner="me", lease_seconds=15.0, metrics=Metrics())


async def test_of_many_claims_at_once_each_occasion_is_won_once(inbox: Inbox, request_of: MakeRequest) -> None:
    claims = claims_over(inbox)
    requests = [request_of(f"{number % 50}.1") for number in range(200)]
    won = await asyncio.gather(*(claims.claim(request) for request in requests))
    assert won == [True] * 50 + [False] * 150


async def test_two_bots_on_one_file_win_each_occasion_once(
    database: StateDatabase, inbox: Inbox, request_of: MakeRequest
) -> None:
    ours, theirs = claims_over(inbox), claims_over(Inbox(database))
    won = await asyncio.gather(
        *(claims.claim(request_of(f"{number}.1")) for number in range(50) for claims in (ours, theirs))
    )
    assert sum(won) == 50


async def test_the_middleware_claims_before_it_goes_on(
    database: StateDatabase, inbox: Inbox, request_of: MakeRequest
) -> None:
    request, context, written = request_of(), dict[str, Any](), []

    async def go_on() -> None:
        written.extend(await database.fetch("SELECT id FROM requests"))

    await claims_over(inbox).middleware(lambda _: request)(body={}, context=context, next_=go_on)
    assert [row[0] for row in written] == [request.id]
    assert context[CLAIMED] is request


async def test_what_is_known_or_asks_nothing_passes_unclaimed(inbox: Inbox, request_of: MakeRequest) -> None:
    claims, passed = claims_over(inbox), []

    async def go_on() -> None:
        passed.append(True)

    await claims.claim(request_of())
    for found in (request_of(), None):
        context: dict[str, Any] = {}
        await claims.middleware(lambda _, found=found: found)(body={}, context=context, next_=go_on)  # type: ignore[misc]  # lambda's default
        assert context == {}
    assert len(passed) == 2


async def test_a_failed_write_reaches_everyone_who_waits_and_the_next_one_works(
    database: StateDatabase, inbox: Inbox, request_of: MakeRequest
) -> None:
    claims = claims_over(inbox)
    await database.execute("ALTER TABLE requests RENAME TO away")
    results = await asyncio.gather(
        *(claims.claim(request_of(f"{number}.1")) for number in range(3)), return_exceptions=True
    )
    assert all(isinstance(result, sqlite3.Error) for result in results)
    await database.execute("ALTER TABLE away RENAME TO requests")
    assert await claims.claim(request_of())


async def test_a_claim_whose_caller_is_gone_disturbs_nobody(inbox: Inbox, request_of: MakeRequest) -> None:
    claims = claims_over(inbox)
    gone, stays = (asyncio.create_task(claims.claim(request_of(ts))) for ts in ("1.1", "2.1"))
    await asyncio.sleep(0)
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert await stays
