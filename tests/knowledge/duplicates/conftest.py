"""An index in a file of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from knowledge.store import SqliteStore
from knowledge.text import readings


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "index.db", readings=readings)
    yield opened
    await opened.close()
