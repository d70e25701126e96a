"""Two runs: many acts on one bot, and bots that are killed again and again."""

from __future__ import annotations

import asyncio

from tests.endurance.stage import Stage
from tests.scenarios.process import BotProcess

LIFE_SECONDS = 4.0  # at most, of a bot that is killed, from when it is ready
PAUSE_SECONDS = 0.1
MANY = 10_000
UNHEARD = 2  # acts while no bot runs
CALM = frozenset({"disconnect"})


async def endure(on: Stage, *, events: int, first: int) -> tuple[float, float]:
    """So many acts on one bot; its memory in MB after the `first` of them and after all, with everything answered."""
    bot = await on.launch()
    await on.act(first)
    await on.settle()
    early = bot.memory_mb
    await on.act(events - first)
    await on.settle()
    return early, bot.memory_mb


async def crash(on: Stage, *, kills: int, longest_seconds: float = LIFE_SECONDS) -> None:
    """Bots killed at random moments under load, but for the last, which finds what is left."""
    for _ in range(kills):
        bot = await on.launch()
        await _under_load(on, bot, seconds=on.chance.uniform(0.1, longest_seconds))
        await on.act(UNHEARD, without=CALM, patient=False)
    await on.launch()
    await on.repeat()
    await on.settle()


async def _under_load(on: Stage, bot: BotProcess, *, seconds: float) -> None:
    """People act, until in the middle of it the bot dies."""
    acting = asyncio.create_task(
        on.act(MANY, meanwhile=lambda: bot.running, without=CALM, pause_seconds=PAUSE_SECONDS)
    )
    await asyncio.sleep(seconds)
    await bot.kill()
    await acting
