"""A database of words, and an index, each in a file of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from knowledge.store import SqliteStore
from knowledge.store.database import Database
from knowledge.store.matrix import ExactRows
from tests.knowledge.store.builders import readings
from tests.knowledge.store.words import ONE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "some.db"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(path, migrations=[ONE])
    yield opened
    await opened.close()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "index.db", readings=readings)
    yield opened
    await opened.close()


@pytest.fixture
def only_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """No budget is large enough for whole vectors: they lie in a file."""
    monkeypatch.setattr(ExactRows, "row_bytes", staticmethod(lambda dimension: 2**40))
