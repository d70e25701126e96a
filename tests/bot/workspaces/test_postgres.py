"""Installations on a server: the same, for bots on several machines."""

import pytest
from pydantic import SecretStr

from bot.errors import InstallationsUnavailable
from bot.workspaces.installations import Installations
from tests.bot.workspaces.values import install
from tests.postgres import PostgresServer
from tests.slack.several import CLIENT_ID, Slacks


@pytest.mark.promise("workspaces-come-and-go-by-themselves")
async def test_installations_on_a_server_are_seen_by_every_bot(postgres: PostgresServer, slacks: Slacks) -> None:
    address = SecretStr(postgres.new_database())
    async with (
        Installations.open(address, client_id=CLIENT_ID) as one,
        Installations.open(address, client_id=CLIENT_ID) as other,
    ):
        await install(slacks, one, "T1")
        latest = await install(slacks, one, "T1")
        assert [bot.bot_token for bot in await other.bots(["T1", "T2"])] == [latest]
        assert await other.states.async_consume(await one.states.async_issue())
        await one.forget_unfinished()
        await other.forget("T1")
        assert await one.bots(["T1"]) == []


@pytest.mark.promise("every-bad-setting-is-one-clear-line")
async def test_a_server_that_does_not_answer_is_one_sentence_without_its_password() -> None:
    address = SecretStr("postgresql://ann:hush@127.0.0.1:9/bot")
    with pytest.raises(InstallationsUnavailable, match="cannot be used") as caught:
        async with Installations.open(address, client_id=CLIENT_ID):
            raise AssertionError(address)
    assert "hush" not in f"{caught.value} {caught.value.hint} {caught.value.__cause__}"
