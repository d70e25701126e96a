"""A hundred questions at once, while every answer takes its time."""

import asyncio

import pytest

from tests.scenarios.world import World

pytestmark = pytest.mark.asyncio(loop_scope="session")
MANY = 100


@pytest.mark.parametrize("mode", ["socket", "http"])
@pytest.mark.promise("a-hundred-questions-at-once")
async def test_a_hundred_questions_at_once_are_each_acknowledged_and_answered_once(fresh: World, mode: str) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot(mode=mode)
    fresh.notes.hold()
    stamps = await asyncio.gather(
        *(slack.mention(team.ann, team.general, f"question {number}") for number in range(MANY))
    )
    for delivery in list(slack.deliveries):
        await slack.redeliver(delivery)
    await fresh.notes.wait_until_asked(MANY)
    for delivery in slack.deliveries:
        await slack.wait_for_ack(delivery)
    fresh.notes.release()
    for ts in stamps:
        await fresh.answers(team.general, ts)
    await fresh.settle(team.ben)
    assert len(slack.bot_messages(team.general)) == MANY
    assert sorted(fresh.notes.questions()) == sorted(["are you done?", *(f"question {n}" for n in range(MANY))])
    assert not slack.timed_out


@pytest.mark.promise("a-hundred-questions-at-once")
async def test_a_crash_in_the_middle_of_a_hundred_questions_loses_and_doubles_none(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot()
    stamps = await asyncio.gather(
        *(slack.mention(team.ann, team.general, f"question {number}") for number in range(MANY))
    )
    await slack.wait_for(lambda: len(slack.bot_messages(team.general)) >= MANY // 4)
    await bot.kill()
    await fresh.start_bot()
    for ts in stamps:
        await fresh.answers(team.general, ts)
    await fresh.settle(team.ben)
    assert len(slack.bot_messages(team.general)) == MANY
