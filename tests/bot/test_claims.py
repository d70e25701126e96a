import asyncio
from dataclasses import replace

import pytest

from bot.claims import Claims
from bot.errors import StateUnavailable
from bot.metrics import Metrics
from bot.state.database import StateDatabase
from bot.state.inbox import Claimed, Inbox
from tests.bot.conftest import MakeRequest
from tests.bot.engines import on_every_engine

pytestmark = on_every_engine


def claims_over(inbox: Inbox) -> Claims:
    return Claims(inbox, owner="me", lease_seconds=15.0, metrics=Metrics())


async def test_of_many_claims_at_once_each_occasion_is_won_once(inbox: Inbox, request_of: MakeRequest) -> None:
    claims = claims_over(inbox)
    requests = [request_of(f"{number % 50}.1") for number in range(200)]
    won = await asyncio.gather(*(claims.claim(request) for request in requests))
    assert [bool(one) for one in won] == [True] * 50 + [False] * 150


async def test_two_bots_on_one_state_win_each_occasion_once(
    database: StateDatabase, inbox: Inbox, request_of: MakeRequest
) -> None:
    ours, theirs = claims_over(inbox), claims_over(Inbox(database))
    won = await asyncio.gather(
        *(claims.claim(request_of(f"{number}.1")) for number in range(50) for claims in (ours, theirs))
    )
    assert sum(map(bool, won)) == 50


async def test_a_deed_that_is_on_disk_is_known_without_looking_there(
    database: StateDatabase, inbox: Inbox, request_of: MakeRequest
) -> None:
    claims = claims_over(inbox)
    await claims.claim(request_of())
    await database.execute("ALTER TABLE requests RENAME TO away")
    assert not await claims.claim(request_of())


async def test_a_message_that_was_no_follow_up_yet_can_still_be_claimed_as_a_mention(
    inbox: Inbox, request_of: MakeRequest
) -> None:
    claims, mention = claims_over(inbox), request_of(thread_ts="1.0", engages=True)
    unasked = replace(mention, id="unasked", engages=False, needs_engagement=True)
    assert await asyncio.gather(claims.claim(unasked), claims.claim(mention)) == [None, Claimed(request=mention)]


async def test_a_failed_write_reaches_everyone_who_waits_and_the_next_one_works(
    database: StateDatabase, inbox: Inbox, request_of: MakeRequest
) -> None:
    claims = claims_over(inbox)
    await database.execute("ALTER TABLE requests RENAME TO away")
    results = await asyncio.gather(
        *(claims.claim(request_of(f"{number}.1")) for number in range(3)), return_exceptions=True
    )
    assert all(isinstance(result, StateUnavailable) for result in results)
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
