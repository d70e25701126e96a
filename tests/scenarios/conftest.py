"""A workspace, notes that can be held back, and bots as processes.

Starting a process is the slow part. So most scenarios share one bot for each mode (`shared`), each with people and a
channel of its own; those that end a bot, or want it set otherwise, start one in a `fresh` world.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.scenarios.world import World


@pytest_asyncio.fixture(loop_scope="session", scope="session", params=["socket", "http"])
async def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    async with World.open(tmp_path_factory.mktemp(request.param)) as world:
        await world.start_bot(mode=request.param, behaviour={"retry_seconds": 0.5})
        yield world


@pytest_asyncio.fixture(loop_scope="session")
async def fresh(tmp_path: Path) -> AsyncIterator[World]:
    async with World.open(tmp_path) as world:
        yield world
