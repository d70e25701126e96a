import logging
from typing import Any

import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from bot.app import build_app
from bot.building import Parts, services_of
from bot.services import Behaviour, Identity
from bot.state.database import StateDatabase
from bot.viewers import Viewers
from tests.bot.test_assistant import FakeKnowledge

IDENTITY = Identity(team="T1", user="UBOT", bot="BBOT")


@pytest.fixture
def app(database: StateDatabase) -> AsyncApp:
    # Nobody listens at this address: what is acknowledged is acknowledged without asking Slack.
    client = AsyncWebClient("xoxb-secret", base_url="http://127.0.0.1:9/api/")
    behaviour = Behaviour(ask_command="/frag", search_command="/such")
    parts = Parts(
        client=client, knowledge=FakeKnowledge(), database=database, viewers=Viewers(client), behaviour=behaviour
    )
    return build_app(services_of(parts), IDENTITY)


async def dispatch(app: AsyncApp, body: dict[str, Any]) -> BoltResponse:
    return await app.async_dispatch(AsyncBoltRequest(mode="socket_mode", body=body))


def event(**content: Any) -> dict[str, Any]:
    return {"type": "event_callback", "team_id": "T1", "event_id": "Ev1", "event": content}


def command(name: str, text: str = "how?") -> dict[str, Any]:
    place = {"team_id": "T1", "channel_id": "C1", "user_id": "U1", "trigger_id": "1.2"}
    return place | {"command": name, "text": text, "response_url": "http://127.0.0.1:9/r"}


MENTION = event(type="app_mention", channel="C1", user="U1", text="<@UBOT> how?", ts="10.1")


@pytest.mark.promise("acknowledged-requests-outlive-a-crash")
async def test_a_request_is_on_disk_when_it_is_acknowledged(app: AsyncApp, database: StateDatabase) -> None:
    response = await dispatch(app, MENTION)
    assert response.status == 200
    assert [row[0] for row in await database.fetch("SELECT occasion FROM requests")] == ["T1/C1/10.1"]


async def test_commands_have_the_names_that_were_set(app: AsyncApp, database: StateDatabase) -> None:
    response = await dispatch(app, command("/frag", "wie viele?"))
    assert "wie viele?" in (response.body or "")
    await dispatch(app, command("/ask"))
    assert len(await database.fetch("SELECT id FROM requests")) == 1


@pytest.mark.parametrize(
    "body",
    [
        event(type="reaction_added", user="U1"),
        event(type="channel_archive", channel="C1"),
        {"type": "block_actions", "team": {"id": "T1"}, "user": {"id": "U1"}, "actions": [{"action_id": "other"}]},
        {
            "type": "view_submission",
            "team": {"id": "T1"},
            "user": {"id": "U1"},
            "view": {"type": "modal", "callback_id": "other"},
        },
        {"type": "shortcut", "team": {"id": "T1"}, "user": {"id": "U1"}, "callback_id": "other"},
        command("/other"),
    ],
)
async def test_what_nobody_listens_to_is_acknowledged(
    app: AsyncApp, body: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    assert (await dispatch(app, body)).status == 200
    assert caplog.records == []


async def test_without_a_state_database_commands_say_so_and_events_come_again(
    app: AsyncApp, database: StateDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    await database.execute("DROP TABLE requests")
    with caplog.at_level(logging.INFO):
        told = await dispatch(app, command("/frag", "private words"))
        repeated = await dispatch(app, MENTION)
    assert (told.status, repeated.status) == (200, 500)
    assert '"text": "' in (told.body or "")
    assert len(caplog.records) == 2
    assert "private words" not in caplog.text
    assert "xoxb" not in caplog.text
