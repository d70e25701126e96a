"""Installations on disk, and what is said where they cannot be."""

import asyncio
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.errors import BotError, InstallationsUnavailable, PackagesMissing
from bot.state.places import Place
from bot.workspaces.installations import Installations
from tests.bot.engines import ENGINES
from tests.bot.workspaces.values import install
from tests.slack.several import CLIENT_ID, Slacks


async def opens(database: Place) -> bool:
    async with Installations.open(database, client_id=CLIENT_ID) as installations:
        return await installations.bots(["T1"]) == []


async def refusal_of(database: Path | SecretStr) -> BotError:
    with pytest.raises(BotError) as caught:
        async with Installations.open(database, client_id=CLIENT_ID):
            raise AssertionError(database)
    assert "hush" not in f"{caught.value} {caught.value.hint}"
    return caught.value


@pytest.fixture(params=ENGINES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return tmp_path / "installations.db"
    return SecretStr(request.getfixturevalue("postgres").new_database())


@pytest.mark.promise("workspaces-come-and-go-by-themselves")
async def test_bots_that_start_at_the_same_moment_make_the_tables_once(place: Place) -> None:
    assert all(await asyncio.gather(*(opens(place) for _ in range(6))))


async def test_the_latest_bot_of_each_wanted_workspace_is_found(slacks: Slacks, installations: Installations) -> None:
    await install(slacks, installations, "T1")
    latest = [await install(slacks, installations, team) for team in ("T1", "T2")]
    found = await installations.bots(["T1", "T2", "T3"])
    assert {bot.team_id: bot.bot_token for bot in found} == dict(zip(("T1", "T2"), latest, strict=True))
    assert [bot.team_id for bot in await installations.bots(["T2"])] == ["T2"]


async def test_an_installation_that_was_begun_can_be_ended_once(installations: Installations) -> None:
    state = await installations.states.async_issue()
    await installations.forget_unfinished()
    assert await installations.states.async_consume(state)
    assert not await installations.states.async_consume(state)


@pytest.mark.promise("every-bad-setting-is-one-clear-line")
async def test_a_database_that_cannot_be_opened_is_one_sentence_without_its_password(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert isinstance(await refusal_of(tmp_path / "file" / "installations.db"), InstallationsUnavailable)
    (tmp_path / "other.db").write_text("no database, and longer than a header " * 99)
    assert isinstance(await refusal_of(tmp_path / "other.db"), InstallationsUnavailable)
    for address in ("mysql+nodriver://ann:hush@db/bot", "sqlite+pysqlite:///hush.db", "nosuch://hush@db/x"):
        assert isinstance(await refusal_of(SecretStr(address)), PackagesMissing), address
