import aiohttp
import pytest
from slack_sdk.errors import SlackApiError

from bot.blocks import Message, answer_message, sentence_message
from bot.delivery import Delivery
from bot.marks import Posted, posted_for
from tests.bot.blocks.samples import answer
from tests.bot.delivery.conftest import Team
from tests.slack import LocalSlack

HELLO = sentence_message("Hello.")
LONG = "\n\n".join(f"Paragraph {n} is about the number {n}." for n in range(250))


def posted_in(slack: LocalSlack, team: Team) -> list[Posted]:
    """What the bot's messages in the channel are to the request."""
    shown = [{"ts": one.ts, "metadata": one.metadata} for one in slack.bot_messages(team.general)]
    return [posted for one in shown if (posted := posted_for("r1", one))]


async def test_messages_are_posted_in_order_in_their_thread(slack: LocalSlack, team: Team, delivery: Delivery):
    root = await slack.message(team.ann, team.general, "question")
    stamps = await delivery.post(team.general, root, [HELLO, sentence_message("Bye.")], "r1")
    posted = slack.bot_messages(team.general, root)
    assert [(one.text, one.ts) for one in posted] == [("Hello.", stamps[0]), ("Bye.", stamps[1])]


async def test_each_message_carries_its_requests_id(slack: LocalSlack, team: Team, delivery: Delivery):
    await delivery.post(team.general, "", [HELLO, HELLO], "r1")
    assert [one.metadata for one in slack.bot_messages(team.general)] == [
        {"event_type": "footnote_answer", "event_payload": {"request_id": "r1"}}
    ] * 2


@pytest.mark.promise("links-unfurl-nothing")
async def test_links_unfurl_nothing_and_names_are_left_alone(slack: LocalSlack, team: Team, delivery: Delivery):
    await delivery.post(team.general, "", [HELLO], "r1")
    (call,) = slack.calls("chat.postMessage")
    sent = {
        name: str(call.arguments[name]).lower() for name in ("unfurl_links", "unfurl_media", "link_names", "parse")
    }
    assert sent == {"unfurl_links": "false", "unfurl_media": "false", "link_names": "false", "parse": "none"}


@pytest.mark.promise("refused-blocks-lose-no-answer")
@pytest.mark.parametrize("refusal", ["invalid_blocks", "msg_blocks_too_long"])
async def test_an_answer_whose_blocks_are_refused_goes_out_as_text(
    slack: LocalSlack, team: Team, delivery: Delivery, refusal: str
):
    slack.faults.error("chat.postMessage", refusal)
    await delivery.post(team.general, "", answer_message(answer(), request_id="r1", private=False), "r1")
    (posted,) = slack.bot_messages(team.general)
    assert posted.blocks == []
    assert posted.text.startswith("You get *25 days* a year. [1]")
    assert "[1] *<https://notes.test/hr/vacation.md#L12|Vacation>*" in posted.text


@pytest.mark.promise("refused-blocks-lose-no-answer")
async def test_a_long_answer_as_text_is_whole_and_each_text_can_be_looked_up(
    slack: LocalSlack, team: Team, delivery: Delivery
):
    slack.faults.error("chat.postMessage", "invalid_blocks")
    given = answer(LONG, citations=(), notes_read=0)
    stamps = await delivery.post(team.general, "", answer_message(given, request_id="r1", private=False), "r1")
    posted = slack.bot_messages(team.general)
    assert "\n\n".join(one.text for one in posted) == LONG
    assert posted_in(slack, team) == [Posted(ts=ts, as_text=True) for ts in stamps]


@pytest.mark.promise("visible-answers-appear-once")
async def test_what_is_out_of_an_answer_that_went_out_as_texts_is_not_posted_again(
    slack: LocalSlack, team: Team, delivery: Delivery
):
    messages = [
        HELLO,
        *answer_message(answer(LONG, citations=(), notes_read=0), request_id="r1", private=False),
        HELLO,
    ]
    await delivery.post(team.general, "", messages[:1], "r1")
    slack.faults.error("chat.postMessage", "invalid_blocks")
    slack.faults.hold("chat.postMessage").open()
    slack.faults.drop("chat.postMessage", after=True)
    with pytest.raises(aiohttp.ClientError):
        await delivery.post(team.general, "", messages[1:], "r1")
    there = posted_in(slack, team)
    assert len(there) == 3  # the greeting and two of the three texts
    await delivery.post(team.general, "", messages, "r1", there=there)
    texts = [one.text for one in slack.bot_messages(team.general)]
    assert "\n\n".join(texts) == f"Hello.\n\n{LONG}\n\nHello."


async def test_a_rate_limit_is_waited_for(slack: LocalSlack, team: Team, delivery: Delivery):
    slack.faults.rate_limit("chat.postMessage", retry_after=0)
    await delivery.post(team.general, "", [HELLO], "r1")
    assert [one.text for one in slack.bot_messages(team.general)] == ["Hello."]


@pytest.mark.parametrize(
    "reason", ["channel_not_found", "is_archived", "not_in_channel", "cannot_reply_to_message", "token_revoked"]
)
async def test_any_other_refusal_is_raised_with_slacks_name_for_it(
    slack: LocalSlack, team: Team, delivery: Delivery, reason: str
):
    slack.faults.error("chat.postMessage", reason)
    with pytest.raises(SlackApiError) as raised:
        await delivery.post(team.general, "", [HELLO], "r1")
    assert raised.value.response["error"] == reason
    assert slack.identity.bot_token not in str(raised.value)


async def test_a_text_that_is_refused_is_not_tried_without_blocks(slack: LocalSlack, team: Team, delivery: Delivery):
    slack.faults.error("chat.postMessage", "msg_too_long")
    with pytest.raises(SlackApiError):
        await delivery.post(team.general, "", [Message(text="Hello.")], "r1")
    assert len(slack.calls("chat.postMessage")) == 1


async def test_a_lost_connection_is_raised_and_nothing_is_said_twice(
    slack: LocalSlack, team: Team, delivery: Delivery
):
    slack.faults.drop("chat.postMessage", after=True)
    with pytest.raises(aiohttp.ClientError):
        await delivery.post(team.general, "", [HELLO], "r1")
    assert len(slack.bot_messages(team.general)) == 1


async def test_every_kind_of_answer_breaks_no_rule_of_slack(slack: LocalSlack, team: Team, delivery: Delivery):
    table = "| a | b |\n|---|---|\n| 1 |  |"
    given = answer(f"{LONG}\n\n{table}\n\n{table}\n\n```\n{LONG}\n```")
    await delivery.post(team.general, "", answer_message(given, request_id="r1", private=False), "r1")
    assert slack.violations == []
    assert [str(one.blocks).count("|---|") for one in slack.bot_messages(team.general)] == [1, 1]


async def test_a_status_is_shown_and_taken_away(slack: LocalSlack, team: Team, delivery: Delivery):
    root = await slack.message(team.ann, team.general, "question")
    await delivery.status(team.general, root, "is looking")
    assert slack.status(team.general, root) == "is looking"
    await delivery.status(team.general, root, "")
    assert slack.status(team.general, root) == ""


async def test_a_status_that_slack_refuses_disturbs_nothing(slack: LocalSlack, team: Team, delivery: Delivery):
    slack.faults.error("assistant.threads.setStatus", "missing_scope")
    await delivery.status(team.general, "1.0", "is looking")
    assert slack.statuses == []


async def begun(slack: LocalSlack, team: Team, delivery: Delivery) -> tuple[str, list[str]]:
    """A thread, and two messages that an answer was begun in."""
    root = await slack.message(team.ann, team.general, "question")
    return root, list(await delivery.post(team.general, root, [HELLO, HELLO], "begun"))


@pytest.mark.promise("a-crash-in-a-stream-leaves-one-answer")
async def test_an_answer_takes_the_place_of_what_was_begun(slack: LocalSlack, team: Team, delivery: Delivery):
    root, over = await begun(slack, team, delivery)
    stamps = await delivery.post(team.general, root, [sentence_message("Whole.")], "r1", over=over)
    assert [(one.ts, one.text) for one in slack.bot_messages(team.general)] == [(over[0], "Whole.")]
    assert stamps == (over[0],)
    assert posted_in(slack, team) == [Posted(ts=over[0], as_text=False)]


async def test_a_message_that_somebody_deleted_is_posted_anew(slack: LocalSlack, team: Team, delivery: Delivery):
    root, over = await begun(slack, team, delivery)
    await slack.delete(team.general, over[0])
    await delivery.post(team.general, root, [sentence_message("One."), sentence_message("Two.")], "r1", over=over)
    assert [one.text for one in slack.bot_messages(team.general)] == ["One.", "Two."]


async def test_texts_in_place_of_refused_blocks_leave_no_blocks_behind(
    slack: LocalSlack, team: Team, delivery: Delivery
):
    root, over = await begun(slack, team, delivery)
    slack.faults.error("chat.update", "invalid_blocks")
    messages = answer_message(answer(LONG, citations=(), notes_read=0), request_id="r1", private=False)
    await delivery.post(team.general, root, messages, "r1", over=over)
    said = slack.bot_messages(team.general)
    assert [one.ts for one in said][:2] == over
    assert "\n\n".join(one.text for one in said) == LONG
    assert not any(one.blocks for one in said)
