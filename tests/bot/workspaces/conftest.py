from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.workspaces.installations import Installations
from tests.bot.workspaces.values import installations_in
from tests.slack.several import Slacks


@pytest.fixture
async def slacks() -> AsyncIterator[Slacks]:
    async with Slacks("T1", "T2") as running:
        yield running


@pytest.fixture
async def installations(tmp_path: Path) -> AsyncIterator[Installations]:
    async with installations_in(tmp_path) as opened:
        yield opened
