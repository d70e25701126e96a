"""One way to open a SQLite file: a driver that can do what is needed, a thread of its own, safe settings.

Many Pythons come with a `sqlite3` that cannot load extensions, so the vectors' extension needs another driver there.
Errors and rows of one driver are foreign to the other: everything here takes them from the driver that was chosen.
"""

from __future__ import annotations

import importlib
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import sqlite_vec

from knowledge.errors import DriverMissing, IndexBusy, IndexUnavailable
from knowledge.store.failures import explain
from knowledge.store.own_thread import OwnThread, Work

T = TypeVar("T")

DRIVERS = ("sqlite3", "pysqlite3")
_WAL_BYTES_KEPT = 64 * 2**20
_SWITCH_PAUSE_SECONDS = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver:
    """A DB-API module for SQLite, and the classes that belong to it."""

    connect: Callable[..., sqlite3.Connection]
    error: type[sqlite3.Error]
    row: type[sqlite3.Row]
    loads_extensions: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How to open one file. `prepare` runs on the new connection, in its thread."""

    path: Path
    driver: Driver
    vectors: bool = False
    read_only: bool = False
    untouched: bool = False  # a reader that leaves what waits in the write-ahead log there
    busy_timeout_seconds: float = 5.0
    prepare: Callable[[sqlite3.Connection], None] | None = None

    def reading(self) -> Opening:
        """The same file, never written through."""
        return replace(self, read_only=True)


def choose_driver(*, vectors: bool, names: Sequence[str] = DRIVERS) -> Driver:
    """Return the first driver that is installed and, where vectors are needed, can load their extension.

    Raises DriverMissing, saying what to install.
    """
    for name in names:
        driver = _driver(name)
        if driver is not None and (driver.loads_extensions or not vectors):
            return driver
    raise DriverMissing(
        "This Python's sqlite3 module cannot load extensions, and the vector index is one.",
        hint="On Linux x86-64 run `pip install pysqlite3`; elsewhere use a Python built with "
        "`--enable-loadable-sqlite-extensions`, such as Homebrew's, conda's or uv's (`uv python install`).",
    )


def _driver(name: str) -> Driver | None:
    try:
        module: Any = importlib.import_module(name)
    except ImportError:
        return None
    return Driver(
        connect=module.connect,
        error=module.Error,
        row=module.Row,
        loads_extensions=hasattr(module.Connection, "enable_load_extension"),
    )


class Session(OwnThread):
    """No driver error leaves it: each becomes a child of IndexUnavailable that names the file."""

    def __init__(self, opening: Opening) -> None:
        super().__init__(partial(_connect, opening), iter_chunk_size=64)
        self._opening = opening
        # A command that ends in an error must not wait for ever for a thread that it forgot to close.
        self._thread.daemon = True

    async def start(self) -> Session:
        """Open the file. Raises IndexUnavailable."""
        try:
            await self
        except self._opening.driver.error as error:
            raise explain(error, self._opening.path) from error
        return self

    async def run(self, work: Work[T]) -> T:
        """Run the work in the connection's thread and return its result. Raises IndexUnavailable."""
        if self._connection is None:
            raise IndexUnavailable(
                "The database {database} is closed.", hint="Open it again.", database=self._opening.path
            )
        try:
            return await super().run(work)
        except self._opening.driver.error as error:
            raise explain(error, self._opening.path) from error

    async def finish(self) -> None:
        """Let the running work end, then close; a file that is broken closes too."""
        try:
            await self.close()
        except self._opening.driver.error as error:
            raise explain(error, self._opening.path) from error


def _connect(opening: Opening) -> sqlite3.Connection:
    connection = opening.driver.connect(
        f"{opening.path.absolute().as_uri()}?{_access(opening)}",
        uri=True,
        timeout=opening.busy_timeout_seconds,
        isolation_level=None,  # transactions are begun and ended in the open
        cached_statements=256,
    )
    try:
        connection.row_factory = opening.driver.row
        _settle(connection, opening)
    except BaseException:
        connection.close()
        raise
    return connection


def _access(opening: Opening) -> str:
    log = opening.path.with_name(f"{opening.path.name}-wal")
    if opening.untouched and log.exists() and log.stat().st_size:
        return "mode=ro&readonly_shm=1"
    # It never creates: whoever may create the file has done it with the right permissions before. Without a log there
    # is nothing that closing could move into the file, and the empty one that reading makes is taken away again.
    return "mode=rw"


def _settle(connection: sqlite3.Connection, opening: Opening) -> None:
    if opening.vectors:
        connection.enable_load_extension(True)
        sqlite_vec.load(connection)
        connection.enable_load_extension(False)
    if not opening.read_only:
        _switch_to_wal(connection, opening)
    # In WAL a power cut may lose the last commits, never the database; what was lost is indexed again.
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA journal_size_limit = {_WAL_BYTES_KEPT}")
    if opening.prepare is not None:
        opening.prepare(connection)
    if opening.read_only:
        connection.execute("PRAGMA query_only = ON")


def _switch_to_wal(connection: sqlite3.Connection, opening: Opening) -> None:
    """Wait for others that switch at the same moment: of them SQLite's own busy timeout knows nothing."""
    deadline = time.monotonic() + opening.busy_timeout_seconds
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except opening.driver.error as error:
            if not isinstance(explain(error, opening.path), IndexBusy) or time.monotonic() > deadline:
                raise
            time.sleep(_SWITCH_PAUSE_SECONDS)
