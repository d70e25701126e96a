"""Every test of what is kept runs on both engines."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.state.database import StateDatabase
from tests.bot.engines import ENGINES, place_for


@pytest.fixture(params=ENGINES)
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[StateDatabase]:
    database = await StateDatabase.open(place_for(request, tmp_path))
    yield database
    await database.close()
