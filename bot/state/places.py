"""Where a state is kept: the path of a file, or the address of a PostgreSQL database."""

from __future__ import annotations

import asyncio
import importlib
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pydantic import SecretStr

from bot.errors import StateUnavailable
from bot.state.engine import Engine
from bot.state.sqlite import SqliteEngine

Place: TypeAlias = Path | SecretStr

if TYPE_CHECKING:
    from bot.state.postgres import PostgresEngine


async def open_engine(place: Place, *, connections: int, statement_timeout_seconds: float) -> Engine:
    """Open or create the state there. Raises StateUnavailable, StateTooNew."""
    if isinstance(place, SecretStr):
        url = place.get_secret_value()
        return await _server().open(url, connections=connections, statement_timeout_seconds=statement_timeout_seconds)
    return await SqliteEngine.open(place)


async def is_kept(place: Place) -> bool:
    """Whether a bot has written there before. Raises StateUnavailable."""
    if isinstance(place, SecretStr):
        return await _server().exists(place.get_secret_value())
    return await asyncio.to_thread(place.exists)


def _server() -> type[PostgresEngine]:
    """Loaded only where the settings name a server."""
    try:
        engine: type[PostgresEngine] = importlib.import_module("bot.state.postgres").PostgresEngine
    except ImportError as error:
        raise StateUnavailable(
            "A state in PostgreSQL needs packages that are not installed.",
            hint="Run `pip install 'footnote-bot[postgres]'`, or in a checkout `pip install -e '.[postgres]'`.",
        ) from error
    return engine
