"""Workspaces that come, go and fail while the others are served."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.oauth.installation_store.models.bot import Bot

from bot.claims import CLAIMED
from bot.errors import InstallationsUnavailable
from bot.services import Services
from bot.state.database import StateDatabase
from bot.state.inbox import Inbox, Taken
from bot.workspaces.installations import Installations
from bot.workspaces.several import SeveralWorkspaces
from bot.workspaces.there import There
from tests.bot.conftest import MakeRequest
from tests.bot.workspaces.values import install, opened
from tests.slack.several import CLIENT_ID, SIGNING_SECRET, Slacks


class Unlucky(Installations):
    """A database that fails just when the first renewed token is to be kept."""

    fails = True

    async def renew(self, bot: Bot) -> None:
        if self.fails:
            self.fails = False
            raise InstallationsUnavailable("The database of installations cannot be used.")
        await super().renew(bot)


async def until(true: Callable[[], bool], installations: Installations) -> None:
    """Wait for it, in looks at the database. Raises TimeoutError."""
    async with asyncio.timeout(10):
        while not true():
            await installations.bots(["T1"])


async def enter(several: SeveralWorkspaces, body: dict[str, Any]) -> tuple[int, str]:
    """Status, and the team of what was claimed; empty where nothing was."""
    arrival = await several.arrive(signing_secret=SIGNING_SECRET, domains=())
    payload = AsyncBoltRequest(mode="socket_mode", body=body)
    status = (await arrival.app.async_dispatch(payload)).status
    claimed = payload.context.get(CLAIMED)
    return status, claimed.request.team if claimed else ""


def mention(team: str, *, bot: str = "U0FOOTNOTE1") -> dict[str, Any]:
    event = {"type": "app_mention", "channel": "C1", "user": "U1", "text": f"<@{bot}> how?", "ts": "10.1"}
    return {"type": "event_callback", "team_id": team, "event_id": f"Ev{team}", "event": event}


def event(team: str, **content: Any) -> dict[str, Any]:
    return {"type": "event_callback", "team_id": team, "event_id": f"Ev{content}", "event": content}


@pytest.mark.promise("workspaces-share-nothing")
async def test_the_same_message_of_two_workspaces_is_two_requests(
    slacks: Slacks, installations: Installations, database: StateDatabase
) -> None:
    tokens = [await install(slacks, installations, team) for team in ("T1", "T2")]
    async with opened(slacks, installations, database) as several:
        assert await enter(several, mention("T1")) == (200, "T1")
        assert await enter(several, mention("T2", bot="U0FOOTNOTE2")) == (200, "T2")
        found = [several.services(team) for team in ("T1", "T2")]
    assert [services.client.token for services in found if services] == tokens
    assert found[0] is not found[1]


@pytest.mark.promise("workspaces-share-nothing")
@pytest.mark.parametrize("team", ["T3", ""])
async def test_what_is_of_no_named_workspace_is_acknowledged_and_left(
    slacks: Slacks, installations: Installations, database: StateDatabase, team: str
) -> None:
    await install(slacks, installations, "T1")
    async with opened(slacks, installations, database) as several:
        assert await enter(several, mention(team)) == (200, "")
    assert await database.fetch("SELECT id FROM requests") == []


@pytest.mark.promise("workspaces-come-and-go-by-themselves")
async def test_what_another_bot_let_in_comes_again_and_is_served(
    slacks: Slacks, installations: Installations, database: StateDatabase
) -> None:
    async with opened(slacks, installations, database) as several:
        await install(slacks, installations, "T2")
        watching = asyncio.create_task(several.watch(60.0))
        await until(lambda: several.services("T2") is not None, installations)
        await install(slacks, installations, "T1")
        assert await enter(several, mention("T1")) == (503, "")
        await until(lambda: several.services("T1") is not None, installations)
        watching.cancel()
        assert await enter(several, mention("T1")) == (200, "T1")


@pytest.mark.promise("workspaces-come-and-go-by-themselves")
async def test_a_token_that_slack_refuses_ends_its_own_workspace_alone_until_it_is_installed_again(
    slacks: Slacks, installations: Installations, database: StateDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    for team in ("T1", "T2"):
        await install(slacks, installations, team)
    async with opened(slacks, installations, database) as several:
        watching = asyncio.create_task(several.watch(0.01))
        slacks.revoke("T1")
        await until(lambda: several.services("T1") is None, installations)
        assert several.services("T2") is not None
        assert (await several.check()).ok
        assert "token of workspace T1" in caplog.text
        token = await install(slacks, installations, "T1")
        await until(lambda: several.services("T1") is not None, installations)
        watching.cancel()
        again = several.services("T1")
        assert again is not None
        assert again.client.token == token


@pytest.mark.promise("workspaces-come-and-go-by-themselves")
@pytest.mark.parametrize(
    "content", [{"type": "app_uninstalled"}, {"type": "tokens_revoked", "tokens": {"bot": ["U0FOOTNOTE1"]}}]
)
async def test_a_removal_that_is_told_late_leaves_a_new_installation(
    slacks: Slacks, installations: Installations, database: StateDatabase, content: dict[str, Any]
) -> None:
    await install(slacks, installations, "T1")
    async with opened(slacks, installations, database) as several:
        token = await install(slacks, installations, "T1")
        assert await enter(several, event("T1", **content)) == (200, "")
        services = several.services("T1")
        assert services is not None
        await until(lambda: services.client.token == token, installations)
        assert [bot.bot_token for bot in await installations.bots(["T1"])] == [token]
        slacks.revoke("T1")
        assert await enter(several, event("T1", **content)) == (200, "")
        await until(lambda: several.services("T1") is None, installations)
        assert await installations.bots(["T1"]) == []


@pytest.mark.promise("workspaces-come-and-go-by-themselves")
async def test_a_request_of_a_workspace_that_is_gone_ends_and_one_that_came_is_looked_for(
    slacks: Slacks, installations: Installations, database: StateDatabase, inbox: Inbox, request_of: MakeRequest
) -> None:
    async with opened(slacks, installations, database) as several:
        gone, elsewhere = request_of(team="T2"), request_of("11.1", team="T3", id="elsewhere")
        for request in (gone, elsewhere):
            await inbox.claim(request, owner="me", lease_until=9e9)
            assert await There(inbox, several).work(Taken(request=request, attempts=1)) == ()
        states = dict(await database.fetch("SELECT id, state FROM requests"))
        assert states == {gone.id: "failed", "elsewhere": "claimed"}
        assert await several.find("T1") is None
        await install(slacks, installations, "T1")
        assert await several.find("T1") is not None


async def renewed(several: SeveralWorkspaces, first: str, installations: Installations) -> Services:
    """What serves T1, once its token is another one than the first."""
    services = several.services("T1")
    assert services is not None
    watching = asyncio.create_task(several.watch(0.01))
    await until(lambda: services.client.token != first, installations)
    watching.cancel()
    return services


# slack_sdk's own call of aiohttp.
@pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")
@pytest.mark.promise("workspaces-come-and-go-by-themselves")
async def test_a_token_that_is_about_to_end_is_renewed_for_every_bot(
    slacks: Slacks, installations: Installations, database: StateDatabase
) -> None:
    slacks.expires_in = 3_600
    first = await install(slacks, installations, "T1")
    slacks.expires_in = 43_200
    async with opened(slacks, installations, database) as several:
        services = await renewed(several, first, installations)
        (bot,) = await installations.bots(["T1"])
        assert bot.bot_token == services.client.token == slacks["T1"].backend.workspace.identity.bot_token
        assert several.services("T1") is services


# As above.
@pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")
@pytest.mark.promise("workspaces-come-and-go-by-themselves")
async def test_a_renewed_token_is_kept_although_the_database_failed_at_that_moment(
    slacks: Slacks, database: StateDatabase, tmp_path: Path
) -> None:
    async with Unlucky.open(tmp_path / "unlucky.db", client_id=CLIENT_ID) as installations:
        slacks.expires_in = 3_600
        first = await install(slacks, installations, "T1")
        slacks.expires_in = 43_200
        async with opened(slacks, installations, database) as several:
            services = await renewed(several, first, installations)
            assert services.client.token == slacks["T1"].backend.workspace.identity.bot_token
