"""Traces in a SQLite file of their own."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from knowledge.errors import IndexUnavailable, TracesUnavailable
from knowledge.store.database import Database
from knowledge.store.own_thread import Work
from knowledge.traces.schema import MIGRATIONS
from knowledge.traces.shapes import Json, Privacy, instant, trace_json
from knowledge.traces.values import Trace

Parameters = Sequence[Any] | Mapping[str, Any]
# An answer never waits for this, but the end of a command does.
BUSY_SECONDS = 1.0
# A request that is worked on again after a crash is the same request: its last trace is the one of what was sent.
_LATEST = """
    SELECT payload FROM traces WHERE :only IS NULL OR id IN (SELECT value FROM json_each(:only))
    ORDER BY started DESC, id LIMIT :limit
"""
_KEEP = """
    INSERT INTO traces (id, started, payload) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET started = excluded.started, payload = excluded.payload
"""


_FORGET_PEOPLE = """
    DELETE FROM traces WHERE json_extract(payload, '$.person') IN (SELECT value FROM json_each(?))
"""


class SqliteTraces:
    """Every method raises TracesUnavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    async def open(cls, path: Path, *, read_only: bool = False) -> SqliteTraces:
        """Open the file, after creating it for its owner alone; a reader creates nothing."""
        with _explained(path):
            return cls(
                await Database.open(
                    path,
                    migrations=MIGRATIONS,
                    readers=1,
                    read_only=read_only,
                    busy_timeout_seconds=BUSY_SECONDS,
                    prepare=partial(_prepare, path),
                )
            )

    async def keep(self, traces: Sequence[Trace], privacy: Privacy) -> None:
        """Write all of them in one transaction; one that is there already is replaced."""
        await self._write(partial(_keep, traces, privacy))

    async def forget(self, before: datetime) -> None:
        """Delete traces that began before that."""
        await self._write(partial(_forget, instant(before)))

    async def forget_people(self, people: Sequence[str]) -> int:
        """Delete the traces of these people, as `Origin.person` names them; how many there were."""
        with _explained(self._database.path):
            return await self._database.write(partial(_forget_people, json.dumps(list(people))))

    async def get(self, trace_id: str) -> Json | None:
        """The trace with that id, as `shapes.trace_json` makes it; None where there is none."""
        rows = await self._read("SELECT payload FROM traces WHERE id = ?", (trace_id,))
        return rows[0] if rows else None

    async def latest(self, limit: int, *, only: Sequence[str] | None = None) -> list[Json]:
        """At most so many traces, the latest first; with `only` those among these ids."""
        chosen = None if only is None else json.dumps(list(only))
        return await self._read(_LATEST, {"only": chosen, "limit": limit})

    async def close(self) -> None:
        """Close the file."""
        with _explained(self._database.path):
            await self._database.close()

    async def _read(self, sql: str, parameters: Parameters) -> list[Json]:
        with _explained(self._database.path):
            return await self._database.read(partial(_payloads, sql, parameters))

    async def _write(self, work: Work[None]) -> None:
        with _explained(self._database.path):
            await self._database.write(work)


@asynccontextmanager
async def reading(path: Path) -> AsyncIterator[SqliteTraces]:
    """The traces that were written there. Raises TracesUnavailable."""
    traces = await SqliteTraces.open(path, read_only=True)
    try:
        yield traces
    finally:
        await traces.close()


def _keep(traces: Sequence[Trace], privacy: Privacy, connection: sqlite3.Connection) -> None:
    for trace in traces:
        payload = json.dumps(trace_json(trace, privacy), ensure_ascii=False)
        connection.execute(_KEEP, (trace.id, instant(trace.started), payload))


def _forget(before: str, connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM traces WHERE started < ?", (before,))


def _forget_people(people: str, connection: sqlite3.Connection) -> int:
    return connection.execute(_FORGET_PEOPLE, (people,)).rowcount


def _payloads(sql: str, parameters: Parameters, connection: sqlite3.Connection) -> list[Json]:
    return [json.loads(row[0]) for row in connection.execute(sql, parameters)]


def _prepare(path: Path, connection: sqlite3.Connection) -> None:
    """Overwrite what is deleted; refuse an index, which keeps its migrations in the same way."""
    connection.execute("PRAGMA secure_delete = ON")
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables and "traces" not in tables:
        raise TracesUnavailable(
            f"{path} holds something else than traces.", hint="Name another file as `database` under [traces]."
        )


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """The index's words for a broken file would tell people to index again."""
    try:
        yield
    except IndexUnavailable as error:
        raise TracesUnavailable(
            f"The trace database {path} cannot be used.",
            hint="Check that its folder exists and may be written, has space, and that nobody keeps the file locked.",
        ) from error
