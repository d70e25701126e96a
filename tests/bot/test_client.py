from collections.abc import AsyncIterator

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.client import slack_client
from tests.slack import LocalSlack


@pytest.fixture
async def slack() -> AsyncIterator[LocalSlack]:
    async with LocalSlack() as running:
        yield running


@pytest.fixture
async def client(slack: LocalSlack) -> AsyncIterator[AsyncWebClient]:
    async with slack_client(slack.identity.bot_token, api_url=slack.api_url) as client:
        yield client


async def test_questions_are_asked_again_after_a_server_error(slack: LocalSlack, client: AsyncWebClient) -> None:
    slack.faults.server_error("auth.test", status=503)
    assert (await client.auth_test())["ok"]


async def test_a_post_whose_answer_was_lost_is_not_repeated(slack: LocalSlack, client: AsyncWebClient) -> None:
    channel = slack.add_channel("general")
    slack.faults.drop("chat.postMessage", after=True)
    with pytest.raises(aiohttp.ClientError):
        await client.chat_postMessage(channel=channel, text="once")
    slack.faults.server_error("chat.postMessage", status=500, after=True)
    with pytest.raises(SlackApiError):
        await client.chat_postMessage(channel=channel, text="once more")
    assert [one.text for one in slack.bot_messages(channel)] == ["once", "once more"]


async def test_a_post_is_repeated_when_slack_says_that_it_was_too_busy(
    slack: LocalSlack, client: AsyncWebClient
) -> None:
    channel = slack.add_channel("general")
    slack.faults.rate_limit("chat.postMessage", retry_after=0)
    await client.chat_postMessage(channel=channel, text="once")
    assert len(slack.bot_messages(channel)) == 1
