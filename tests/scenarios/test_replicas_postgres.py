"""Three bots over one server: restarts, deaths, an outage, in small; `scripts/bench replicas` does it in large."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.beside import beside
from tests.endurance.replicas import reached, replicate
from tests.endurance.stage import Stage
from tests.postgres import postgres_server
from tests.scenarios.digests import set_clock
from tests.scenarios.process import BotProcess
from tests.scenarios.test_endurance import faults
from tests.scenarios.world import World

pytestmark = pytest.mark.asyncio(loop_scope="session")

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SLOTS = 3


@pytest.mark.parametrize(("mode", "events"), [("socket", 60), ("http", 20)])
@pytest.mark.promise("every-request-has-one-outcome")
@pytest.mark.promise("a-digest-slot-is-posted-once")
@pytest.mark.promise("a-restart-refuses-nothing")
async def test_three_bots_over_one_server_give_each_request_one_outcome(
    fresh: World, tmp_path: Path, mode: str, events: int
) -> None:
    clock, news = tmp_path / "clock", fresh.slack.add_channel("news")
    set_clock(clock, START)
    digest = {"schedule": "0 0 * * *", "timezone": "UTC", "channel": news, "clock": str(clock)}

    watching = asyncio.Event()

    async def launch() -> BotProcess:
        bot = await fresh.start_bot(ready=False, mode=mode, drain_seconds=1.0, state=url, digest=digest)
        await bot.wait_for_line("Digests go to")
        watching.set()
        return bot

    async def days() -> None:
        await watching.wait()
        for day in range(1, SLOTS + 1):
            set_clock(clock, START + timedelta(days=day))
            await posted(day)

    async def posted(count: int) -> None:
        await fresh.slack.wait_for(lambda: len(fresh.slack.bot_messages(news)) >= count, timeout_seconds=60)

    with postgres_server() as server:  # of its own, since it is stopped
        url = server.new_database()
        async with reached(fresh.slack, launch, mode=mode, look_seconds=0.1) as launch_reached:
            on = Stage.over(fresh, launch_reached, state=url, mode=mode, seed=13)
            on.book.news = news
            async with beside(days()):
                restarting = await replicate(
                    on, server, events=events, away_seconds=2.0, life_seconds=1.0, restarted=1
                )
                await posted(SLOTS)
            await on.settle()
        verdict = on.book.judge()
        assert not faults(verdict)
        assert verdict.once >= 30
        assert restarting
        # What Slack hands to a socket while it closes cannot be acknowledged any more.
        assert mode == "socket" or not [one for one in restarting if one in fresh.slack.timed_out]
        assert list(on.book.judge_digests().values()) == [1] * SLOTS
    assert not fresh.slack.violations
