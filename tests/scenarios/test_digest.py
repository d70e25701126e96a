"""Digests to a running bot: each slot once, whatever dies or is set wrong, and buttons that outlive it."""

import random
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from tests.scenarios.digests import PAIR, set_clock
from tests.scenarios.process import BotProcess
from tests.scenarios.world import Team, World, control
from tests.slack.state import Message

pytestmark = pytest.mark.asyncio(loop_scope="session")

SLOTS = 30
KILLED_AT = frozenset({2, 5, 9, 10, 14, 17, 20, 23, 26, 29})
START = datetime(2026, 3, 14, 0, 0, tzinfo=UTC)  # the clocks in Berlin go forward on 29 March, at 02:30's expense


def digest(clock: Path, channel: str) -> Mapping[str, str]:
    return {"schedule": "30 2 * * *", "timezone": "Europe/Berlin", "channel": channel, "clock": str(clock)}


def headlines(world: World, channel: str) -> list[Message]:
    return [message for message in world.slack.bot_messages(channel) if "uplicate notes" in message.text]


async def posted(world: World, channel: str, count: int) -> list[Message]:
    return await world.slack.wait_for(
        lambda: found if len(found := headlines(world, channel)) >= count else [], timeout_seconds=30
    )


async def one_digest(fresh: World, tmp_path: Path) -> tuple[Team, BotProcess, Message]:
    """A running bot that has just posted a digest of one pair."""
    team, clock = fresh.team(), tmp_path / "clock"
    set_clock(clock, START)
    bot = await fresh.start_bot(digest=digest(clock, team.general))
    await bot.wait_for_line("Digests go to")
    set_clock(clock, START + timedelta(hours=2))
    (message,) = await posted(fresh, team.general, 1)
    await bot.wait_for_line("The digest of .* is done")
    return team, bot, message


async def killed_before_it_is_posted(world: World, bots: Sequence[BotProcess], now: Callable[[], None]) -> None:
    now()
    await bots[0].kill()


async def killed_while_it_is_posted(world: World, bots: Sequence[BotProcess], now: Callable[[], None]) -> None:
    """Slack takes the message, and nobody is left to hear so."""
    gate = world.slack.faults.hold("chat.postMessage")
    now()
    await world.slack.wait_for(lambda: gate.arrived, timeout_seconds=30)
    for bot in bots:
        await bot.kill()
    gate.open()


async def killed_after_it_was_posted(world: World, bots: Sequence[BotProcess], now: Callable[[], None]) -> None:
    """Slack's answer is lost, and so is who could ask again."""
    world.slack.faults.drop("chat.postMessage", after=True)
    before = world.slack.calls("chat.postMessage")
    now()
    await world.slack.wait_for(lambda: len(world.slack.calls("chat.postMessage")) > len(before), timeout_seconds=30)
    for bot in bots:
        await bot.kill()


@pytest.mark.promise("a-digest-slot-is-posted-once")
async def test_thirty_slots_two_bots_kills_and_a_changed_clock_make_thirty_digests(
    fresh: World, tmp_path: Path
) -> None:
    team, chance, clock = fresh.team(), random.Random(29), tmp_path / "clock"
    set_clock(clock, START)
    wanted = digest(clock, team.general)

    async def start() -> BotProcess:
        bot = await fresh.start_bot(digest=wanted)
        await bot.wait_for_line("Digests go to")
        return bot

    bots = [await start(), await start()]
    for day in range(SLOTS):
        now = partial(set_clock, clock, START + timedelta(days=day, hours=2))
        if day in KILLED_AT:
            kill = chance.choice([killed_before_it_is_posted, killed_while_it_is_posted, killed_after_it_was_posted])
            await kill(fresh, bots, now)
            bots = [bot if bot.running else await start() for bot in bots]
        now()
        await posted(fresh, team.general, day + 1)
    await fresh.settle(team.ben)
    assert len(headlines(fresh, team.general)) == SLOTS
    assert not fresh.slack.violations


@pytest.mark.promise("a-missed-digest-is-posted-late-once-or-left-out")
async def test_what_was_missed_while_no_bot_ran_is_posted_late_once(fresh: World, tmp_path: Path) -> None:
    team, bot, _ = await one_digest(fresh, tmp_path)
    await bot.kill()
    set_clock(tmp_path / "clock", START + timedelta(days=5))
    await fresh.start_bot(digest=digest(tmp_path / "clock", team.general))
    *_, late = await posted(fresh, team.general, 2)
    await fresh.settle(team.ben)
    assert "This is the digest of 2026-03-18, 02:30" in str(late.blocks)
    assert len(headlines(fresh, team.general)) == 2


@pytest.mark.promise("a-dismissed-pair-returns-when-its-notes-change")
async def test_a_pair_dismissed_after_a_restart_is_in_no_later_digest(fresh: World, tmp_path: Path) -> None:
    team, bot, message = await one_digest(fresh, tmp_path)
    await bot.kill()
    await fresh.start_bot(digest=digest(tmp_path / "clock", team.general))
    await fresh.slack.press(message, control(message, "duplicate_dismiss"), team.ann)
    (told,) = await fresh.whispers(team.ann)
    assert "comes back when one of the two notes changes" in told.text
    set_clock(tmp_path / "clock", START + timedelta(days=1, hours=2))
    _, second = await posted(fresh, team.general, 2)
    assert "handbook/leave.md" not in str(second.blocks)


@pytest.mark.promise("a-pair-can-be-compared-where-it-may-be-seen")
async def test_compare_opens_both_notes_side_by_side(fresh: World, tmp_path: Path) -> None:
    team, _, message = await one_digest(fresh, tmp_path)
    await fresh.slack.press(message, control(message, "duplicate_compare"), team.ann)
    view = await fresh.slack.wait_for(lambda: fresh.slack.views(team.ann))
    assert "You get 28 days of vacation a year." in str(view)
    assert "You get 25 days of vacation a year." in str(view)
    assert not fresh.slack.violations


async def test_a_button_of_a_pair_that_nobody_remembers_says_so_kindly(fresh: World, tmp_path: Path) -> None:
    team, bot, message = await one_digest(fresh, tmp_path)
    await fresh.slack.press(message, control(message, "duplicate_snooze"), team.ann)
    await fresh.whispers(team.ann)
    said = len(bot.lines)
    set_clock(tmp_path / "clock", START + timedelta(days=1, hours=2))
    await posted(fresh, team.general, 2)
    await bot.wait_for_line("The digest of .* is done", since=said)
    await fresh.slack.press(message, control(message, "duplicate_compare"), team.ben)
    (told,) = await fresh.whispers(team.ben)
    assert "The next digest is up to date." in told.text
    assert PAIR not in told.text
