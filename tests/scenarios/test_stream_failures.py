"""Whatever happens to a stream, the answer is there in the end: whole, once, with its sources."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from tests.scenarios.process import WAIT_SECONDS, BotProcess
from tests.scenarios.test_crashes import figure
from tests.scenarios.world import World
from tests.scenarios.writing import QUICK, SENTENCES, Asked, ended, said, whole_once
from tests.slack import LocalSlack

pytestmark = pytest.mark.asyncio(loop_scope="session")
Fail = Callable[[LocalSlack, str], None]


def refuse(error: str) -> Fail:
    return lambda slack, method: slack.faults.error(method, error)


FAILURES = [
    pytest.param(refuse("message_not_in_streaming_state"), id="not-streaming"),
    pytest.param(refuse("channel_type_not_supported"), id="channel-type"),
    pytest.param(refuse("streaming_state_conflict"), id="conflict"),
    pytest.param(lambda slack, method: slack.faults.rate_limit(method, retry_after=0), id="429"),
    pytest.param(lambda slack, method: slack.faults.rate_limit(method, retry_after=0, times=9), id="429-for-long"),
    pytest.param(lambda slack, method: slack.faults.server_error(method), id="500"),
    pytest.param(lambda slack, method: slack.faults.server_error(method, after=True), id="500-after-all"),
    pytest.param(lambda slack, method: slack.faults.drop(method), id="lost"),
    pytest.param(lambda slack, method: slack.faults.drop(method, after=True), id="lost-after-all"),
]


@pytest_asyncio.fixture(loop_scope="session", scope="module", params=["socket", "http"])
async def quick(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    async with World.open(tmp_path_factory.mktemp(f"quick-{request.param}")) as world:
        await world.start_bot(mode=request.param, behaviour=QUICK)
        yield world


@pytest.mark.parametrize("fail", FAILURES)
@pytest.mark.parametrize("method", ["chat.startStream", "chat.appendStream", "chat.stopStream"])
@pytest.mark.promise("a-failing-stream-loses-and-doubles-nothing")
async def test_an_answer_whose_stream_fails_is_whole_and_there_once(quick: World, fail: Fail, method: str) -> None:
    slack = quick.slack
    slack.faults.clear()
    fail(slack, method)
    asked = await Asked.by_mention(quick)
    for sentence in SENTENCES[:4]:
        asked.writing.write(sentence)
    await slack.wait_for(lambda: slack.calls("chat.startStream"))
    for sentence in SENTENCES[4:]:
        asked.writing.write(sentence)
    asked.writing.end("And the end.")
    messages = await asked.until_ended()
    await slack.wait_for(lambda: slack.status(asked.channel, asked.ts) == "")
    slack.faults.clear()
    await quick.settle(asked.team.ben)
    assert asked.messages == messages
    assert "".join(map(said, messages)) == asked.writing.text
    assert whole_once(messages, asked.writing.text)
    assert len(messages) == 1
    assert not slack.violations


@pytest.mark.promise("a-failing-stream-loses-and-doubles-nothing")
async def test_after_a_failure_the_answer_goes_on_growing(quick: World) -> None:
    asked = await Asked.by_mention(quick)
    for sentence in SENTENCES[:4]:
        asked.writing.write(sentence)
    await asked.until_shown("the matter of 4.")
    quick.slack.faults.error("chat.appendStream", "message_not_in_streaming_state")
    asked.writing.write(SENTENCES[4])
    await asked.until_shown("the matter of 5.")
    asked.writing.write(SENTENCES[5])
    await asked.until_shown("the matter of 6.")
    assert not any(map(ended, asked.messages))
    asked.writing.end("And the end.")
    assert whole_once(await asked.until_ended(), asked.writing.text)


@pytest.mark.promise("a-failing-stream-loses-and-doubles-nothing")
async def test_a_refused_start_goes_on_by_post_and_update(quick: World) -> None:
    quick.slack.faults.error("chat.startStream", "channel_type_not_supported")
    asked = await Asked.by_mention(quick)
    for sentence in SENTENCES[:4]:
        asked.writing.write(sentence)
    await asked.until_shown("the matter of 4.")
    asked.writing.write(SENTENCES[4])
    await asked.until_shown("the matter of 5.")
    asked.writing.end("And the end.")
    (answer,) = await asked.until_ended()
    assert whole_once([answer], asked.writing.text)
    assert not asked.streams


@pytest.mark.promise("a-failing-stream-loses-and-doubles-nothing")
async def test_blocks_that_slack_refuses_at_the_end_leave_a_whole_answer(quick: World) -> None:
    quick.slack.faults.error("chat.stopStream", "invalid_blocks")
    asked = await Asked.by_mention(quick)
    for sentence in SENTENCES:
        asked.writing.write(sentence)
    await asked.until_shown("the matter of 12.")
    asked.writing.end()
    assert whole_once(await asked.until_ended(), asked.writing.text)


async def begun(world: World) -> Asked:
    """A stream that holds four sentences, while the model writes on."""
    asked = await Asked.by_mention(world)
    for sentence in SENTENCES[:4]:
        asked.writing.write(sentence)
    await asked.until_shown("the matter of 4.")
    return asked


async def taken_over(bot: BotProcess) -> None:
    """Until the bot has taken over what another one left, and is done with it."""
    async with asyncio.timeout(WAIT_SECONDS):
        while await figure(bot, "footnote_requests_taken_over_total") != 1:
            await bot.get("/healthz")
        while await figure(bot, "footnote_requests_in_progress"):
            await bot.get("/healthz")


async def answered_after_restart(world: World, asked: Asked, *, mode: str = "socket") -> str:
    """Start another bot, whose model finds other words; the answer that stands there then, alone and once."""
    again = world.notes.write("tell me all")
    again.end("It says something else now. [1]")
    bot = await world.start_bot(behaviour=QUICK, mode=mode)
    await taken_over(bot)
    messages = await asked.until_ended()
    await world.settle(asked.team.ben)
    assert asked.messages == messages
    assert not world.slack.violations
    (answer,) = messages
    assert answer.blocks
    return said(answer)


@pytest.mark.parametrize("mode", ["socket", "http"])
@pytest.mark.promise("a-crash-in-a-stream-leaves-one-answer")
async def test_a_crash_while_an_answer_grows_leaves_one_answer_after_the_restart(fresh: World, mode: str) -> None:
    bot = await fresh.start_bot(behaviour=QUICK, mode=mode)
    asked = await begun(fresh)
    await bot.kill()
    assert await answered_after_restart(fresh, asked, mode=mode) == "It says something else now. [1]"
    assert len(fresh.slack.bot_messages(asked.channel)) == 1


@pytest.mark.promise("a-crash-in-a-stream-leaves-one-answer")
async def test_a_stream_that_began_just_before_the_crash_is_found(fresh: World) -> None:
    bot = await fresh.start_bot(behaviour=QUICK)
    gate = fresh.slack.faults.hold("chat.startStream", after=True)
    asked = await Asked.by_mention(fresh)
    for sentence in SENTENCES[:4]:
        asked.writing.write(sentence)
    await gate.arrived()
    await bot.kill()
    gate.open()
    assert len(asked.streams) == 1
    assert await answered_after_restart(fresh, asked) == "It says something else now. [1]"


@pytest.mark.promise("a-crash-in-a-stream-leaves-one-answer")
async def test_a_stream_that_ended_just_before_the_crash_is_left_as_it_is(fresh: World) -> None:
    bot = await fresh.start_bot(behaviour=QUICK)
    asked = await begun(fresh)
    gate = fresh.slack.faults.hold("chat.stopStream", after=True)
    asked.writing.end("And the end.")
    await gate.arrived()
    await bot.kill()
    gate.open()
    assert all(stream.stopped for stream in asked.streams)
    assert await answered_after_restart(fresh, asked) == asked.writing.text


@pytest.mark.promise("a-crash-in-a-stream-leaves-one-answer")
async def test_a_crash_before_the_end_reached_slack_leaves_the_answer_that_was_kept(fresh: World) -> None:
    bot = await fresh.start_bot(behaviour=QUICK)
    asked = await begun(fresh)
    gate = fresh.slack.faults.hold("chat.stopStream")
    asked.writing.end("And the end.")
    await gate.arrived()
    await bot.kill()
    assert await answered_after_restart(fresh, asked) == asked.writing.text


@pytest.mark.promise("stopping-leaves-nobody-waiting")
async def test_sigterm_puts_one_sentence_in_the_place_of_what_cannot_be_finished(fresh: World) -> None:
    bot = await fresh.start_bot(behaviour=QUICK, grace_seconds=0.5)
    asked = await begun(fresh)
    bot.terminate()
    assert await bot.end() == 0
    (sentence,) = asked.messages
    assert "restarted" in sentence.text
    assert "Sentence number" not in f"{sentence.text}{sentence.blocks}"
    assert all(stream.stopped for stream in asked.streams)
    assert fresh.slack.status(asked.channel, asked.ts) == ""
