"""Answers grow in Slack while the model writes them, and are whole at the end, once."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.scenarios.world import World
from tests.scenarios.writing import QUICK, SENTENCES, Asked, ended, said, whole_once

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session", scope="module", params=["socket", "http"])
async def quick(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    async with World.open(tmp_path_factory.mktemp(f"quick-{request.param}")) as world:
        await world.start_bot(mode=request.param, behaviour=QUICK)
        yield world


@pytest.mark.promise("answers-grow-while-they-are-written")
async def test_an_answer_grows_in_steady_steps_and_ends_whole_with_sources_and_buttons(quick: World) -> None:
    asked = await Asked.by_mention(quick)
    for count, sentence in enumerate(SENTENCES, start=1):
        asked.writing.write(sentence if count > 1 else f"{sentence}\n\n")
        if count >= 4:
            await asked.until_shown(f"the matter of {count}.")
    assert not any(map(ended, asked.messages))
    asked.writing.end("And the end.")
    messages = await asked.until_ended()
    (stream,) = asked.streams
    assert stream.stopped
    assert stream.recipient_user == asked.team.ann
    assert len([part for part in stream.parts if part]) >= 9
    assert whole_once(messages, asked.writing.text)
    await quick.slack.wait_for(lambda: quick.slack.status(asked.channel, asked.ts) == "")
    assert not quick.slack.violations


@pytest.mark.promise("answers-grow-while-they-are-written")
async def test_a_visible_ask_streams_in_the_thread_of_its_question(fresh: World) -> None:
    team = fresh.team()
    await fresh.start_bot(behaviour=QUICK | {"ask_visibility": "channel"})
    writing = fresh.notes.write("all of it?")
    await fresh.slack.slash(team.ann, team.general, "/ask", "all of it?")
    for sentence in SENTENCES[:5]:
        writing.write(sentence)
    (stream,) = await fresh.slack.wait_for(lambda: fresh.slack.streams(team.general))
    writing.end()
    await fresh.slack.wait_for(lambda: stream.stopped)
    question, answer = fresh.slack.bot_messages(team.general)
    assert answer.thread_ts == question.ts
    assert whole_once([answer], writing.text)


@pytest.mark.promise("answers-grow-while-they-are-written")
async def test_in_a_direct_message_outside_threads_an_answer_grows_by_updates(quick: World) -> None:
    team, slack = quick.team(), quick.slack
    direct, writing = slack.direct_channel(team.ann), quick.notes.write("between us, at length")
    await slack.direct_message(team.ann, "between us, at length")
    for sentence in SENTENCES[:5]:
        writing.write(sentence)
    await slack.wait_for(lambda: any("matter of 5." in said(one) for one in slack.bot_messages(direct)))
    writing.end("And the end.")
    await slack.wait_for(lambda: any(map(ended, slack.bot_messages(direct))))
    assert whole_once(slack.bot_messages(direct), writing.text)
    assert not slack.streams(direct)
    assert not slack.violations


async def test_in_the_agent_pane_an_answer_is_a_stream(quick: World) -> None:
    team, slack = quick.team(), quick.slack
    direct, writing = slack.direct_channel(team.ann), quick.notes.write("in the pane")
    root = await slack.direct_message(team.ann, "in the pane")
    writing.end("Short.")
    await quick.answers(direct)
    writing = quick.notes.write("in the pane, at length")
    await slack.direct_message(team.ann, "in the pane, at length", root)
    for sentence in SENTENCES[:5]:
        writing.write(sentence)
    (stream,) = await slack.wait_for(lambda: slack.streams(direct))
    writing.end()
    await slack.wait_for(lambda: stream.stopped)
    assert whole_once(slack.bot_messages(direct, root), writing.text)
    assert not slack.violations


@pytest.mark.promise("short-answers-are-posted-at-once")
async def test_a_short_answer_and_one_without_a_model_are_posted_whole(quick: World) -> None:
    short = await Asked.by_mention(quick, "in short?")
    short.writing.write("It is 28 days. [1] ")
    short.writing.end("Ask your lead.")
    quoted = await Asked.by_mention(quick, "in the notes' words?")
    quoted.writing.end("".join(SENTENCES))
    for asked in (short, quoted):
        assert whole_once(await asked.until_ended(), asked.writing.text)
        assert not asked.streams


@pytest.mark.promise("streamed-text-cannot-ping")
async def test_a_ping_torn_over_two_appends_stays_text(quick: World) -> None:
    asked = await Asked.by_mention(quick, "who pings?")
    for sentence in SENTENCES[:4]:
        asked.writing.write(sentence)
    await asked.until_shown("the matter of 4.")
    for words, shown in (
        ("Words <!chan", "Words "),
        ("nel> and more. ", "and more."),
        ("<@U01", "more. "),
        ("23>.", "23>"),
    ):
        asked.writing.write(words)
        await asked.until_shown(shown)
    asked.writing.write("\n\n```\n<!")
    asked.writing.write("here>\n")
    await asked.until_shown("here>")
    asked.writing.end("```")
    await asked.until_ended()
    (stream,) = asked.streams
    assert "<!" not in stream.text
    assert "<@" not in stream.text
    assert stream.text.count("&lt;") == 3


@pytest.mark.promise("a-stream-rolls-over-before-it-dies")
async def test_a_stream_ends_before_slack_ends_it_and_goes_on_in_another_message(fresh: World) -> None:
    await fresh.start_bot(behaviour=QUICK | {"stream_part_seconds": 0.3})
    asked = await Asked.by_mention(fresh)
    asked.writing.write("".join([*SENTENCES[:4], "\n\n```sh\nmake one\n"]))
    await asked.until_shown("make one")
    await fresh.slack.wait_for(lambda: asked.streams[0].stopped)
    asked.writing.write("make two\n```\n\n")
    await asked.until_shown("make two")
    asked.writing.end(SENTENCES[4])
    messages = await asked.until_ended()
    first, *_, last = messages
    assert said(first).endswith("make one\n```")
    assert said(messages[1]).startswith("```sh\nmake two\n```\n")
    assert "".join(map(said, messages)).replace("``````sh\n", "").strip() == asked.writing.text.strip()
    assert [ended(one) for one in messages] == [False] * (len(messages) - 1) + [True]
    assert last.thread_ts == asked.ts
    assert not fresh.slack.violations


@pytest.mark.promise("a-stream-rolls-over-before-it-dies")
async def test_an_endless_answer_goes_on_in_another_message_before_one_is_too_long(quick: World) -> None:
    asked = await Asked.by_mention(quick)
    for number in range(300):
        asked.writing.write(f"Sentence {number} of very many that all have to be there in the end. [1] ")
    asked.writing.end("And the end.")
    messages = await asked.until_ended()
    assert len(messages) >= 3
    assert all(len(said(one)) < 12_000 for one in messages)
    assert whole_once(messages, asked.writing.text)
    assert not quick.slack.violations


async def test_streams_are_counted(quick: World) -> None:
    _, figures = await quick.bots[0].get("/metrics")
    assert 'footnote_streams_total{outcome="started"}' in figures
    assert 'footnote_streams_total{outcome="finished"}' in figures
