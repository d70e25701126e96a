from collections.abc import AsyncIterator
from dataclasses import dataclass

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.client import effect_unknown, may_pass, slack_client, slack_reason
from tests.slack import LocalSlack


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """aiohttp's response, which the SDK hands on where the body is not what it says it is."""

    status: int


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


@pytest.mark.parametrize("method", ["chat.startStream", "chat.appendStream", "chat.stopStream"])
async def test_what_may_have_reached_a_stream_is_not_sent_again(
    slack: LocalSlack, client: AsyncWebClient, method: str
) -> None:
    slack.faults.server_error(method, status=500, times=2)
    with pytest.raises(SlackApiError):
        await client.api_call(method, json={})
    assert len(slack.calls(method)) == 1


@pytest.mark.parametrize(
    ("reason", "unknown", "passes"),
    [("channel_not_found", False, False), ("ratelimited", False, True), ("fatal_error", True, True)],
)
async def test_a_refusal_says_whether_it_took_effect_and_whether_it_passes(
    slack: LocalSlack, client: AsyncWebClient, reason: str, unknown: bool, passes: bool
) -> None:
    slack.faults.error("chat.postMessage", reason)
    with pytest.raises(SlackApiError) as raised:
        await client.chat_postMessage(channel="C1", text="hello")
    error = raised.value
    assert (slack_reason(error), effect_unknown(error), may_pass(error)) == (reason, unknown, passes)


async def test_a_page_of_a_gateway_is_no_refusal_of_slacks(slack: LocalSlack, client: AsyncWebClient) -> None:
    slack.faults.server_error("chat.postMessage", status=502)
    with pytest.raises(SlackApiError) as raised:
        await client.chat_postMessage(channel="C1", text="hello")
    assert slack_reason(raised.value) == ""
    assert may_pass(raised.value)


def test_a_body_that_cannot_be_read_is_no_refusal_of_slacks() -> None:
    unread = SlackApiError("Unexpected body", Unread(status=200))
    assert slack_reason(unread) == ""
    assert may_pass(unread)
