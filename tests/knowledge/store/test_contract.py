"""The SQLite store keeps the contract of stores."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from knowledge.ports import Store
from knowledge.store import SqliteStore
from tests.knowledge.store.builders import readings
from tests.knowledge.store.contract import StoreContract


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await SqliteStore.open(tmp_path / "index.db", readings=readings)
    yield opened
    await opened.close()


class TestSqliteStore(StoreContract):
    """Nothing of its own."""
