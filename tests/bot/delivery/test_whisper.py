import aiohttp
import pytest
from slack_sdk.errors import SlackApiError

from bot.blocks import answer_message, sentence_message
from bot.delivery import Delivery
from tests.bot.blocks.samples import answer
from tests.bot.delivery.conftest import Team
from tests.slack import LocalSlack

HELLO = sentence_message("Hello.")


async def response_url(slack: LocalSlack, team: Team, channel: str) -> str:
    return str((await slack.slash(team.ann, channel, "/ask", "why?")).payload["response_url"])


def whispers(slack: LocalSlack, team: Team) -> list[tuple[str, str]]:
    return [(one.via, one.text) for one in slack.ephemerals(team.ann)]


def direct_messages(slack: LocalSlack, team: Team) -> list[str]:
    return [one.text for one in slack.bot_messages(slack.direct_channel(team.ann))]


@pytest.mark.promise("private-replies-find-a-way")
async def test_a_private_reply_goes_by_response_url_where_the_bot_is_no_member(
    slack: LocalSlack, team: Team, delivery: Delivery
):
    url = await response_url(slack, team, team.secret)
    await delivery.whisper([HELLO], user=team.ann, channel=team.secret, response_url=url)
    assert whispers(slack, team) == [("response_url", "Hello.")]


@pytest.mark.promise("private-replies-find-a-way")
async def test_after_five_uses_it_becomes_an_ephemeral_message(slack: LocalSlack, team: Team, delivery: Delivery):
    url = await response_url(slack, team, team.general)
    messages = [sentence_message(f"Part {n}.") for n in range(7)]
    await delivery.whisper(messages, user=team.ann, channel=team.general, response_url=url)
    assert whispers(slack, team) == [
        *[("response_url", f"Part {n}.") for n in range(5)],
        ("chat.postEphemeral", "Part 5."),
        ("chat.postEphemeral", "Part 6."),
    ]
    # The URL that was refused once is not asked again.
    assert len(slack.calls("response_url")) == 6


@pytest.mark.promise("private-replies-find-a-way")
async def test_where_neither_works_it_becomes_a_direct_message(slack: LocalSlack, team: Team, delivery: Delivery):
    url = await response_url(slack, team, team.secret)
    slack.clock.advance(30 * 60 + 1)
    await delivery.whisper([HELLO, HELLO], user=team.ann, channel=team.secret, response_url=url)
    assert whispers(slack, team) == []
    assert direct_messages(slack, team) == ["Hello.", "Hello."]


@pytest.mark.parametrize("method", ["response_url", "chat.postEphemeral"])
async def test_where_slack_may_have_said_it_no_other_way_says_it_again(
    slack: LocalSlack, team: Team, delivery: Delivery, method: str
):
    url = await response_url(slack, team, team.general) if method == "response_url" else ""
    slack.faults.server_error(method, status=502, after=True)
    with pytest.raises((SlackApiError, aiohttp.ClientError)):
        await delivery.whisper([HELLO], user=team.ann, channel=team.general, response_url=url)
    assert whispers(slack, team) == [(method, "Hello.")]
    assert direct_messages(slack, team) == []


async def test_without_a_response_url_it_is_ephemeral_in_its_thread(
    slack: LocalSlack, team: Team, delivery: Delivery
):
    root = await slack.message(team.ann, team.general, "question")
    await delivery.whisper([HELLO], user=team.ann, channel=team.general, thread_ts=root)
    (said,) = slack.ephemerals(team.ann)
    assert (said.via, said.thread_ts) == ("chat.postEphemeral", root)


async def test_a_reply_by_response_url_stays_in_its_thread(slack: LocalSlack, team: Team, delivery: Delivery):
    root = await slack.message(team.ann, team.general, "question")
    url = await response_url(slack, team, team.general)
    await delivery.whisper([HELLO], user=team.ann, channel=team.general, thread_ts=root, response_url=url)
    assert [one.thread_ts for one in slack.ephemerals(team.ann)] == [root]


@pytest.mark.promise("refused-blocks-lose-no-answer")
@pytest.mark.parametrize("method", ["response_url", "chat.postEphemeral"])
async def test_refused_blocks_become_text_on_the_same_way(
    slack: LocalSlack, team: Team, delivery: Delivery, method: str
):
    url = await response_url(slack, team, team.general) if method == "response_url" else ""
    slack.faults.error(method, "invalid_blocks")
    messages = answer_message(answer(), request_id="r1", private=True)
    await delivery.whisper(messages, user=team.ann, channel=team.general, response_url=url)
    (said,) = slack.ephemerals(team.ann)
    assert (said.via, said.blocks) == (method, [])
    assert said.text.startswith("You get *25 days* a year. [1]")


async def test_a_rate_limited_response_url_is_waited_for(slack: LocalSlack, team: Team, delivery: Delivery):
    url = await response_url(slack, team, team.secret)
    slack.faults.rate_limit("response_url", retry_after=0)
    await delivery.whisper([HELLO], user=team.ann, channel=team.secret, response_url=url)
    assert whispers(slack, team) == [("response_url", "Hello.")]


async def test_an_address_that_nobody_listens_on_is_passed_over(
    slack: LocalSlack, team: Team, delivery: Delivery, unused_tcp_port: int
):
    url = f"http://127.0.0.1:{unused_tcp_port}/response/1"
    await delivery.whisper([HELLO], user=team.ann, channel=team.general, response_url=url)
    assert whispers(slack, team) == [("chat.postEphemeral", "Hello.")]


async def test_a_connection_lost_after_sending_is_raised_because_it_may_have_been_said(
    slack: LocalSlack, team: Team, delivery: Delivery
):
    url = await response_url(slack, team, team.general)
    slack.faults.drop("response_url", after=True)
    with pytest.raises(aiohttp.ClientError):
        await delivery.whisper([HELLO], user=team.ann, channel=team.general, response_url=url)
    assert whispers(slack, team) == [("response_url", "Hello.")]


async def test_when_no_way_is_left_slacks_refusal_is_raised(slack: LocalSlack, team: Team, delivery: Delivery):
    slack.faults.error("chat.postEphemeral", "user_not_in_channel")
    slack.faults.error("conversations.open", "account_inactive")
    with pytest.raises(SlackApiError) as raised:
        await delivery.whisper([HELLO], user=team.ann, channel=team.general)
    assert raised.value.response["error"] == "account_inactive"


async def test_a_response_url_never_reaches_a_log(
    slack: LocalSlack, team: Team, delivery: Delivery, caplog: pytest.LogCaptureFixture
):
    caplog.set_level("DEBUG")
    url = await response_url(slack, team, team.secret)
    await delivery.whisper([HELLO], user=team.ann, channel=team.secret, response_url=url)
    assert url.rpartition("/")[2] not in "\n".join(
        record.getMessage() for record in caplog.records if not record.name.startswith("aiohttp")
    )
