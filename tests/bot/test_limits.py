"""What may be asked in a minute, of all bots that share a state."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.claims import Claims
from bot.limits import Limits
from bot.metrics import Metrics
from bot.origin import opaque
from bot.requests import Kind, Request
from bot.state.database import StateDatabase
from bot.state.inbox import Inbox
from bot.state.personal import Personal
from bot.text import ENGLISH
from tests.bot.conftest import MakeRequest
from tests.bot.engines import on_every_engine, same_place

pytestmark = [on_every_engine, pytest.mark.promise("limits-say-so-kindly-and-never-meet-normal-use")]
NOW = 1_800_000_000.0


class Bot:
    """One of the bots that share a state."""

    def __init__(self, database: StateDatabase, *, person: int = 99, team: int = 99, queue: int = 99) -> None:
        self.limits = Limits(person_per_minute=person, team_per_minute=team, queue=queue)
        self._claims = Claims(Inbox(database), owner="me", lease_seconds=15.0, metrics=Metrics(), limits=self.limits)

    async def refuses(self, request: Request, *, waiting: int = 0) -> str:
        """What it says in place of an answer; empty: nothing."""
        claimed = await self._claims.claim(request)
        assert claimed is not None
        refusal = self.limits.refuse(request, claimed.full, waiting)
        return str(refusal.sentence(ENGLISH)) if refusal else ""


class Asking:
    """Makes questions of one person, each another one."""

    def __init__(self, make: MakeRequest) -> None:
        self._make = make
        self._asked = 0

    def __call__(self, after: float = 0.0, **changes: object) -> Request:
        self._asked += 1
        return self._make(f"{self._asked}.1", created_at=NOW + after, **changes)


@pytest.fixture
async def elsewhere(
    database: StateDatabase, request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[StateDatabase]:
    """The same state, as another bot has it open."""
    opened = await StateDatabase.open(same_place(request, tmp_path, database))
    yield opened
    await opened.close()


@pytest.fixture
def ask(request_of: MakeRequest) -> Asking:
    return Asking(request_of)


async def test_who_has_asked_one_bot_enough_is_refused_by_the_others_and_told_how_long(
    database: StateDatabase, elsewhere: StateDatabase, ask: Asking
) -> None:
    first, second = Bot(database, person=2), Bot(elsewhere, person=2)
    assert [await bot.refuses(ask()) for bot in (first, second)] == ["", ""]
    told = "You have asked 2 questions in the last minute; please wait 40 seconds and ask again."
    assert [await bot.refuses(ask(20.5)) for bot in (first, second)] == [told, told]
    assert not await second.refuses(ask(20.5, user="U2"))
    assert not await second.refuses(ask(20.5, team="T2"))  # where the same id is somebody else
    assert await first.refuses(ask(59.9)) == told.replace("40 seconds", "1 second")
    assert not await first.refuses(ask(60.0))


async def test_all_together_have_a_bound_over_all_bots(
    database: StateDatabase, elsewhere: StateDatabase, ask: Asking
) -> None:
    bots = [Bot(one, team=3) for one in (database, elsewhere)]
    told = [await bots[number % 2].refuses(ask(number, user=f"U{number}")) for number in range(4)]
    assert told == ["", "", "", "Many people are asking me at once; please wait 57 seconds and ask again."]


async def test_of_what_is_asked_at_once_no_more_is_allowed(
    database: StateDatabase, elsewhere: StateDatabase, ask: Asking
) -> None:
    bots = [Bot(one, person=7) for one in (database, elsewhere)]
    told = await asyncio.gather(*(bot.refuses(ask()) for _ in range(20) for bot in bots))
    assert told.count("") == 7


async def test_any_minute_has_its_bound(database: StateDatabase, ask: Asking) -> None:
    bot = Bot(database, person=2)
    told = [bool(await bot.refuses(ask(after))) for after in (0.0, 40.0, 59.0, 60.0, 61.0, 100.0, 101.0)]
    assert told == [False, False, True, False, True, False, True]


async def test_what_was_refused_does_not_count(database: StateDatabase, ask: Asking) -> None:
    bot = Bot(database, person=1)
    assert [bool(await bot.refuses(ask(after))) for after in (0.0, 1.0, 59.0, 61.0)] == [False, True, True, False]


async def test_what_is_told_again_or_of_no_thread_of_the_bots_does_not_count(
    database: StateDatabase, ask: Asking, request_of: MakeRequest
) -> None:
    inbox, limits = Inbox(database), Limits(person_per_minute=2, team_per_minute=9, queue=9)
    mention, overheard = ask(), ask(thread_ts="0.5", needs_engagement=True)
    again = request_of(mention.message_ts, created_at=NOW)
    won = [
        await inbox.claim(request, owner="me", lease_until=9e9, limits=limits)
        for request in (mention, again, again, overheard)
    ]
    assert [bool(one) for one in won] == [True, False, False, False]
    assert not await Bot(database, person=2).refuses(ask())


async def test_a_full_queue_is_of_one_bot(database: StateDatabase, ask: Asking) -> None:
    bot = Bot(database, queue=10)
    assert not await bot.refuses(ask(), waiting=9)
    assert "more questions in line" in await bot.refuses(ask(), waiting=10)


@pytest.mark.parametrize("kind", [Kind.FEEDBACK, Kind.SHARE_ANSWER, Kind.STOP, Kind.ESCALATE, Kind.HELP])
async def test_what_looks_up_nothing_is_never_refused(database: StateDatabase, ask: Asking, kind: Kind) -> None:
    bot = Bot(database, person=1, team=1, queue=1)
    assert [await bot.refuses(ask(kind=kind), waiting=100) for _ in range(3)] == [""] * 3
    assert not await bot.refuses(ask())


@pytest.mark.promise("people-can-delete-their-data")
async def test_how_much_somebody_asked_is_forgotten_after_the_minute_and_with_the_person(
    database: StateDatabase, ask: Asking
) -> None:
    bot, inbox = Bot(database), Inbox(database)
    await bot.refuses(ask())
    await bot.refuses(ask(user="U2"))
    await Personal(database).forget("U1", now=NOW, teams=["T1"])
    counted = "SELECT who, number FROM askings ORDER BY who, number"
    assert await database.fetch(counted) == [("", 1), ("", 2), (opaque("T1/U2"), 1)]
    await inbox.take_over("me", now=NOW + 60.0, lease_until=NOW + 75.0)
    assert len(await database.fetch(counted)) == 3
    await inbox.take_over("me", now=NOW + 60.1, lease_until=NOW + 75.1)
    assert await database.fetch(counted) == []


async def test_a_clock_that_is_put_back_locks_nobody_out(database: StateDatabase, ask: Asking) -> None:
    bot = Bot(database, person=1)
    await bot.refuses(ask(3_600.0))
    await Inbox(database).take_over("me", now=NOW, lease_until=NOW + 15.0)
    assert not await bot.refuses(ask())
