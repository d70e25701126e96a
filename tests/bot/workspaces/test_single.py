"""A bot of one workspace beside bots of others, which keep their requests in the same state."""

import asyncio

import pytest

from bot.building import Parts, services_of
from bot.client import slack_client
from bot.services import Behaviour
from bot.state.database import StateDatabase
from bot.state.inbox import Inbox, Taken
from bot.viewers import Viewers
from bot.workspaces.single import OneWorkspace
from bot.workspaces.there import There
from tests.bot.conftest import MakeRequest
from tests.bot.test_assistant import FakeKnowledge
from tests.slack.several import Slacks


@pytest.mark.promise("workspaces-share-nothing")
async def test_what_another_workspaces_bot_left_is_not_answered_here(
    slacks: Slacks, database: StateDatabase, inbox: Inbox, request_of: MakeRequest
) -> None:
    token = slacks.install("T1")["access_token"]
    async with slack_client(token, api_url=f"{slacks.url}/api/") as client:
        parts = Parts(
            client=client,
            knowledge=FakeKnowledge(),
            database=database,
            viewers=Viewers(client),
            behaviour=Behaviour(),
        )
        here = OneWorkspace(services_of(parts))
        theirs = request_of(team="T2")
        await inbox.claim(theirs, owner="me", lease_until=9e9)
        # Taken over before Slack has told whose bot this is.
        working = asyncio.create_task(There(inbox, here).work(Taken(request=theirs, attempts=2)))
        await here.arrive(signing_secret="", domains=())
        assert await working == ()
        assert (here.services("T1"), here.services("T2")) == (await here.find("T1"), None)
    assert await database.fetch("SELECT state, owner FROM requests") == [("claimed", "")]
    assert not slacks["T1"].calls("chat.postMessage")
