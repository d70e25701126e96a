"""What holds of a state on a server: several bots, lost connections, and refusals that say what to do."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import pytest
from psycopg import Error
from pydantic import SecretStr

from bot.errors import StateTooNew, StateUnavailable, StateUnreachable
from bot.limits import Limits
from bot.state.database import StateDatabase
from bot.state.inbox import Claimed, Inbox
from bot.state.leases import Leases
from bot.state.personal import Personal
from bot.state.places import is_kept
from bot.state.postgres import PostgresEngine
from bot.state.postgres.clocks import Clocks
from bot.state.postgres.connections import Connections
from bot.state.postgres.engine import TAKE_TURN
from knowledge.store.postgres.address import Address
from tests.bot.conftest import MakeRequest
from tests.bot.state.cutting import cutter
from tests.postgres import PostgresServer

pytestmark = pytest.mark.promise("the-state-may-stand-in-postgresql")
PASSWORD = "hush"
_END_ALL = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.without_state()


@pytest.fixture
async def bots(url: str) -> AsyncIterator[list[StateDatabase]]:
    """The same state, as three bots that started at the same moment have it open."""
    opened = await asyncio.gather(*(StateDatabase.open(SecretStr(url)) for _ in range(3)))
    yield opened
    for database in opened:
        await database.close()


async def refused(url: str) -> StateUnavailable:
    """The error of opening a state there."""
    with pytest.raises(StateUnavailable) as caught:
        await StateDatabase.open(SecretStr(url))
    assert PASSWORD not in f"{caught.value}{caught.value.hint}{caught.value!r}"
    return caught.value


async def test_of_many_claims_of_several_bots_each_occasion_is_won_once(
    bots: list[StateDatabase], request_of: MakeRequest
) -> None:
    claims = [
        Inbox(database).claim(request_of(f"{number}.1", id=f"{number} {name}"), owner=str(name), lease_until=9.0)
        for number in range(40)
        for name, database in enumerate(bots)
    ]
    assert sum(map(bool, await asyncio.gather(*claims))) == 40


async def test_a_servers_stricter_default_fails_nobody(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    (name,) = postgres.execute("SELECT current_database()", url)[0]
    postgres.execute(f"ALTER DATABASE {name} SET default_transaction_isolation = 'repeatable read'")
    opened = await asyncio.gather(*(StateDatabase.open(SecretStr(url)) for _ in range(3)))
    add = "UPDATE model_usage SET tokens = tokens + 1"
    await opened[0].execute("INSERT INTO model_usage (day, tokens, dollars) VALUES ('2026-11-30', 0, 0)")
    for _ in range(10):
        await asyncio.gather(*(database.execute(add) for database in opened))
    assert await opened[0].fetch("SELECT tokens FROM model_usage") == [(30,)]
    for database in opened:
        await database.close()


async def test_what_a_dead_bot_left_is_taken_over_by_one_of_the_others(
    bots: list[StateDatabase], request_of: MakeRequest
) -> None:
    left = [request_of(f"{number}.1", id=str(number)) for number in range(20)]
    for request in left:
        await Inbox(bots[0]).claim(request, owner="dead", lease_until=1.0)
    taken = await asyncio.gather(
        *(Inbox(one).take_over(str(name), now=2.0, lease_until=9.0) for name, one in enumerate(bots))
    )
    assert sorted(one.request.id for some in taken for one in some) == sorted(one.id for one in left)


async def bot_with_clock(url: str, ahead_seconds: float) -> StateDatabase:
    """The state as a bot has it open whose clock is wrong, and who has heard the server's."""
    clocks = Clocks(lambda: time.time() + ahead_seconds)
    engine = await PostgresEngine.open(url, connections=1, statement_timeout_seconds=5.0, clocks=clocks)
    database = StateDatabase(engine)
    await database.check()
    return database


@pytest.mark.parametrize("ahead_seconds", [3_600.0, -3_600.0])
async def test_bots_whose_clocks_disagree_leave_each_other_what_they_work_on(
    bots: list[StateDatabase], url: str, request_of: MakeRequest, ahead_seconds: float
) -> None:
    other = await bot_with_clock(url, ahead_seconds)
    now, there = time.time(), time.time() + ahead_seconds
    await Inbox(bots[0]).claim(request_of("10.1", id="ours"), owner="we", lease_until=now + 15)
    await Inbox(other).claim(request_of("11.1", id="theirs"), owner="they", lease_until=there + 15)
    assert await Inbox(other).take_over("they", now=there, lease_until=there + 15) == []
    assert await Inbox(bots[0]).take_over("we", now=now, lease_until=now + 15) == []
    assert await Leases(bots[0]).take("indexing", "we", now=now, until=now + 15)
    assert not await Leases(other).take("indexing", "they", now=there, until=there + 15)
    taken = await Inbox(other).take_over("they", now=there + 20, lease_until=there + 35)
    assert {one.request.id for one in taken} == {"ours", "theirs"}
    await other.close()


@pytest.mark.parametrize("ahead_seconds", [3_600.0, -3_600.0])
async def test_bots_whose_clocks_disagree_count_the_same_minute(
    bots: list[StateDatabase], url: str, request_of: MakeRequest, ahead_seconds: float
) -> None:
    other, limits = await bot_with_clock(url, ahead_seconds), Limits(person_per_minute=1, team_per_minute=9, queue=9)
    first, again = request_of("10.1"), request_of("11.1", created_at=time.time() + ahead_seconds)
    assert await Inbox(bots[0]).claim(first, owner="we", lease_until=9e9, limits=limits) == Claimed(request=first)
    refused = await Inbox(other).claim(again, owner="they", lease_until=9e9, limits=limits)
    assert refused is not None
    assert refused.full is not None
    assert refused.full.wait_seconds <= 60
    await other.close()


async def test_reads_and_writes_outlive_a_lost_connection(
    postgres: PostgresServer, bots: list[StateDatabase], url: str, request_of: MakeRequest
) -> None:
    inbox = Inbox(bots[0])
    await inbox.claim(request_of(), owner="me", lease_until=9.0)
    await inbox.delivery("none")
    assert postgres.execute(_END_ALL, url)
    assert await inbox.claim(request_of("11.1", id="next"), owner="me", lease_until=9.0)
    assert postgres.execute(_END_ALL, url)
    assert await inbox.owns("me", "next")


@pytest.mark.parametrize("cut", ["before", "after"])
async def test_a_commit_whose_answer_is_lost_is_looked_up_and_happens_once(
    postgres: PostgresServer, url: str, cut: Literal["before", "after"]
) -> None:
    with TemporaryDirectory() as folder:  # sockets have short paths
        async with cutter(postgres.folder, Path(folder)) as cutting:
            database = await StateDatabase.open(SecretStr(url.replace(str(postgres.folder), folder)))
            add = """
                INSERT INTO model_usage VALUES ('d', 1, 0)
                ON CONFLICT (day) DO UPDATE SET tokens = model_usage.tokens + 1
            """
            await database.execute(add)
            cutting.cut = cut
            ((tokens,),) = await database.execute(f"{add} RETURNING tokens")
            assert (tokens, cutting.cut) == (2, "")
            assert await database.fetch("SELECT tokens FROM model_usage") == [(2,)]
            await database.close()


async def test_a_character_that_the_server_stores_in_no_text_spoils_nothing(
    bots: list[StateDatabase], request_of: MakeRequest
) -> None:
    odd = request_of(text="what\x00 about \\u0000?", user="U7", created_at=1.0)
    await Inbox(bots[0]).claim(odd, owner="dead", lease_until=1.0)
    ((taken,), *_) = [await Inbox(one).take_over("me", now=2.0, lease_until=9.0) for one in bots]
    assert taken.request.text == "what\ufffd about \\u0000?"
    assert (await Personal(bots[0]).forget("U7", now=10.0)).counts["requests"] == 1


@pytest.mark.parametrize("sent", [True, False])  # all of it, or not yet
async def test_a_bot_that_freezes_in_its_turn_loses_it(
    bots: list[StateDatabase], url: str, request_of: MakeRequest, sent: bool
) -> None:
    frozen = Connections(Address(url), most=1, timeout_seconds=0.5, read_only=False)

    async def freeze() -> None:
        async with frozen.one() as connection, connection.pipeline() as pipeline:
            await connection.execute("BEGIN")
            turn = await connection.execute(TAKE_TURN)
            assert await turn.fetchall()
            if sent:
                await pipeline.sync()
            async with asyncio.timeout(3):  # as long as Slack waits
                await Inbox(bots[0]).claim(request_of(), owner="me", lease_until=9.0)
            await connection.execute("COMMIT")

    with pytest.raises(Error):
        await freeze()
    await frozen.close()


async def test_the_server_keeps_what_it_says_it_has(bots: list[StateDatabase]) -> None:
    ((durable,),) = await bots[0].execute("SELECT current_setting('synchronous_commit')")
    assert durable == "on"  # the tests' server has it off


async def test_nobody_listens() -> None:
    error = await refused(f"postgresql://ann:{PASSWORD}@127.0.0.1:1/state")
    assert isinstance(error, StateUnreachable)
    assert str(error) == "The server of postgresql://ann@127.0.0.1:1/state cannot be reached."
    assert error.exit_code == 3


async def test_the_address_is_none() -> None:
    assert "postgresql://USER@HOST" in (await refused(f"postgresql://ann:{PASSWORD}@db/state?colour=red")).hint


async def test_the_user_may_create_nothing(postgres: PostgresServer, url: str) -> None:
    postgres.execute("CREATE ROLE asker LOGIN")
    error = await refused(url.replace("postgres@", "asker@"))
    assert "what the state needs" in str(error)
    assert "CREATE SCHEMA footnote_state AUTHORIZATION" in error.hint


async def test_a_newer_schema_is_left_alone(postgres: PostgresServer, bots: list[StateDatabase], url: str) -> None:
    postgres.execute("INSERT INTO footnote_state.migrations (number, name) VALUES (99, 'later')", url)
    with pytest.raises(StateTooNew, match="version 99; this program knows"):
        await StateDatabase.open(SecretStr(url))


async def test_a_database_without_a_state_is_told_from_one_that_has_it(url: str) -> None:
    assert not await is_kept(SecretStr(url))
    await (await StateDatabase.open(SecretStr(url))).close()
    assert await is_kept(SecretStr(url))


async def test_the_index_and_the_state_share_a_database_and_no_schema(url: str, postgres: PostgresServer) -> None:
    engine = await PostgresEngine.open(url, connections=1, statement_timeout_seconds=5.0)
    await engine.close()
    schemas = postgres.execute("SELECT DISTINCT schemaname FROM pg_tables WHERE schemaname LIKE 'footnote%'", url)
    assert schemas == [("footnote_state",)]
