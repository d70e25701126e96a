"""A database for each test, and an index in it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from knowledge.store.postgres import PostgresStore
from tests.knowledge.store.builders import readings
from tests.postgres import PostgresServer


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new_database()


@pytest.fixture
async def store(url: str) -> AsyncIterator[PostgresStore]:
    opened = await PostgresStore.open(url, readings=readings)
    yield opened
    await opened.close()
