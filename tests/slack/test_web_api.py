"""The Web API, called by the official client and by hand."""

import asyncio
import json
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from tests.slack import LocalSlack
from tests.slack.conftest import Team

MODAL = {"type": "modal", "title": {"type": "plain_text", "text": "Compare"}, "blocks": [{"type": "divider"}]}
HOME = {"type": "home", "blocks": [{"type": "divider"}]}


async def refusal(call: Any) -> str:
    with pytest.raises(SlackApiError) as refused:
        await call
    return str(refused.value.response["error"])


async def test_the_token_decides_who_may_call(slack: LocalSlack, client: AsyncWebClient) -> None:
    assert (await client.auth_test())["user_id"] == slack.identity.bot_user_id
    assert await refusal(AsyncWebClient("xoxb-wrong", base_url=slack.api_url).auth_test()) == "invalid_auth"
    assert await refusal(AsyncWebClient(base_url=slack.api_url).auth_test()) == "not_authed"
    assert await refusal(client.apps_connections_open(app_token=slack.identity.bot_token)) == "not_allowed_token_type"


async def test_arguments_travel_as_json_form_and_query_string(slack: LocalSlack, team: Team) -> None:
    url = f"{slack.api_url}chat.postMessage"
    wanted = {"channel": team.general, "text": "hello", "blocks": json.dumps([{"type": "divider"}])}
    token = {"Authorization": f"Bearer {slack.identity.bot_token}"}
    async with aiohttp.ClientSession() as session:
        calls = [
            session.post(url, json=wanted, headers=token),
            session.post(url, data=wanted | {"token": slack.identity.bot_token}),
            session.post(url, params=wanted, headers=token),
            session.get(url, params=wanted, headers=token),
        ]
        answers = [await (await call).json() for call in calls]
        in_json = await (await session.post(url, json=wanted | {"token": slack.identity.bot_token})).json()
    assert [answer["ok"] for answer in answers] == [True] * 4
    assert [len(one.blocks) for one in slack.messages(team.general)] == [1] * 4
    assert in_json["error"] == "not_authed"
    assert slack.identity.bot_token not in repr(slack.calls())


async def test_an_unknown_method_is_a_violation(slack: LocalSlack, client: AsyncWebClient) -> None:
    assert await refusal(client.api_call("chat.postMessages")) == "unknown_method"
    assert [one.error for one in slack.violations] == ["unknown_method"]


async def test_a_message_is_posted_changed_and_removed(slack: LocalSlack, team: Team, client: AsyncWebClient) -> None:
    metadata = {"event_type": "answer", "event_payload": {"id": "7"}}
    posted = await client.chat_postMessage(channel=team.general, text="one", metadata=metadata)
    reply = await client.chat_postMessage(channel=team.general, text="below", thread_ts=posted["ts"])
    await client.chat_update(channel=team.general, ts=posted["ts"], text="two")
    thread = await client.conversations_replies(channel=team.general, ts=posted["ts"], include_all_metadata=True)
    assert [one["text"] for one in thread["messages"]] == ["two", "below"]
    assert thread["messages"][0]["metadata"] == metadata
    history = await client.conversations_history(channel=team.general)
    assert [one["text"] for one in history["messages"]] == ["two"]
    assert "metadata" not in history["messages"][0]
    await client.chat_delete(channel=team.general, ts=reply["ts"])
    assert [one.text for one in slack.messages(team.general, posted["ts"])] == ["two"]
    link = await client.chat_getPermalink(channel=team.general, message_ts=posted["ts"])
    assert link["permalink"].endswith(f"/archives/{team.general}/p{posted['ts'].replace('.', '')}")
    assert slack.violations == []


async def test_places_and_threads_that_are_not_there_are_refused_by_name(
    slack: LocalSlack, team: Team, client: AsyncWebClient
) -> None:
    outside = slack.add_channel("outside", bot=False)
    secret = slack.add_channel("secret", kind="private", bot=False)
    theirs = await slack.message(team.ann, team.general, "mine")
    carol = slack.add_user("carol")
    post, general = client.chat_postMessage, team.general
    assert await refusal(post(channel="C404", text="x")) == "channel_not_found"
    assert await refusal(post(channel=secret, text="x")) == "channel_not_found"
    assert await refusal(post(channel=outside, text="x")) == "not_in_channel"
    assert await refusal(post(channel=general, text="x", thread_ts="1.0")) == "thread_not_found"
    assert await refusal(client.chat_update(channel=general, ts="1.0", text="x")) == "message_not_found"
    assert await refusal(client.chat_update(channel=general, ts=theirs, text="x")) == "cant_update_message"
    assert await refusal(client.chat_postEphemeral(channel=general, user=carol, text="x")) == "user_not_in_channel"
    assert slack.violations == []


async def test_texts_that_are_too_long_or_missing_are_violations(
    slack: LocalSlack, team: Team, client: AsyncWebClient
) -> None:
    posted = await client.chat_postMessage(channel=team.general, text="x" * 40_001)
    assert len(slack.messages(team.general)[0].text) == 40_000
    too_long = client.chat_update(channel=team.general, ts=posted["ts"], text="x" * 4_001)
    assert await refusal(too_long) == "msg_too_long"
    # Not `chat_postMessage`, which warns by itself.
    empty = client.api_call("chat.postMessage", json={"channel": team.general, "text": ""})
    assert await refusal(empty) == "no_text"
    assert [one.error for one in slack.violations] == ["msg_too_long", "no_text"]


async def test_a_trigger_opens_one_view_within_three_seconds(
    slack: LocalSlack, team: Team, client: AsyncWebClient
) -> None:
    first, second = [slack.backend.issue_trigger(team.ann) for _ in range(2)]
    opened = await client.views_open(trigger_id=first, view=MODAL)
    assert await refusal(client.views_open(trigger_id=first, view=MODAL)) == "exchanged_trigger_id"
    slack.clock.advance(3.1)
    assert await refusal(client.views_open(trigger_id=second, view=MODAL)) == "expired_trigger_id"
    await client.views_update(view_id=opened["view"]["id"], view=MODAL | {"callback_id": "done"})
    assert [view.content["callback_id"] for view in slack.views(team.ann)] == ["done"]


async def test_a_view_takes_a_hundred_blocks_and_no_more(
    slack: LocalSlack, team: Team, client: AsyncWebClient
) -> None:
    await client.views_publish(user_id=team.ann, view=HOME | {"blocks": [{"type": "divider"}] * 100})
    too_many = client.views_publish(user_id=team.ann, view=HOME | {"blocks": [{"type": "divider"}] * 101})
    assert await refusal(too_many) == "invalid_arguments"
    assert [len(home.content["blocks"]) for home in slack.homes(team.ann)] == [100]


async def test_a_status_lasts_two_minutes_or_until_the_answer(
    slack: LocalSlack, team: Team, client: AsyncWebClient
) -> None:
    ts = await slack.message(team.ann, team.general, "question")
    where: dict[str, Any] = {"channel_id": team.general, "thread_ts": ts}
    await client.assistant_threads_setStatus(**where, status="is searching")
    assert slack.status(team.general, ts) == "is searching"
    slack.clock.advance(120)
    assert slack.status(team.general, ts) == ""
    await client.assistant_threads_setStatus(**where, status="is writing")
    await client.chat_postMessage(channel=team.general, thread_ts=ts, text="answer")
    assert slack.status(team.general, ts) == ""
    eleven = client.assistant_threads_setStatus(**where, status="x", loading_messages=["y"] * 11)
    assert await refusal(eleven) == "invalid_arguments"


async def test_people_groups_and_channels_are_listed(slack: LocalSlack, team: Team, client: AsyncWebClient) -> None:
    group = slack.add_usergroup("support", [team.ann])
    stranger = slack.add_user("eve", team_id="T0OTHER")
    shared = slack.add_channel("with-acme", external=True, members=[stranger])
    assert (await client.usergroups_users_list(usergroup=group))["users"] == [team.ann]
    assert (await client.users_info(user=stranger))["user"]["is_stranger"]
    assert (await client.conversations_info(channel=shared))["channel"]["is_ext_shared"]
    names = [one["name"] for one in (await client.conversations_list())["channels"]]
    assert names == ["general", "with-acme"]
    direct = (await client.conversations_open(users=team.ann))["channel"]["id"]
    assert direct == slack.direct_channel(team.ann)
    first = await client.conversations_members(channel=team.general, limit=2)
    rest = await client.conversations_members(
        channel=team.general, limit=2, cursor=first["response_metadata"]["next_cursor"]
    )
    assert {*first["members"], *rest["members"]} == {team.ann, team.ben, slack.identity.bot_user_id}


async def test_a_reaction_is_added_once_and_removed_once(
    slack: LocalSlack, team: Team, client: AsyncWebClient
) -> None:
    ts = await slack.message(team.ann, team.general, "question")
    which = {"channel": team.general, "timestamp": ts, "name": "eyes"}
    await client.reactions_add(**which)
    assert await refusal(client.reactions_add(**which)) == "already_reacted"
    await client.reactions_remove(**which)
    assert await refusal(client.reactions_remove(**which)) == "no_reaction"


async def test_faults_happen_as_often_as_asked(slack: LocalSlack, team: Team, client: AsyncWebClient) -> None:
    client.retry_handlers = [AsyncRateLimitErrorRetryHandler(max_retry_count=1)]
    slack.faults.rate_limit("auth.test", retry_after=0)
    assert (await client.auth_test())["ok"]
    slack.faults.error("auth.test", "fatal_error")
    assert await refusal(client.auth_test()) == "fatal_error"
    assert [one.error for one in slack.calls("auth.test")] == ["http_429", None, "fatal_error"]
    assert slack.violations == []


async def test_a_dropped_answer_leaves_the_message_where_it_was_posted(
    slack: LocalSlack, team: Team, client: AsyncWebClient
) -> None:
    client.retry_handlers = []
    slack.faults.drop("chat.postMessage")
    slack.faults.drop("chat.postMessage", after=True)
    for text in ("lost", "arrived"):
        with pytest.raises(aiohttp.ClientError):
            await client.chat_postMessage(channel=team.general, text=text)
    assert [one.text for one in slack.messages(team.general)] == ["arrived"]


async def test_held_calls_wait_for_their_gate(slack: LocalSlack, client: AsyncWebClient) -> None:
    gate = slack.faults.hold("auth.test")
    call = asyncio.create_task(client.auth_test())
    await gate.arrived()
    assert slack.calls("auth.test") == []
    gate.open()
    assert (await call)["ok"]


async def test_waiting_in_vain_says_what_happened_instead(slack: LocalSlack, client: AsyncWebClient) -> None:
    await client.auth_test()
    with pytest.raises(TimeoutError, match=r"auth\.test"):
        await slack.wait_for(lambda: False, timeout_seconds=0.01)
