"""The index that the settings name: a SQLite file, or a PostgreSQL database."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import SecretStr

from config.addresses import without_password
from config.settings import Settings
from knowledge.errors import DriverMissing
from knowledge.ports import Store
from knowledge.store import SqliteStore
from knowledge.text import readings


async def open_store(settings: Settings, *, write: bool = False, untouched: bool = False) -> Store:
    """Open the index. `write`: create it where it is missing; `untouched`: leave every byte of a file as it is.

    Raises IndexUnavailable, DriverMissing.
    """
    index = settings.index
    if isinstance(index.database, SecretStr):
        return await open_server(
            index.database,
            connections=index.connections,
            statement_timeout_seconds=index.statement_timeout_seconds,
            read_only=not write,
            vector_memory_bytes=index.vector_memory_mb * 2**20,
            exact_vectors=index.exact_vectors,
        )
    return await SqliteStore.open(
        index.database,
        readings=readings,
        read_only=not write,
        untouched=untouched,
        vector_memory_bytes=index.vector_memory_mb * 2**20,
        exact_vectors=index.exact_vectors,
    )


async def open_place(database: Path | SecretStr, *, write: bool) -> Store:
    """Open the index of a file or address that no settings speak of. Raises as `open_store`."""
    if isinstance(database, SecretStr):
        return await open_server(database, connections=1, read_only=not write, vector_memory_bytes=0)
    return await SqliteStore.open(database, readings=readings, read_only=not write, vector_memory_bytes=0)


async def open_server(address: SecretStr, **options: Any) -> Store:  # noqa: ANN401 - those of PostgresStore.open
    """Open the index of a PostgreSQL database."""
    store: Store = await postgres().PostgresStore.open(address.get_secret_value(), readings=readings, **options)
    return store


def postgres() -> ModuleType:
    """The adapter of PostgreSQL, loaded only where the settings name it. Raises DriverMissing."""
    try:
        return importlib.import_module("knowledge.store.postgres")
    except ImportError as error:
        raise DriverMissing(
            "An index in PostgreSQL needs packages that are not installed.",
            hint="Run `pip install 'footnote-bot[postgres]'`, or in a checkout `pip install -e '.[postgres]'`.",
        ) from error


def index_place(settings: Settings) -> str:
    """Where the index is, without a password."""
    return shown_place(settings.index.database)


def shown_place(database: Path | SecretStr) -> str:
    """A file or an address as people are told of it, without a password."""
    return without_password(database.get_secret_value()) if isinstance(database, SecretStr) else str(database)
