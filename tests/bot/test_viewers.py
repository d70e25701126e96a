import asyncio
from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.viewers import Viewers
from tests.slack import LocalSlack


async def test_without_restrictions_slack_is_not_asked(slack: LocalSlack, client: AsyncWebClient) -> None:
    viewer = await Viewers(client).at("U1", "C1", shared=False)
    assert (viewer.user, viewer.channels, viewer.groups) == ("U1", {"C1"}, frozenset())
    assert slack.calls() == []


async def test_many_who_ask_at_once_cost_one_look_up(slack: LocalSlack, client: AsyncWebClient) -> None:
    ann = slack.add_user("ann")
    general, admins = slack.add_channel("general"), slack.add_usergroup("admins", [ann])
    viewers = Viewers(client, groups=frozenset({admins}), by_channel=True)
    found = await asyncio.gather(*(viewers.at(ann, general, shared=False) for _ in range(20)))
    assert {viewer.groups for viewer in found} == {frozenset({admins})}
    assert {viewer.channels for viewer in found} == {frozenset({general, "general", "#general"})}
    assert len(slack.calls("conversations.info")) == len(slack.calls("usergroups.users.list")) == 1


async def test_a_shared_reply_looks_for_no_groups(slack: LocalSlack, client: AsyncWebClient) -> None:
    viewers = Viewers(client, groups=frozenset({"S1"}))
    assert (await viewers.at("U1", "C1", shared=True)).groups == frozenset()
    assert slack.calls("usergroups.users.list") == []


async def test_a_failed_look_up_gives_nothing_and_is_tried_again(slack: LocalSlack, client: AsyncWebClient) -> None:
    general = slack.add_channel("general")
    viewers = Viewers(client, by_channel=True)
    slack.faults.error("conversations.info", "ratelimited")
    assert (await viewers.at("U1", general, shared=True)).channels == frozenset()
    assert general in (await viewers.at("U1", general, shared=True)).channels


class BrokenOnce(AsyncWebClient):
    """Its first look at a channel breaks below HTTP, in the operating system."""

    broken = False

    async def conversations_info(self, **named: Any) -> AsyncSlackResponse:
        if not self.broken:
            self.broken = True
            raise OSError("network is down")
        return await super().conversations_info(**named)


async def test_a_look_up_that_breaks_below_http_is_tried_again(slack: LocalSlack) -> None:
    general = slack.add_channel("general")
    viewers = Viewers(BrokenOnce(slack.identity.bot_token, base_url=slack.api_url), by_channel=True)
    assert (await viewers.at("U1", general, shared=True)).channels == frozenset()
    assert general in (await viewers.at("U1", general, shared=True)).channels


@pytest.mark.parametrize("external", [True, False])
async def test_a_channel_that_outsiders_read_counts_as_none(
    slack: LocalSlack, client: AsyncWebClient, external: bool
) -> None:
    place = slack.add_channel("place", external=external)
    viewer = await Viewers(client, by_channel=True).at("U1", place, shared=True)
    assert (place in viewer.channels) is not external
