"""Streams by the official helper, and how they die."""

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.slack import LocalSlack
from tests.slack.conftest import Team
from tests.slack.test_web_api import refusal


async def test_the_official_helper_streams_one_message(slack: LocalSlack, team: Team, client: AsyncWebClient) -> None:
    ts = await slack.mention(team.ann, team.general, "question")
    stream = await client.chat_stream(
        channel=team.general,
        thread_ts=ts,
        recipient_team_id=slack.identity.team_id,
        recipient_user_id=team.ann,
        buffer_size=4,
    )
    for piece in ("Twenty", " five", " days"):
        await stream.append(markdown_text=piece)
    await stream.stop(blocks=[{"type": "divider"}])
    (streamed,) = slack.streams(team.general)
    assert (streamed.text, streamed.stopped) == ("Twenty five days", True)
    assert slack.bot_messages(team.general, ts) == [streamed.message]
    assert slack.violations == []


async def test_a_channel_stream_needs_its_recipient(slack: LocalSlack, team: Team, client: AsyncWebClient) -> None:
    ts = await slack.mention(team.ann, team.general, "question")
    start: dict[str, Any] = {"channel": team.general, "thread_ts": ts}
    assert await refusal(client.chat_startStream(**start)) == "missing_recipient_team_id"
    with_team = start | {"recipient_team_id": slack.identity.team_id}
    assert await refusal(client.chat_startStream(**with_team)) == "missing_recipient_user_id"
    direct = await slack.direct_message(team.ann, "question")
    assert (await client.chat_startStream(channel=slack.direct_channel(team.ann), thread_ts=direct))["ok"]


async def begin(slack: LocalSlack, team: Team, client: AsyncWebClient) -> dict[str, Any]:
    ts = await slack.mention(team.ann, team.general, "question")
    started = await client.chat_startStream(
        channel=team.general,
        thread_ts=ts,
        markdown_text="so",
        recipient_team_id=slack.identity.team_id,
        recipient_user_id=team.ann,
    )
    return {"channel": team.general, "ts": started["ts"]}


async def test_a_stream_dies_after_five_minutes_and_goes_on_as_an_update(
    slack: LocalSlack, team: Team, client: AsyncWebClient
) -> None:
    which = await begin(slack, team, client)
    assert await refusal(client.chat_update(**which, text="x")) == "streaming_state_conflict"
    slack.clock.advance(300)
    late = client.chat_appendStream(**which, markdown_text=" late")
    assert await refusal(late) == "message_not_in_streaming_state"
    await client.chat_update(**which, text="so late")
    assert slack.bot_messages(team.general)[0].text == "so late"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"markdown_text": "x" * 12_001}, "msg_too_long"),
        ({"chunks": [{"type": "markdown_text", "text": "x"}]}, "streaming_mode_mismatch"),
        ({"chunks": [{"type": "song"}]}, "invalid_chunks"),
        ({}, "markdown_text_or_chunks_required"),
    ],
)
async def test_a_bad_append_is_a_violation(
    slack: LocalSlack, team: Team, client: AsyncWebClient, arguments: dict[str, Any], error: str
) -> None:
    which = await begin(slack, team, client)
    assert await refusal(client.chat_appendStream(**which, **arguments)) == error
    assert [one.error for one in slack.violations][-1] == error


async def test_a_person_can_stop_a_stream(slack: LocalSlack, team: Team, client: AsyncWebClient) -> None:
    which = await begin(slack, team, client)
    slack.stop_stream(which["ts"])
    with pytest.raises(SlackApiError, match="stopped_by_user"):
        await client.chat_appendStream(**which, markdown_text="more")
