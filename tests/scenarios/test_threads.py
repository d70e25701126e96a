"""Threads in which people want quiet, talk to each other, or take back what they asked."""

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
