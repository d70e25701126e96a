"""What people write in a thread while the bot works on an earlier message there."""

import sqlite3
from contextlib import closing

import pytest

from tests.scenarios.world import Team, World

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def written_while_it_works(world: World, team: Team | None = None) -> tuple[str, str]:
    """A channel and a thread in it: a first question is being answered, a second and a third have come meanwhile."""
    team, slack = team or world.team(), world.slack
    world.notes.hold()
    before = len(world.notes.asked)
    ts = await slack.mention(team.ann, team.general, "Who may work abroad?")
    await world.notes.wait_until_asked(before + 1)
    await slack.message(team.ann, team.general, "and for how long", ts)
    await slack.message(team.ben, team.general, "Who decides?", ts)
    for delivery in slack.deliveries[-2:]:
        await slack.redeliver(delivery)
        await slack.wait_for_ack(delivery)
    return team.general, ts


@pytest.mark.promise("messages-that-wait-in-a-thread-are-answered-together")
async def test_what_comes_while_it_works_is_answered_together_and_each_counts_once(fresh: World) -> None:
    bot = await fresh.start_bot()
    channel, ts = await written_while_it_works(fresh)
    fresh.notes.release()
    first, second = await fresh.answers(channel, ts, count=2)
    await fresh.settle(fresh.slack.add_user("zoe"))
    assert fresh.notes.questions() == ["Who may work abroad?", "and for how long\nWho decides?", "are you done?"]
    assert fresh.slack.bot_messages(channel) == [first, second]
    assert "This answers 2 messages of this conversation together." in str(second.blocks)
    assert "together" not in str(first.blocks)
    assert fresh.notes.asked[1]["history"] == ["Who may work abroad?", "About Who may work abroad? [1]"]
    bot.terminate()
    assert await bot.end() == 0
    with closing(sqlite3.connect(fresh.state)) as state:
        assert state.execute("SELECT state, payload FROM requests").fetchall() == [("delivered", "")] * 4
    assert not fresh.slack.violations


@pytest.mark.promise("messages-that-wait-in-a-thread-are-answered-together")
async def test_after_a_crash_what_was_taken_up_together_is_answered_together_and_once(fresh: World) -> None:
    bot = await fresh.start_bot()
    channel, ts = await written_while_it_works(fresh)
    fresh.notes.release()
    fresh.notes.hold()
    await fresh.answers(channel, ts)
    await fresh.notes.wait_until_asked(2)
    await bot.kill()
    fresh.notes.release()
    await fresh.start_bot()
    answers = await fresh.answers(channel, ts, count=2)
    await fresh.settle(fresh.slack.add_user("zoe"))
    assert fresh.notes.questions()[1:] == ["and for how long\nWho decides?"] * 2 + ["are you done?"]
    assert fresh.slack.bot_messages(channel, ts) == answers


@pytest.mark.promise("messages-that-wait-in-a-thread-are-answered-together")
@pytest.mark.promise("visible-answers-appear-once")
async def test_a_joint_answer_that_was_out_before_the_crash_leaves_nobody_to_be_answered_again(fresh: World) -> None:
    slack = fresh.slack
    bot = await fresh.start_bot()
    channel, ts = await written_while_it_works(fresh)
    first, second = slack.faults.hold("chat.postMessage"), slack.faults.hold("chat.postMessage", after=True)
    fresh.notes.release()
    first.open()
    await second.arrived()
    await fresh.answers(channel, ts, count=2)
    await bot.kill()
    await fresh.start_bot()
    await fresh.settle(slack.add_user("zoe"))
    assert len(slack.bot_messages(channel, ts)) == 2
    assert fresh.notes.questions()[1:] == ["and for how long\nWho decides?", "are you done?"]


@pytest.mark.promise("messages-that-wait-in-a-thread-are-answered-together")
async def test_an_answer_for_one_person_takes_up_no_question_of_another(fresh: World) -> None:
    await fresh.start_bot(channels={"general": {"private_answers": True}})
    await written_while_it_works(fresh)
    fresh.notes.release()
    await fresh.settle(fresh.slack.add_user("zoe"))
    await fresh.slack.wait_for(lambda: len(fresh.notes.asked) == 4)
    assert sorted(fresh.notes.questions())[:3] == ["Who decides?", "Who may work abroad?", "and for how long"]


@pytest.mark.promise("messages-that-wait-in-a-thread-are-answered-together")
async def test_where_slack_takes_no_joint_answer_each_of_those_who_asked_is_told(fresh: World) -> None:
    team = fresh.team()
    await fresh.start_bot()
    channel, ts = await written_while_it_works(fresh, team)
    fresh.notes.release()
    fresh.notes.hold()
    await fresh.answers(channel, ts)
    await fresh.notes.wait_until_asked(2)
    fresh.slack.faults.error("chat.postMessage", "is_archived")
    fresh.notes.release()
    for person in team.ann, team.ben:
        (said,) = await fresh.whispers(person)
        assert "something went wrong" in said.text
