"""Slack that takes no calls, and a state database that takes no writes: nothing is lost, and nothing said twice."""

import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

import pytest

from tests.scenarios.moments import Moment, asked_until
from tests.scenarios.world import World
from tests.slack import LocalSlack

pytestmark = pytest.mark.asyncio(loop_scope="session")
EVERY_CALL = 10_000
Trouble = Callable[[World], AbstractContextManager[None]]


def turn_away(slack: LocalSlack) -> None:
    slack.faults.server_error("*", status=503, times=EVERY_CALL)


def vanish(slack: LocalSlack) -> None:
    slack.faults.drop("*", times=EVERY_CALL)


@contextmanager
def locked(world: World) -> Iterator[None]:
    """Another process writes for long."""
    with sqlite3.connect(world.state, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


@contextmanager
def full(world: World) -> Iterator[None]:
    """No file of the bot may grow, as on a full disk."""
    (bot,) = world.bots
    before = resource.prlimit(bot.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        yield
    finally:
        resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, before)


TROUBLES = [
    locked,
    pytest.param(full, marks=pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="Linux's own")),
]


@pytest.mark.promise("outages-of-slack-lose-and-double-nothing")
@pytest.mark.parametrize("moment", Moment)
@pytest.mark.parametrize("fail", [turn_away, vanish])
async def test_an_answer_that_slack_does_not_take_is_delivered_once_after_the_outage(
    shared: World, fail: Callable[[LocalSlack], None], moment: Moment
) -> None:
    slack, (bot,) = shared.slack, shared.bots
    said = len(bot.lines)
    async with asked_until(shared, moment, f"lost at {moment}?") as asked:
        fail(slack)
    await bot.wait_for_line(r"\(question by mention\) is (later|delivered) after", since=said)
    slack.faults.clear()
    (answer,) = await asked.answered()
    assert answer.text.startswith(f"About lost at {moment}?")
    assert not slack.violations


@pytest.mark.promise("a-locked-or-full-disk-loses-nothing")
@pytest.mark.parametrize("trouble", TROUBLES)
async def test_what_cannot_be_written_down_is_said_and_taken_when_slack_repeats_it(
    shared: World, trouble: Trouble
) -> None:
    team, slack, (bot,) = shared.team(), shared.slack, shared.bots
    said = len(bot.lines)
    with trouble(shared):
        await slack.slash(team.ann, team.general, "/ask", "into the void?")
        ts = await slack.mention(team.ann, team.general, "and then?")
        event = slack.deliveries[-1]
        (told,) = await shared.whispers(team.ann)
        await bot.wait_for_line("Requests cannot be written down", since=said)
        assert (await bot.get("/readyz"))[0] == 503
        assert not event.acked
    await slack.redeliver(event)
    (answer,) = await shared.answers(team.general, ts)
    await shared.settle(team.ben)
    assert "cannot take questions right now" in told.text
    assert "About and then?" in answer.text
    assert slack.bot_messages(team.general) == [answer]


@pytest.mark.promise("a-locked-or-full-disk-loses-nothing")
@pytest.mark.parametrize("moment", [Moment.ANSWER, Moment.DELIVERY])
@pytest.mark.parametrize("trouble", TROUBLES)
async def test_an_answer_whose_state_cannot_be_kept_arrives_once_when_it_can(
    shared: World, trouble: Trouble, moment: Moment
) -> None:
    (bot,) = shared.bots
    said = len(bot.lines)
    with ExitStack() as during:
        async with asked_until(shared, moment, f"kept at {moment}?") as asked:
            during.enter_context(trouble(shared))
        await bot.wait_for_line("waits for the state database", since=said)
    (answer,) = await asked.answered()
    assert answer.text.startswith(f"About kept at {moment}?")
