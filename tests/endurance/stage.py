"""Where it all happens: a workspace, its people and their troubles, and bots that are told of them."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.bench.notes import COLLECTION, index, settings_over
from tests.bench.options import sample_notes
from tests.endurance.acts import People
from tests.endurance.book import Book
from tests.endurance.model import moody_model
from tests.endurance.troubles import Troubles
from tests.scenarios.office import free_port
from tests.scenarios.process import BotProcess
from tests.scenarios.world import World

# How often each act comes, of a thousand.
MIX: Mapping[str, int] = {
    "mention": 190, "ask": 130, "search": 110, "follow-up": 100, "direct message": 70, "button": 100, "modal": 15,
    "shortcut": 15, "mention without words": 8, "edit that adds a mention": 15, "chatter": 40, "edit": 20,
    "deletion": 12, "unfurl": 15, "bot": 25, "reaction": 15, "home": 15, "redelivery": 50,
    "429": 20, "500": 12, "lost answer": 10, "slow call": 8, "disconnect": 5,
}  # fmt: skip
AT_ONCE = 80  # requests under way, before people wait with the next
LONGEST_SECONDS = 600.0  # for everything that is under way to end
MANY = 500  # deliveries among which those that are under way are looked for
LOOK_SECONDS = 0.1
CHAT_SECONDS = 8  # the bot's patience with its model


Launch = Callable[[], Awaitable[BotProcess]]


@dataclass(slots=True, kw_only=True)
class Stage:
    """A workspace, its people, and bots on one state file, one after the other."""

    world: World
    launch: Launch  # a bot that Slack reaches, with what it knows indexed
    people: People
    troubles: Troubles
    book: Book
    chance: random.Random
    done: Counter[str] = field(default_factory=Counter)

    @classmethod
    def over(cls, world: World, launch: Launch, *, state: Path | str, mode: str, seed: int) -> Stage:
        """Fifty new people in that world; every choice is drawn by the seed."""
        chance, book = random.Random(seed), Book(slack=world.slack, state=state)
        people, troubles = People(world.slack, book, chance), Troubles(world.slack, chance, mode=mode)
        return cls(world=world, launch=launch, people=people, troubles=troubles, book=book, chance=chance)

    async def act(
        self,
        count: int,
        *,
        meanwhile: Callable[[], bool] = lambda: True,
        without: frozenset[str] = frozenset(),
        pause_seconds: float = 0.0,
        patient: bool = True,
    ) -> None:
        """So many acts, one after the other; `meanwhile` false ends it early. `patient`: not faster than the bot."""
        acts = {**self.people.acts, **self.troubles.acts}
        weights = {name: share for name, share in MIX.items() if name in acts and name not in without}
        for name in self.chance.choices(list(weights), list(weights.values()), k=count):
            await _until(lambda: not patient or self._keeps_up() or not meanwhile())
            if not meanwhile():
                return
            self.done[name] += 1
            await acts[name]()
            await asyncio.sleep(pause_seconds)

    async def settle(self) -> None:
        """Until everything told to the bot was acknowledged or given up, and everything claimed has ended."""
        self.world.slack.faults.clear()
        await _until(lambda: not (self._under_way() or self.book.open_requests()))

    async def repeat(self) -> None:
        """Slack repeats every event that nobody has acknowledged, now and not in minutes."""
        for delivery in list(self.world.slack.deliveries):
            if delivery.kind == "events_api" and not delivery.acked:
                await self.world.slack.redeliver(delivery)

    def _keeps_up(self) -> bool:
        unheard = [one for one in self.world.slack.deliveries[-MANY:] if not one.acked]
        return len(unheard) < AT_ONCE and self.book.open_requests() < AT_ONCE

    def _under_way(self) -> bool:
        slack = self.world.slack
        return any(not one.acked and one not in slack.timed_out for one in slack.deliveries)


@asynccontextmanager
async def stage(folder: Path, *, mode: str, seed: int) -> AsyncIterator[Stage]:
    """`footnote serve` over an index of the sample notes in this folder, with a moody model."""
    settings = settings_over(sample_notes(), folder)
    await index(settings)
    async with moody_model(seed) as model, World.open(folder) as world:
        environment = {
            "FOOTNOTE_CHAT__MODEL": "openai/test",
            "FOOTNOTE_CHAT__API_BASE": model.url,
            "FOOTNOTE_CHAT__TIMEOUT_SECONDS": str(CHAT_SECONDS),
            "FOOTNOTE_SLACK__HTTP_PORT": str(free_port()),
            "FOOTNOTE_SLACK__MODE": mode,
            "OPENAI_API_KEY": "none",
        }
        launch = partial(world.serve, Path(str(settings.source)), COLLECTION, mode=mode, environment=environment)
        yield Stage.over(world, launch, state=settings.conversation.database, mode=mode, seed=seed)


async def _until(condition: Callable[[], bool]) -> None:
    """Until it holds. What it looks at is a file and a list that tell nobody of a change. Raises TimeoutError."""
    async with asyncio.timeout(LONGEST_SECONDS):
        while not condition():  # noqa: ASYNC110 - as the docstring says
            await asyncio.sleep(LOOK_SECONDS)
