"""Three bots over one server of PostgreSQL: restarted in turn, killed, the server away, and people go on asking."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from config.loading import load_settings
from config.settings import Settings
from tests.bench.notes import index, settings_over
from tests.bench.options import sample_notes
from tests.endurance.balancer import LOOK_SECONDS, Balancer
from tests.endurance.model import moody_model
from tests.endurance.runs import CALM, MANY, UNHEARD
from tests.endurance.stage import CHAT_SECONDS, Launch, Stage
from tests.postgres import PostgresServer
from tests.scenarios.office import free_port
from tests.scenarios.process import BotProcess
from tests.scenarios.world import World
from tests.slack import LocalSlack
from tests.slack.delivery import Delivery

REPLICAS, KILLED = 3, 2
AWAY_SECONDS = 10.0
PAUSE_SECONDS = 0.1  # between acts while bots are restarted, or the server is away


async def replicate(
    on: Stage,
    server: PostgresServer,
    *,
    events: int,
    away_seconds: float = AWAY_SECONDS,
    life_seconds: float = 4.0,
    restarted: int = REPLICAS,
) -> Sequence[Delivery]:
    """So many acts: a share in peace, one over each death, the rest after an outage in which people go on asking.

    After the peace, and beside these acts, so many bots are restarted in turn; returns what Slack sent meanwhile.
    """
    bots = list(await asyncio.gather(*(on.launch() for _ in range(REPLICAS))))
    share = events // (KILLED + 2)
    await on.act(share)
    restarting = await _restart(on, bots, restarted)
    for _ in range(KILLED):
        await _while_acting(on, share, _die(on, bots, life_seconds))
    await _away(on, server, away_seconds)
    await on.act(events - share * (KILLED + 1))
    await on.repeat()
    await on.settle()
    return restarting


async def _restart(on: Stage, bots: list[BotProcess], count: int) -> Sequence[Delivery]:
    """One after the other is told to end, and comes again, while people ask."""
    before, again = len(on.world.slack.deliveries), asyncio.create_task(_end_and_launch(on, bots, count))
    await on.act(MANY, meanwhile=lambda: not again.done(), without=CALM, pause_seconds=PAUSE_SECONDS)
    await again
    return on.world.slack.deliveries[before:]


async def _end_and_launch(on: Stage, bots: list[BotProcess], count: int) -> None:
    for _ in range(count):
        bot = bots.pop(0)
        bot.terminate()
        if code := await bot.end():
            raise RuntimeError("\n".join([f"It ended with exit code {code}.", *bot.lines]))
        bots.append(await on.launch())


async def _die(on: Stage, bots: list[BotProcess], life_seconds: float) -> None:
    """One of them is killed at a random moment, and comes again."""
    await asyncio.sleep(on.chance.uniform(0.1, life_seconds))
    await bots.pop(on.chance.randrange(len(bots))).kill()
    await on.act(UNHEARD, without=CALM, patient=False)
    bots.append(await on.launch())


async def _while_acting(on: Stage, count: int, event: Awaitable[None]) -> None:
    acting = asyncio.create_task(on.act(count, without=CALM))
    await event
    await acting


async def _away(on: Stage, server: PostgresServer, seconds: float) -> None:
    """The server is stopped while much is under way; nobody looks whether bots keep up."""
    acting = asyncio.create_task(
        on.act(int(seconds / PAUSE_SECONDS), without=CALM, patient=False, pause_seconds=PAUSE_SECONDS)
    )
    await asyncio.to_thread(server.stop)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(server.start)
    await acting


@asynccontextmanager
async def reached(
    slack: LocalSlack, launch: Launch, *, mode: str, look_seconds: float = LOOK_SECONDS
) -> AsyncIterator[Launch]:
    """Launches bots that Slack reaches: over a socket of each, or through a balancer before all."""
    if mode == "socket":

        async def connected() -> BotProcess:
            bot = await launch()
            await bot.wait_for_line("Connected to Slack")
            return bot

        yield connected
        return
    async with Balancer.open(look_seconds=look_seconds) as balancer:
        await slack.use_http(f"{balancer.url}/slack/events")

        async def balanced() -> BotProcess:
            bot = await launch()
            await balancer.add(f"http://127.0.0.1:{await bot.port()}")
            return bot

        yield balanced


@asynccontextmanager
async def replicas(folder: Path, server: PostgresServer, *, mode: str, seed: int) -> AsyncIterator[Stage]:
    """`footnote serve`, as often as it is launched, over one database that holds index and state.

    Over HTTP a balancer stands before them. Digests go to a channel of their own, one each minute.
    """
    url = server.new_database()
    settings = _on_server(folder, url)
    await index(settings)
    async with moody_model(seed) as model, World.open(folder) as world:
        news = world.slack.add_channel("news")
        environment = {
            "FOOTNOTE_CHAT__MODEL": "openai/test",
            "FOOTNOTE_CHAT__API_BASE": model.url,
            "FOOTNOTE_CHAT__TIMEOUT_SECONDS": str(CHAT_SECONDS),
            "FOOTNOTE_DIGEST__CHANNEL": news,
            "FOOTNOTE_DIGEST__SCHEDULE": "* * * * *",
            "FOOTNOTE_DIGEST__POST_EMPTY": "true",
            "FOOTNOTE_SLACK__MODE": mode,
            "OPENAI_API_KEY": "none",
        }

        async def launch() -> BotProcess:
            port = {"FOOTNOTE_SLACK__HTTP_PORT": str(free_port())}
            return await world.serve(Path(str(settings.source)), ready=False, environment=environment | port)

        async with reached(world.slack, launch, mode=mode) as launch_reached:
            on = Stage.over(world, launch_reached, state=url, mode=mode, seed=seed)
            on.book.news = news
            yield on


def _on_server(folder: Path, url: str) -> Settings:
    """Settings over the sample notes whose index and state are in that database."""
    config = Path(str(settings_over(sample_notes(), folder).source))
    text = config.read_text(encoding="utf-8")
    for file in ("index.db", "state.db"):
        text = text.replace(f'"{file}"', f'"{url}"')
    config.write_text(text, encoding="utf-8")
    return load_settings(config=config, environ={})
