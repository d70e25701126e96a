"""A state moves between file and server and back, and says the same everywhere."""

import asyncio
import time
from pathlib import Path

import pytest

from bot.digest.memory import Memory
from bot.errors import StateBusy, StateNotCarried
from bot.state.carrying import carry_state
from bot.state.database import StateDatabase
from bot.state.inbox import Inbox
from bot.state.personal import Personal
from tests.bot.conftest import MakeRequest
from tests.bot.state.test_personal import NOW, fill

pytestmark = pytest.mark.promise("a-state-moves-between-databases-whole")


async def test_everything_that_is_kept_comes_along_and_back(
    database: StateDatabase, request_of: MakeRequest, tmp_path: Path
) -> None:
    first = await StateDatabase.open(tmp_path / "first.db")
    last = await StateDatabase.open(tmp_path / "last.db")
    await fill(first, request_of, "U1", at=NOW - 60)
    await fill(first, request_of, "U2", at=NOW - 60)
    await Memory(first).watch("C1", NOW)
    there = await carry_state(first, database)
    back = await carry_state(database, last)
    assert there == back
    assert there.rows["turns"] == 4
    assert sum(there.rows.values()) == 17
    assert [row[0] for row in await last.fetch("SELECT text FROM turns ORDER BY id")] == [
        row[0] for row in await first.fetch("SELECT text FROM turns ORDER BY id")
    ]
    assert (await Personal(database).forget("U1", now=NOW)).counts["turns"] == 2
    for one in (first, last):
        await one.close()


async def test_more_rows_than_are_carried_at_once_come_too_and_again_changes_nothing(
    database: StateDatabase, request_of: MakeRequest, tmp_path: Path
) -> None:
    first = await StateDatabase.open(tmp_path / "first.db")
    requests = [request_of(f"{number}.1", id=f"{number}", created_at=1.0) for number in range(1_001)]
    await asyncio.gather(*(Inbox(first).claim(one, owner="dead", lease_until=1.0) for one in requests))
    assert (await carry_state(first, database)).rows["requests"] == 1_001
    assert (await carry_state(first, database)).rows["requests"] == 1_001
    await first.close()


async def test_a_state_that_is_worked_on_stays_where_it_is(
    database: StateDatabase, request_of: MakeRequest, tmp_path: Path
) -> None:
    first = await StateDatabase.open(tmp_path / "first.db")
    await Inbox(first).claim(request_of(), owner="living", lease_until=time.time() + 60)
    with pytest.raises(StateBusy, match="A bot is answering"):
        await carry_state(first, database)
    await first.close()


async def test_a_place_that_holds_something_else_is_told(database: StateDatabase, tmp_path: Path) -> None:
    first = await StateDatabase.open(tmp_path / "first.db")
    await Memory(database).watch("C1", 1.0)
    with pytest.raises(StateNotCarried):
        await carry_state(first, database)
    await first.close()
