"""A workspace with two people, and a delivery that talks to it over a real socket."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from bot.client import slack_client
from bot.delivery import Delivery
from tests.slack import LocalSlack


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    ann: str
    general: str  # the bot is a member
    secret: str  # it is not


@pytest.fixture
def team(slack: LocalSlack) -> Team:
    ann = slack.add_user("ann")
    return Team(
        ann=ann,
        general=slack.add_channel("general", members=[ann]),
        secret=slack.add_channel("secret", kind="private", members=[ann], bot=False),
    )


@pytest.fixture
async def delivery(slack: LocalSlack) -> AsyncIterator[Delivery]:
    async with slack_client(slack.identity.bot_token, api_url=slack.api_url) as client:
        yield Delivery(client)
