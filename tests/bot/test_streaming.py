"""A stream against a strict Slack; the ledger is a list."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from bot.client import slack_client
from bot.growing import Growing, Place
from bot.metrics import Metrics
from bot.pacing import Allowance, Pace
from bot.streaming import Stream, Unwanted
from tests.slack import LocalSlack

LONG = "".join(f"Sentence {number} is long enough to be seen. [1] " for number in range(10)).strip()


@dataclass(slots=True)
class Entries:
    entries: list[tuple[int, str]] = field(default_factory=list)

    async def begin(self, number: int) -> None:
        self.entries.append((number, "?"))

    async def begun(self, number: int, ts: str) -> None:
        self.entries.append((number, ts))


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    slack: LocalSlack
    growing: Growing
    ledger: Entries
    channel: str
    metrics: Metrics = field(default_factory=Metrics)

    def stream(self) -> Stream:
        pace = Pace(pause_seconds=0.0, part_seconds=240.0, streams_per_minute=1_000)
        return Stream(self.growing, pace=pace, metrics=self.metrics)


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with LocalSlack() as slack, slack_client(slack.identity.bot_token, api_url=slack.api_url) as client:
        ann = slack.add_user("ann")
        channel = slack.add_channel("general", members=[ann])
        thread_ts = await slack.message(ann, channel, "question")
        place = Place(request_id="r1", channel=channel, thread_ts=thread_ts, team=slack.identity.team_id, user=ann)
        ledger = Entries()
        yield Desk(slack=slack, growing=Growing(client, place, ledger), ledger=ledger, channel=channel)


async def test_each_message_is_written_down_before_and_after_it_is_begun(desk: Desk) -> None:
    async with desk.stream() as stream:
        await stream.add(LONG)
        (shown,) = await desk.slack.wait_for(lambda: desk.slack.streams(desk.channel))
        ts = await stream.finish(f"{LONG} The end.", [])
    assert desk.ledger.entries == [(0, "?"), (0, ts)]
    assert (shown.text, shown.stopped, shown.message.ts) == (f"{LONG} The end.", True, ts)


async def test_a_refused_message_is_written_down_as_none(desk: Desk) -> None:
    desk.slack.faults.error("chat.startStream", "channel_type_not_supported")
    async with desk.stream() as stream:
        await stream.add(LONG)
        (posted,) = await desk.slack.wait_for(lambda: desk.slack.bot_messages(desk.channel))
        assert not await stream.finish(LONG, [])
    assert desk.ledger.entries == [(0, "?"), (0, ""), (0, "?"), (0, posted.ts)]


async def test_words_that_do_not_go_on_with_what_was_streamed_are_left_to_be_posted(desk: Desk) -> None:
    async with desk.stream() as stream:
        await stream.add(LONG)
        await desk.slack.wait_for(lambda: desk.slack.streams(desk.channel))
        assert not await stream.finish("Something else.", [])
    assert LONG in desk.slack.bot_messages(desk.channel)[0].text


async def test_a_tail_that_does_not_fit_is_left_to_be_posted(desk: Desk) -> None:
    tail = [{"type": "divider"}] * 50
    async with desk.stream() as stream:
        await stream.add(LONG)
        await desk.slack.wait_for(lambda: desk.slack.streams(desk.channel))
        assert not await stream.finish(LONG, tail)
    assert not desk.slack.violations


async def test_where_the_streams_of_this_minute_are_used_up_it_grows_by_post_and_update(desk: Desk) -> None:
    pace = Pace(pause_seconds=0.0, part_seconds=240.0, streams_per_minute=10)
    pace.starts = Allowance(0)
    async with Stream(desk.growing, pace=pace, metrics=desk.metrics) as stream:
        await stream.add(LONG[:300])
        await desk.slack.wait_for(lambda: desk.slack.bot_messages(desk.channel))
        await stream.add(LONG[300:])
        await desk.slack.wait_for(lambda: LONG in str(desk.slack.bot_messages(desk.channel)[0].blocks))
    assert not desk.slack.streams(desk.channel)
    assert not desk.slack.violations


async def test_a_stopped_answer_is_unwanted_once(desk: Desk) -> None:
    async with desk.stream() as stream:
        await stream.add("One. ")
        stream.stopped = True
        with pytest.raises(Unwanted):
            await stream.add("Two. ")
        await stream.add("Three.")
    assert stream.begun


async def test_one_endless_word_is_torn_rather_than_waited_for(desk: Desk) -> None:
    word = "x" * 25_000
    async with desk.stream() as stream:
        await stream.add(word)
        await desk.slack.wait_for(lambda: desk.slack.streams(desk.channel))
        assert await stream.finish(word, [])
    assert "".join(one.text for one in desk.slack.streams(desk.channel)) == word
    assert not desk.slack.violations


async def test_a_table_that_goes_on_in_another_message_gets_its_header_again(desk: Desk) -> None:
    rows = "".join(f"| {number} | {'some words ' * 8}|\n" for number in range(150))
    text = f"| number | words |\n|---|---|\n{rows}".strip()
    async with desk.stream() as stream:
        await stream.add(text)
        await desk.slack.wait_for(lambda: desk.slack.streams(desk.channel))
        assert await stream.finish(text, [])
    first, second = (one.text for one in desk.slack.streams(desk.channel))
    assert second.startswith("| number | words |\n|---|---|\n| ")
    assert f"{first}{second.partition('|---|---|' + chr(10))[2]}" == text
