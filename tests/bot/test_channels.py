import asyncio
from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.building import channels_of
from bot.channels import Channels, joined_channels
from bot.requests import Kind
from bot.rules import ChannelRules
from bot.services import Behaviour
from bot.state.database import StateDatabase
from bot.state.pins import Pins
from bot.viewers import Viewers
from tests.bot.conftest import MakeRequest
from tests.slack import LocalSlack

HR = ChannelRules(answer="questions", instructions="Be brief.")


class Settings:
    """Channels by their settings, which a test may change as an operator does between two starts."""

    def __init__(self, client: AsyncWebClient, database: StateDatabase) -> None:
        self._client, self._database = client, database

    def channels(self, **tables: ChannelRules) -> Channels:
        viewers = Viewers(self._client)
        return channels_of(tables, Behaviour(), client=self._client, viewers=viewers, database=self._database)


@pytest.fixture
def settings(client: AsyncWebClient, database: StateDatabase) -> Settings:
    return Settings(client, database)


async def test_a_channel_given_by_id_is_known_at_once_and_others_behave_as_everywhere(
    slack: LocalSlack, settings: Settings, request_of: MakeRequest
) -> None:
    channels = settings.channels(C0000HR=HR)
    assert (channels.known("C0000HR"), channels.known("C00OTHER")) == (HR, ChannelRules())
    assert await channels.of(request_of(channel="C0000HR")) == HR
    assert await channels.of(request_of("10.2", channel="C00OTHER")) == ChannelRules()
    assert slack.calls() == []


@pytest.mark.promise("a-channel-behaves-as-its-settings-say")
async def test_a_channel_given_by_name_is_looked_up(
    slack: LocalSlack, settings: Settings, request_of: MakeRequest
) -> None:
    hr, other = slack.add_channel("ask-hr", external=True), slack.add_channel("other")
    channels = settings.channels(**{"ask-hr": HR})
    assert await channels.of(request_of(channel=hr)) == HR
    assert await channels.of(request_of("10.2", channel=other)) == ChannelRules()


@pytest.mark.promise("a-channel-behaves-as-its-settings-say")
async def test_messages_that_mention_nobody_wait_for_no_look_up_but_cause_one(
    slack: LocalSlack, settings: Settings
) -> None:
    hr, other = slack.add_channel("ask-hr"), slack.add_channel("other")
    channels = settings.channels(**{"ask-hr": HR})
    assert channels.known(hr) == ChannelRules()
    looking = asyncio.create_task(channels.keep_known())
    await slack.wait_for(lambda: slack.calls("users.conversations"))
    async with asyncio.timeout(10):
        while channels.known(hr) != HR:  # noqa: ASYNC110 - each question is a new look-up
            await asyncio.sleep(0)
    late = slack.add_channel("late")
    for channel in (other, late, late):
        assert channels.known(channel) == ChannelRules()
    looking.cancel()
    await asyncio.wait([looking])


async def test_all_pages_of_channels_that_the_bot_is_in_are_read(slack: LocalSlack, client: AsyncWebClient) -> None:
    mine = {slack.add_channel(f"place-{number}"): f"place-{number}" for number in range(201)}
    slack.add_channel("without-me", bot=False)
    assert await joined_channels(client) == mine


@pytest.mark.promise("a-thread-keeps-the-settings-it-began-with")
async def test_a_thread_keeps_the_rules_it_began_with(settings: Settings, request_of: MakeRequest) -> None:
    first, later = request_of(channel="C0000HR"), request_of("10.9", channel="C0000HR", thread_ts="10.1")
    assert await settings.channels(C0000HR=HR).of(first) == HR
    changed = settings.channels(C0000HR=ChannelRules(private_answers=True))
    assert await changed.of(later) == HR
    assert (await changed.of(request_of("11.1", channel="C0000HR"))).private_answers
    assert await settings.channels().of(later) == HR


@pytest.mark.promise("a-thread-keeps-the-settings-it-began-with")
async def test_a_thread_that_began_without_rules_gets_none_later(settings: Settings, request_of: MakeRequest) -> None:
    first = request_of(channel="C0000HR")
    assert await settings.channels().of(first) == ChannelRules()
    assert await settings.channels(C0000HR=HR).of(first) == ChannelRules()


@pytest.mark.parametrize("changes", [{"channel": "D1"}, {"channel": ""}])
async def test_direct_messages_are_in_no_channel(
    settings: Settings, request_of: MakeRequest, changes: dict[str, Any]
) -> None:
    assert await settings.channels(C0000HR=HR).of(request_of(**changes)) == ChannelRules()


async def test_a_button_or_command_begins_no_thread(settings: Settings, request_of: MakeRequest) -> None:
    button = request_of(channel="C0000HR", kind=Kind.EXPLAIN, message_ts="")
    assert await settings.channels(C0000HR=HR).of(button) == HR
    assert await settings.channels().of(button) == ChannelRules()


async def test_where_slack_does_not_tell_a_name_nothing_is_kept(
    slack: LocalSlack, settings: Settings, request_of: MakeRequest
) -> None:
    hr = slack.add_channel("ask-hr")
    channels = settings.channels(**{"ask-hr": HR})
    slack.faults.error("conversations.info", "internal_error")
    assert await channels.of(request_of(channel=hr)) == ChannelRules()
    assert await channels.of(request_of(channel=hr)) == HR


async def test_rules_of_another_version_are_passed_over(database: StateDatabase) -> None:
    pins = Pins(database)
    await database.execute("INSERT INTO thread_rules (thread, at, payload) VALUES ('t', 1, '{\"answer\": 3}')")
    assert await pins.kept("t") is None
