"""What people see while an answer is on its way, and how they stop it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.scenarios.world import World
from tests.scenarios.writing import QUICK, SENTENCES, Asked, below, ended, said

pytestmark = pytest.mark.asyncio(loop_scope="session")
STOPPED = "Stopped on request, so this answer is incomplete."


@pytest_asyncio.fixture(loop_scope="session", scope="module", params=["socket", "http"])
async def quick(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    async with World.open(tmp_path_factory.mktemp(f"quick-{request.param}")) as world:
        await world.start_bot(mode=request.param, behaviour=QUICK)
        yield world


async def growing(world: World, question: str) -> Asked:
    """An answer of which four sentences are shown."""
    asked = await Asked.by_mention(world, question)
    for sentence in SENTENCES[:4]:
        asked.writing.write(sentence)
    await asked.until_shown("the matter of 4.")
    return asked


def lines(asked: Asked) -> list[str]:
    """The statuses of the thread, in order."""
    return [one.text for one in asked.world.slack.statuses if one.thread_ts == asked.ts]


@pytest.mark.promise("status-while-working")
async def test_the_status_says_what_is_being_done_and_is_gone_in_the_end(quick: World) -> None:
    asked = await Asked.by_mention(quick, "what are you doing?")
    await quick.slack.wait_for(lambda: lines(asked)[-1:] == ["is searching the notes..."])
    asked.writing.read(4)
    await quick.slack.wait_for(lambda: lines(asked)[-1] == "is reading 4 notes...")
    asked.writing.write("Few words. [1]")
    await quick.slack.wait_for(lambda: lines(asked)[-1] == "is writing the answer...")
    asked.writing.end()
    await asked.until_ended()
    await quick.slack.wait_for(lambda: quick.slack.status(asked.channel, asked.ts) == "")
    assert not quick.slack.violations


@pytest.mark.promise("status-while-working")
async def test_a_status_is_sent_again_before_it_expires(fresh: World) -> None:
    await fresh.start_bot(behaviour={"status_seconds": 0.05})
    asked = await Asked.by_mention(fresh)
    await fresh.slack.wait_for(lambda: lines(asked).count("is searching the notes...") >= 3)
    asked.writing.end("Here. [1]")
    await asked.until_ended()
    await fresh.slack.wait_for(lambda: fresh.slack.status(asked.channel, asked.ts) == "")
    assert not fresh.slack.violations


@pytest.mark.parametrize("end", [{}, {"error": "ModelUnreachable"}, {"crash": "boom"}])
@pytest.mark.promise("a-reaction-where-no-status-can-be")
async def test_a_reaction_stands_in_for_a_status_and_is_taken_away(quick: World, end: dict[str, str]) -> None:
    quick.slack.faults.error("assistant.threads.setStatus", "missing_scope", times=20)
    asked = await Asked.by_mention(quick, f"seen? {end}")
    (question,) = [one for one in quick.slack.messages(asked.channel) if one.ts == asked.ts]
    await quick.slack.wait_for(lambda: question.reactions.get("eyes"))
    asked.writing.end("Here. [1]", **end)
    await quick.slack.wait_for(lambda: asked.messages)
    await quick.slack.wait_for(lambda: not question.reactions["eyes"])
    quick.slack.faults.clear()
    assert not quick.slack.violations


@pytest.mark.promise("stop-ends-an-answer")
async def test_stop_in_the_thread_ends_the_answer_with_what_is_there(quick: World) -> None:
    asked = await growing(quick, "stop this one")
    await quick.slack.message(asked.team.ben, asked.channel, "Stop!", asked.ts)
    await quick.slack.wait_for_ack(quick.slack.deliveries[-1])
    await quick.settle(asked.team.ben)
    asked.writing.write(SENTENCES[4])
    (answer,) = await asked.until_ended()
    assert said(answer).strip() == "".join(SENTENCES[:5]).strip()
    assert STOPPED in below(answer)
    assert "*Sources*" in below(answer)
    await asked.writing.given_up.wait()
    assert asked.streams[0].stopped
    await quick.slack.wait_for(lambda: quick.slack.status(asked.channel, asked.ts) == "")
    assert quick.notes.questions().count("Stop!") == 0
    assert not quick.slack.violations


@pytest.mark.promise("stop-ends-an-answer")
async def test_slacks_stop_button_ends_the_answer_with_what_is_there(quick: World) -> None:
    asked = await growing(quick, "stop this stream")
    quick.slack.stop_stream(asked.streams[0].message.ts)
    asked.writing.write(SENTENCES[4])
    await quick.slack.wait_for(lambda: [one for one in quick.slack.calls() if one.error == "stopped_by_user"])
    asked.writing.write(SENTENCES[5])
    (answer,) = await asked.until_ended()
    assert STOPPED in below(answer)
    assert "the matter of 7." not in said(answer)
    await asked.writing.given_up.wait()
    assert not quick.slack.violations


@pytest.mark.promise("stop-ends-an-answer")
async def test_stop_before_the_first_word_is_one_sentence(quick: World) -> None:
    before = len(quick.notes.asked)
    asked = await Asked.by_mention(quick, "stop at once")
    await quick.notes.wait_until_asked(before + 1)
    await quick.slack.message(asked.team.ann, asked.channel, "stop", asked.ts)
    await quick.slack.wait_for(lambda: asked.messages)
    await asked.writing.given_up.wait()
    await quick.settle(asked.team.ben)
    (sentence,) = asked.messages
    assert "Stopped on request" in sentence.text
    assert not ended(sentence)


@pytest.mark.promise("stop-ends-an-answer")
async def test_where_nothing_is_being_written_only_who_spoke_to_the_bot_is_told(quick: World) -> None:
    asked = await Asked.by_mention(quick, "already done")
    asked.writing.end("Here. [1]")
    await asked.until_ended()
    await quick.slack.message(asked.team.ben, asked.channel, "stop", asked.ts)
    await quick.settle(asked.team.ben)
    assert len(asked.messages) == 1
    await quick.slack.mention(asked.team.ann, asked.channel, "stop", asked.ts)
    await quick.slack.wait_for(lambda: len(asked.messages) == 2)
    assert "nothing to stop" in asked.messages[-1].text


async def test_a_question_after_a_stop_is_answered(quick: World) -> None:
    asked = await growing(quick, "stop, then go on")
    await quick.slack.message(asked.team.ann, asked.channel, "stop", asked.ts)
    await quick.slack.message(asked.team.ann, asked.channel, "and this?", asked.ts)
    await quick.settle(asked.team.ben)
    asked.writing.write(SENTENCES[4])
    await quick.slack.wait_for(lambda: len(asked.messages) == 2)
    assert "About and this?" in said(asked.messages[-1])


@pytest.mark.promise("who-waits-in-line-is-told")
async def test_who_waits_for_a_free_hand_is_told_and_then_answered(fresh: World) -> None:
    await fresh.start_bot(behaviour={"notice_seconds": 0.05}, at_once=1)
    first = await Asked.by_mention(fresh, "the first")
    await fresh.notes.wait_until_asked(1)
    second = await Asked.by_mention(fresh, "the second")
    await fresh.slack.wait_for(lambda: "is busy; yours is next in line..." in lines(second))
    third = await Asked.by_mention(fresh, "the third")
    await fresh.slack.wait_for(lambda: "is busy; 1 before yours in line..." in lines(third))
    for asked in (first, second, third):
        asked.writing.end("Here. [1]")
        await asked.until_ended()
        await fresh.slack.wait_for(lambda one=asked: fresh.slack.status(one.channel, one.ts) == "")
    assert not fresh.slack.violations


@pytest.mark.promise("status-while-working")
async def test_a_status_that_slack_may_have_taken_is_taken_away_too(fresh: World) -> None:
    await fresh.start_bot(behaviour=QUICK)
    method = "assistant.threads.setStatus"
    fresh.slack.faults.server_error(method, times=3, after=True)  # as often as the call is made
    asked = await Asked.by_mention(fresh, "are you there?")
    await fresh.slack.wait_for(lambda: fresh.slack.calls("reactions.add"))
    asked.writing.end("Yes [1].")
    await fresh.answers(asked.channel, asked.ts)
    last = await fresh.slack.wait_for(lambda: fresh.slack.calls(method)[-1].arguments.get("status") == "")
    assert last
