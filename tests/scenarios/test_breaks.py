"""What breaks bots in Slack, each at three moments of a question's way, over both kinds of connection."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.scenarios.moments import Asked, Moment, asked_until
from tests.scenarios.world import World, control

pytestmark = pytest.mark.asyncio(loop_scope="session")
Break = Callable[[Asked], Awaitable[None]]
CODE = "x = 1\n" * 60
LONG = "\n\n".join(
    [f"Paragraph {number} says:\n\n```\ncode {number}\n{CODE}```" for number in range(40)]
    + ["| a | b |\n|---|---|\n| | x |", "| c | d |\n|---|---|\n| 1 | 2 |", "And the end. [1]"]
)


async def tell_again(asked: Asked) -> None:
    """Redeliveries of both events that tell of the mention."""
    for delivery in list(asked.world.slack.deliveries[-2:]):
        await asked.world.slack.redeliver(delivery)


async def loop(asked: Asked) -> None:
    """Unfurls, reply counts, edits and another bot that answers."""
    slack = asked.world.slack
    robot = slack.add_bot("robot")
    await slack.unfurl(asked.channel, asked.ts)
    await slack.count_replies(asked.channel, asked.ts)
    await slack.edit(asked.channel, asked.ts, f"<@{slack.identity.bot_user_id}> {asked.question} Please!")
    await slack.message(robot, asked.channel, "I know it!", asked.ts)


async def leave_out(asked: Asked) -> None:
    """Events without text, user or time."""
    place: dict[str, Any] = {"type": "message", "channel": asked.channel, "channel_type": "channel"}
    for odd in ({"ts": "1.1"}, {"user": asked.team.ann, "thread_ts": asked.ts}, {"text": "hm", "ts": "1.2"}):
        await asked.world.slack.send_event(place | odd)


async def refresh(asked: Asked) -> None:
    """Slack asks for another connection; over HTTP there is none to refresh."""
    await asked.world.slack.backend.sockets.announce_disconnect("warning")
    await asked.world.slack.backend.sockets.announce_disconnect("refresh_requested")


async def talk_to_another(asked: Asked) -> None:
    """People in the thread talk to each other."""
    slack = asked.world.slack
    await slack.message(asked.team.ben, asked.channel, f"<@{asked.team.ann}> ask me", asked.ts)


async def refuse_signs(asked: Asked) -> None:
    """No status, no reaction, no look-up works."""
    for method in ("assistant.threads.setStatus", "reactions.add", "reactions.remove", "conversations.info"):
        asked.world.slack.faults.error(method, "missing_scope", times=3)


def forgive(world: World) -> None:
    """What came over a connection that was closed meanwhile is acknowledged over the next one."""
    late = [one for one in world.slack.violations if one.error == "unknown_envelope"]
    for one in late:
        world.slack.violations.remove(one)


@pytest.mark.promise("one-answer-whatever-breaks-and-whenever")
@pytest.mark.parametrize("moment", Moment)
@pytest.mark.parametrize("happen", [tell_again, loop, leave_out, refresh, talk_to_another, refuse_signs])
async def test_the_question_gets_one_answer(shared: World, happen: Break, moment: Moment) -> None:
    async with asked_until(shared, moment) as asked:
        await happen(asked)
    (answer,) = await asked.answered()
    shared.slack.faults.clear()
    if happen is refresh:
        forgive(shared)
    assert answer.thread_ts == asked.ts
    assert answer.text.startswith("About what breaks?")  # what a notification shows
    assert not shared.slack.violations


@pytest.mark.promise("one-answer-whatever-breaks-and-whenever")
@pytest.mark.parametrize("moment", Moment)
async def test_a_follow_up_without_a_mention_is_answered_with_the_question_or_after_it(
    shared: World, moment: Moment
) -> None:
    slack = shared.slack
    async with asked_until(shared, moment) as asked:
        await slack.message(asked.team.ben, asked.channel, "and then?", asked.ts)
    await slack.wait_for(lambda: "and then?" in str([one.text for one in slack.bot_messages(asked.channel)]))
    answers = await asked.answered()
    told = " ".join(one.text for one in answers)
    assert (told.count("what breaks?"), told.count("and then?")) == (1, 1)
    assert {one.thread_ts for one in answers} == {asked.ts}


@pytest.mark.promise("one-answer-whatever-breaks-and-whenever")
@pytest.mark.parametrize("moment", Moment)
async def test_a_button_in_a_thread_answers_there_and_only_who_pressed_it(shared: World, moment: Moment) -> None:
    async with asked_until(shared, Moment.CLAIM) as first:
        pass
    (answer,) = await first.answered()
    slack = shared.slack
    async with asked_until(shared, moment) as asked:
        await slack.press(answer, control(answer, "feedback"), first.team.ben, value="helpful")
        (thanks,) = await shared.whispers(first.team.ben)
    await asked.answered()
    assert (thanks.channel, thanks.thread_ts) == (first.channel, first.ts)
    assert len(slack.bot_messages(first.channel)) == 1


@pytest.mark.promise("one-answer-whatever-breaks-and-whenever")
@pytest.mark.parametrize("moment", Moment)
async def test_a_failure_is_one_sentence_and_no_sign_of_work_is_left(shared: World, moment: Moment) -> None:
    slack, question = shared.slack, f"what fails at {moment}?"
    failing: dict[str, Any] = {"error": "ModelUnreachable"} if moment is Moment.CLAIM else {"crash": "secret words"}
    shared.notes.answers[question] = failing
    async with asked_until(shared, moment, question) as asked:
        pass
    (sentence,) = await asked.answered()
    assert "secret words" not in f"{sentence.text}{sentence.blocks}"
    assert len(sentence.text) < 400
    assert slack.status(asked.channel, asked.ts) == ""


@pytest.mark.promise("one-answer-whatever-breaks-and-whenever")
@pytest.mark.parametrize("refused", [0, 1, 2])
@pytest.mark.parametrize("error", ["invalid_blocks", "msg_blocks_too_long"])
async def test_a_long_answer_arrives_whole_whichever_of_its_messages_is_refused(
    shared: World, refused: int, error: str
) -> None:
    slack, team = shared.slack, shared.team()
    shared.notes.answers["the long one"] = {"text": LONG}
    for _ in range(refused):
        slack.faults.delay("chat.postMessage", seconds=0)
    slack.faults.error("chat.postMessage", error)
    ts = await slack.mention(team.ann, team.general, "the long one")
    await slack.wait_for(
        lambda: any("And the end" in f"{one.text}{one.blocks}" for one in slack.bot_messages(team.general)),
        timeout_seconds=30,
    )
    await slack.wait_for(lambda: slack.status(team.general, ts) == "")
    shown = "\n".join(f"{one.text}{one.blocks}" for one in slack.bot_messages(team.general, ts))
    assert all(f"code {number}\\n" in shown or f"code {number}\n" in shown for number in range(40))
    assert not slack.violations


@pytest.mark.promise("nobody-is-pinged-by-text")
@pytest.mark.parametrize("place", ["{ping} first. [1]", "In the middle {ping} of it. [1]", "At its end. [1] {ping}"])
async def test_an_answer_pings_nobody_wherever_it_tries(shared: World, place: str) -> None:
    team = shared.team()
    shared.notes.answers[place] = {"text": place.format(ping="<!channel> <@U0BEN> <!subteam^S1|x>")}
    await shared.slack.mention(team.ann, team.general, place)
    (answer,) = await shared.answers(team.general)
    assert "<!" not in f"{answer.text}{answer.blocks}"
    assert "<@" not in f"{answer.text}{answer.blocks}"


@pytest.mark.promise("replies-use-what-their-readers-may-see")
@pytest.mark.parametrize("moment", Moment)
async def test_where_slack_does_not_tell_who_reads_a_channel_it_counts_as_none(shared: World, moment: Moment) -> None:
    slack = shared.slack
    slack.faults.error("conversations.info", "missing_scope", times=9)
    async with asked_until(shared, moment, f"who reads at {moment}?") as asked:
        await slack.slash(asked.team.ben, asked.channel, "/ask", f"who reads in private at {moment}?")
    await asked.answered()
    await shared.whispers(asked.team.ben, count=2)
    slack.faults.clear()
    seen = [
        one["channels"]
        for one in shared.notes.asked
        if one["text"].startswith("who reads") and one["text"].endswith(f"at {moment}?")
    ]
    assert seen == [[], []]
