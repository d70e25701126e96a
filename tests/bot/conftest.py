"""A real state database, requests for it, and a workspace over a real socket."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.requests import Kind, Request
from bot.state.database import StateDatabase
from bot.state.inbox import Inbox
from tests.bot.engines import place_for
from tests.slack import LocalSlack

MakeRequest = Callable[..., Request]


@pytest.fixture
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[StateDatabase]:
    database = await StateDatabase.open(place_for(request, tmp_path))
    yield database
    await database.close()


@pytest.fixture
async def slack() -> AsyncIterator[LocalSlack]:
    async with LocalSlack() as running:
        yield running


@pytest.fixture
def client(slack: LocalSlack) -> AsyncWebClient:
    return AsyncWebClient(slack.identity.bot_token, base_url=slack.api_url)


@pytest.fixture
def inbox(database: StateDatabase) -> Inbox:
    return Inbox(database)


@pytest.fixture
def request_of() -> MakeRequest:
    """A mention in a thread of its own; everything can be set otherwise."""

    def make(ts: str = "10.1", **changes: Any) -> Request:
        values: dict[str, Any] = {"kind": Kind.QUESTION, "team": "T1", "channel": "C1", "user": "U1", "text": "how?"}
        values |= {"occasion": f"T1/C1/{ts}", "thread_ts": ts, "message_ts": ts}
        return Request(**(values | changes))

    return make
