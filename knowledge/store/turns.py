"""Whose turn it is to index: a lock beside the index that ends with its holder, even a killed one."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from knowledge.errors import IndexBusy
from knowledge.store.failures import explain
from knowledge.store.files import create_for_owner


@asynccontextmanager
async def hold_turn(index: Path) -> AsyncIterator[None]:
    """Hold the turn for the length of the block. Raises IndexBusy where another indexer has it."""
    lock = await asyncio.to_thread(_take, index)
    try:
        yield
    finally:
        lock.close()


def _take(index: Path) -> sqlite3.Connection:
    # An empty database of its own: SQLite's file locks work on every system and die with their process.
    path = index.with_name(f"{index.name}.lock")
    create_for_owner(path)
    lock = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        explained = explain(error, path)
        if not isinstance(explained, IndexBusy):
            raise explained from error
        raise IndexBusy(
            "Another process is indexing into {database} now.",
            hint="Wait until it has finished, then run it again.",
            database=index,
        ) from error
    return lock
