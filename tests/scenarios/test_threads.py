"""Threads in which people want quiet, talk to each other, or take back what they asked."""

import sqlite3
from contextlib import closing

import pytest

from tests.scenarios.world import World

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.promise("a-muted-thread-is-quiet-until-unmuted")
async def test_a_muted_thread_is_quiet_over_a_restart_and_until_somebody_says_unmute(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot()
    ts = await slack.mention(team.ann, team.general, "one")
    await fresh.answers(team.general, ts)
    await slack.message(team.ben, team.general, "Mute!", ts)
    _, quiet = await fresh.answers(team.general, ts, count=2)
    bot.terminate()
    await bot.end()
    await fresh.start_bot()
    await slack.message(team.ann, team.general, "two", ts)
    await slack.message(team.ann, team.general, "unmute", ts)
    await slack.mention(team.ann, team.general, "three", ts)
    await fresh.answers(team.general, ts, count=3)
    await slack.message(team.ann, team.general, "four", ts)
    await slack.mention(team.ben, team.general, "unmute", ts)
    back = (await fresh.answers(team.general, ts, count=4))[-1]
    await slack.message(team.ann, team.general, "five", ts)
    await fresh.answers(team.general, ts, count=5)
    assert "mention me with `unmute`" in quiet.text
    assert "I am back" in back.text
    assert fresh.notes.questions() == ["one", "three", "five"]
    assert not slack.violations


async def test_where_no_thread_is_mute_says_where_it_can_be_said(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.mention(team.ann, team.general, "mute")
    await slack.direct_message(team.ben, "mute")
    (here,) = await shared.answers(team.general, ts)
    (direct,) = await shared.answers(slack.direct_channel(team.ben))
    assert "only be quiet in a thread" in here.text
    assert direct.text == here.text


@pytest.mark.promise("people-who-talk-to-each-other-are-left-alone")
async def test_what_people_say_to_each_other_in_its_thread_is_left_alone(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.mention(team.ann, team.general, "one")
    await shared.answers(team.general, ts)
    for said in (
        f"<@{team.ben}> do you agree?",
        f"I think <@{team.ben}> knows more",
        "<!here> look at this",
        "thanks!",
    ):
        await slack.message(team.ann, team.general, said, ts)
    to_both = f"<@{team.ann}> let us ask <@{slack.identity.bot_user_id}>: two?"
    await slack.message(team.ben, team.general, to_both, ts)
    await shared.answers(team.general, ts, count=2)
    await shared.settle(team.ben)
    assert len(slack.bot_messages(team.general)) == 2


async def test_an_edit_in_a_thread_that_adds_the_mention_wakes_it_there_once(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.message(team.ann, team.general, "lunch?")
    reply = await slack.message(team.ben, team.general, "who pays?", ts)
    for _ in range(2):
        await slack.edit(team.general, reply, f"<@{slack.identity.bot_user_id}> who pays?", mention_event=True)
    (answer,) = await shared.answers(team.general, ts)
    await shared.settle(team.ben)
    assert slack.bot_messages(team.general) == [answer]


async def test_a_mention_that_is_also_sent_to_the_channel_is_answered_once_in_its_thread(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.message(team.ann, team.general, "lunch?")
    mention = f"<@{slack.identity.bot_user_id}> who pays?"
    await slack.message(team.ann, team.general, mention, ts, broadcast=True)
    (answer,) = await shared.answers(team.general, ts)
    await shared.settle(team.ben)
    assert slack.bot_messages(team.general) == [answer]


@pytest.mark.promise("a-deleted-question-is-not-answered")
async def test_a_question_deleted_before_its_answer_is_not_answered(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot()
    fresh.notes.hold()
    ts = await slack.mention(team.ann, team.general, "one")
    await fresh.notes.wait_until_asked(1)
    waiting = await slack.message(team.ann, team.general, "two", ts)
    await slack.message(team.ben, team.general, "three", ts)
    alone = await slack.mention(team.ben, team.general, "four")
    await fresh.notes.wait_until_asked(2)
    for deleted in (waiting, alone):
        await slack.wait_for_ack(slack.deliveries[-1])
        await slack.delete(team.general, deleted)
    # Slack knows no status of a thread that is gone.
    await slack.wait_for(lambda: [one for one in slack.calls() if one.error == "invalid_thread_ts"])
    fresh.notes.release()
    await fresh.answers(team.general, ts, count=2)
    await fresh.settle(team.ben)
    assert fresh.notes.questions() == ["one", "four", "three", "are you done?"]
    assert not [one for one in slack.bot_messages(team.general) if one.thread_ts != ts]
    bot.terminate()
    assert await bot.end() == 0
    with closing(sqlite3.connect(fresh.state)) as state:
        (open_ones,) = state.execute(
            "SELECT count(*) FROM requests WHERE state = 'claimed' OR payload <> ''"
        ).fetchone()
    assert open_ones == 0
