"""Three bots over one server of PostgreSQL: two are killed, the server goes away for a while, and people go on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path

from config.loading import load_settings
from config.settings import Settings
from tests.bench.notes import index, settings_over
from tests.bench.options import sample_notes
from tests.endurance.model import moody_model
from tests.endurance.runs import CALM, UNHEARD
from tests.endurance.stage import CHAT_SECONDS, Stage
from tests.postgres import PostgresServer
from tests.scenarios.office import free_port
from tests.scenarios.process import BotProcess
from tests.scenarios.world import World

REPLICAS, KILLED = 3, 2
AWAY_SECONDS = 10.0
PAUSE_SECONDS = 0.1  # between acts while the server is away


async def replicate(
    on: Stage, server: PostgresServer, *, events: int, away_seconds: float = AWAY_SECONDS, life_seconds: float = 4.0
) -> None:
    """So many acts: a share in peace, one over each death, the rest after an outage in which people go on asking."""
    bots = list(await asyncio.gather(*(on.launch() for _ in range(REPLICAS))))
    await on.world.slack.wait_for_connections(REPLICAS)
    share = events // (KILLED + 2)
    await on.act(share)
    for _ in range(KILLED):
        await _while_acting(on, share, _die(on, bots, life_seconds))
    await _away(on, server, away_seconds)
    await on.act(events - share * (KILLED + 1))
    await on.repeat()
    await on.settle()


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
async def replicas(folder: Path, server: PostgresServer, *, seed: int) -> AsyncIterator[Stage]:
    """`footnote serve`, as often as it is launched, over one database that holds index and state.

    Digests go to a channel of their own, one each minute.
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
            "OPENAI_API_KEY": "none",
        }

        async def launch() -> BotProcess:
            port = {"FOOTNOTE_SLACK__HTTP_PORT": str(free_port())}
            return await world.serve(Path(str(settings.source)), environment=environment | port)

        on = Stage.over(world, launch, state=url, mode="socket", seed=seed)
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
