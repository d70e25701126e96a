"""A small workspace and the official client, for the stand-in's own tests."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.slack import LocalSlack


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    ann: str
    ben: str
    general: str


@pytest.fixture
async def slack() -> AsyncIterator[LocalSlack]:
    async with LocalSlack() as running:
        yield running


@pytest.fixture
def team(slack: LocalSlack) -> Team:
    ann, ben = slack.add_user("ann"), slack.add_user("ben")
    return Team(ann=ann, ben=ben, general=slack.add_channel("general", members=[ann, ben]))


@pytest.fixture
def client(slack: LocalSlack) -> AsyncWebClient:
    return AsyncWebClient(slack.identity.bot_token, base_url=slack.api_url)
