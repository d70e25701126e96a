"""Many people, much trouble and sudden deaths at once, in small; `scripts/bench endurance kills` does it in large."""

from functools import partial

import pytest

from tests.endurance.book import Verdict
from tests.endurance.runs import crash, endure
from tests.endurance.stage import Stage
from tests.scenarios.office import free_port
from tests.scenarios.world import World

pytestmark = pytest.mark.asyncio(loop_scope="session")


def staged(world: World, mode: str) -> Stage:
    """Bots that answer at once, and take over after a second."""
    launch = partial(world.start_bot, mode=mode, port=free_port())
    return Stage.over(world, launch, state=world.state, mode=mode, seed=11)


def faults(verdict: Verdict) -> list[str]:
    """Everything but private replies that came twice because nobody knew whether the first had arrived."""
    return [
        *verdict.lost, *verdict.unwritten, *verdict.doubled, *verdict.stray, *verdict.uncounted, *verdict.statuses
    ]  # fmt: skip


@pytest.mark.parametrize("mode", ["socket", "http"])
@pytest.mark.promise("every-request-has-one-outcome")
async def test_of_many_mixed_events_with_trouble_each_request_has_one_outcome(fresh: World, mode: str) -> None:
    stage = staged(fresh, mode)
    await endure(stage, events=80, first=40)
    verdict = stage.book.judge()
    assert not faults(verdict)
    assert verdict.once >= 40
    assert not fresh.slack.violations


@pytest.mark.parametrize("mode", ["socket", "http"])
@pytest.mark.promise("every-request-has-one-outcome")
async def test_bots_that_are_killed_under_load_leave_nobody_without_an_outcome(fresh: World, mode: str) -> None:
    stage = staged(fresh, mode)
    await crash(stage, kills=3, longest_seconds=1.0)
    verdict = stage.book.judge()
    assert not faults(verdict)
    assert verdict.once >= 10
    assert not fresh.slack.violations
