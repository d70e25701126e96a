"""Response URLs: what they replace, how often, how long."""

import pytest
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from tests.slack import LocalSlack
from tests.slack.conftest import Team
from tests.slack.delivery import Delivery

BUTTON = {"type": "button", "action_id": "share", "text": {"type": "plain_text", "text": "Share"}, "value": "7"}
CARD = [{"type": "actions", "elements": [BUTTON]}]


def answers_to(delivery: Delivery) -> AsyncWebhookClient:
    return AsyncWebhookClient(delivery.payload["response_url"])


async def test_a_command_is_answered_in_private_where_the_bot_is_no_member(slack: LocalSlack, team: Team) -> None:
    place = slack.add_channel("secret", kind="private", members=[team.ann], bot=False)
    command = await slack.slash(team.ann, place, "/ask", "why?")
    assert command.payload["channel_name"] == "privategroup"
    answer = await answers_to(command).send(text="because")
    assert (answer.status_code, answer.body) == (200, "ok")
    await answers_to(command).send(text="and so", replace_original=True)
    await answers_to(command).send(text="everyone", response_type="in_channel")
    assert [one.text for one in slack.ephemerals(team.ann, place)] == ["because", "and so"]
    assert slack.ephemerals(team.ben) == []
    assert [one.text for one in slack.bot_messages(place)] == ["everyone"]


async def test_a_response_url_is_used_up_after_five_answers(slack: LocalSlack, team: Team) -> None:
    command = await slack.slash(team.ann, team.general, "/ask")
    answers = [await answers_to(command).send(text="x") for _ in range(6)]
    assert [one.status_code for one in answers] == [200] * 5 + [404]
    assert "used_url" in answers[-1].body


async def test_a_response_url_expires_after_thirty_minutes(slack: LocalSlack, team: Team) -> None:
    command = await slack.slash(team.ann, team.general, "/ask")
    slack.clock.advance(30 * 60 + 1)
    answer = await answers_to(command).send(text="late")
    assert (answer.status_code, "expired_url" in answer.body) == (404, True)


async def test_a_pressed_button_can_replace_or_remove_what_it_sits_in(
    slack: LocalSlack, team: Team, client: AsyncWebClient
) -> None:
    await client.chat_postEphemeral(channel=team.general, user=team.ann, text="card", blocks=CARD)
    (card,) = slack.ephemerals(team.ann)
    press = await slack.press(card, "share", team.ann)
    assert press.payload["container"]["is_ephemeral"]
    assert press.payload["actions"][0]["value"] == "7"
    await answers_to(press).send(text="shared", replace_original=True)
    assert [(one.text, one.replaced) for one in slack.ephemerals(team.ann)] == [("shared", 1)]
    await answers_to(press).send(delete_original=True)
    assert slack.ephemerals(team.ann) == []


async def test_a_button_in_a_thread_says_which_thread(slack: LocalSlack, team: Team, client: AsyncWebClient) -> None:
    ts = await slack.mention(team.ann, team.general, "question")
    await client.chat_postMessage(channel=team.general, thread_ts=ts, text="card", blocks=CARD)
    (card,) = slack.bot_messages(team.general)
    press = await slack.press(card, "share", team.ben)
    assert press.payload["container"]["thread_ts"] == ts
    with pytest.raises(LookupError, match="share"):
        await slack.press(card, "absent", team.ben)


async def test_bad_blocks_are_violations_here_too(slack: LocalSlack, team: Team) -> None:
    command = await slack.slash(team.ann, team.general, "/ask")
    answer = await answers_to(command).send(text="x", blocks=[{"type": "sections"}])
    assert answer.status_code == 400
    assert [(one.method, one.error) for one in slack.violations] == [("response_url", "invalid_blocks")]
