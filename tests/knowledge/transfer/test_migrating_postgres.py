"""From a file into PostgreSQL, and back."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from knowledge.ports import Store
from knowledge.store.postgres import PostgresStore
from tests.knowledge.store.builders import readings
from tests.knowledge.transfer.test_migrating import MigrationCases, source, target
from tests.postgres import PostgresServer

__all__ = ["source", "target"]  # fixtures of the file's side


@pytest.fixture
async def server_store(postgres: PostgresServer) -> AsyncIterator[Store]:
    opened = await PostgresStore.open(postgres.new_database(), readings=readings)
    yield opened
    await opened.close()


class TestIntoPostgres(MigrationCases):
    @pytest.fixture
    def target(self, server_store: Store) -> Store:
        return server_store


class TestOutOfPostgres(MigrationCases):
    @pytest.fixture
    def source(self, server_store: Store) -> Store:
        return server_store
