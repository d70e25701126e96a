"""Workspaces that are installed over a real file and real sockets, without a bot's process around them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from slack_sdk.oauth.installation_store.models.installation import Installation
from slack_sdk.web.async_client import AsyncWebClient

from bot.building import Parts, services_of
from bot.client import slack_client
from bot.services import Behaviour, Services
from bot.state.database import StateDatabase
from bot.viewers import Viewers
from bot.workspaces.installations import Installations
from bot.workspaces.several import SeveralWorkspaces
from bot.workspaces.terms import Terms
from tests.bot.test_assistant import FakeKnowledge
from tests.slack.several import CLIENT_ID, CLIENT_SECRET, Slacks

TERMS = Terms(
    workspaces=("T1", "T2"),
    address="https://bot.example/",
    scopes=("chat:write",),
    client_id=CLIENT_ID,
    client_secret=CLIENT_SECRET,
)


@asynccontextmanager
async def opened(
    slacks: Slacks, installations: Installations, database: StateDatabase
) -> AsyncIterator[SeveralWorkspaces]:
    """The two workspaces of the terms, as far as they are installed."""

    def furnish(client: AsyncWebClient, team: str) -> Services:
        viewers = Viewers(client, workspace=team)
        parts = Parts(
            client=client, knowledge=FakeKnowledge(), database=database, viewers=viewers, behaviour=Behaviour()
        )
        return services_of(parts)

    async with (
        slack_client(None, api_url=f"{slacks.url}/api/") as client,
        SeveralWorkspaces.open(installations, TERMS, home="T1", client=client, furnish=furnish) as several,
    ):
        yield several


@asynccontextmanager
async def installations_in(folder: Path) -> AsyncIterator[Installations]:
    async with Installations.open(folder / "installations.db", client_id=CLIENT_ID) as installations:
        yield installations


async def install(slacks: Slacks, installations: Installations, team: str) -> str:
    """As another running bot would have let it in; its token."""
    given = slacks.install(team)
    identity = slacks[team].backend.workspace.identity
    await installations.save(
        Installation(
            app_id=identity.app_id,
            team_id=team,
            user_id="U0INSTALLER",
            bot_token=given["access_token"],
            bot_id=identity.bot_id,
            bot_user_id=identity.bot_user_id,
            bot_scopes=given["scope"],
            bot_refresh_token=given.get("refresh_token"),
            bot_token_expires_in=given.get("expires_in"),
        )
    )
    return identity.bot_token
