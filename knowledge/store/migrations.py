"""Numbered steps from an empty file to today's schema, each with its record in one transaction."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from knowledge.errors import IndexMissing, IndexTooNew, IndexUnavailable
from knowledge.store.files import create_for_owner

_RECORDS = """
CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    applied_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One step. Numbers count up from 1 without a gap, and a step that was published never changes."""

    number: int
    name: str
    statements: tuple[str, ...]


def migrate(connection: sqlite3.Connection, *, path: Path, migrations: Sequence[Migration]) -> None:
    """Apply what is lacking; a file that holds data already is copied first, to `NAME.before-NNN`.

    Raises IndexTooNew, and IndexUnavailable for a database of another program.
    """
    version = schema_version(connection, path)
    _refuse_newer(version, path, migrations)
    lacking = [migration for migration in migrations if migration.number > version]
    if version and lacking:
        _keep_copy(connection, path, before=lacking[0])
    for migration in lacking:
        _apply(connection, migration)


def check_schema(connection: sqlite3.Connection, *, path: Path, migrations: Sequence[Migration]) -> None:
    """Raise IndexMissing, IndexTooNew or IndexUnavailable where the schema is not today's; change nothing."""
    version = schema_version(connection, path)
    _refuse_newer(version, path, migrations)
    if not version:
        raise IndexMissing(
            "Nothing has been indexed in {database} yet.", hint="Run `footnote index` first.", database=path
        )
    if version < migrations[-1].number:
        raise IndexUnavailable(
            "The database {database} was written by an older version of Footnote.",
            hint="Run `footnote index` to bring it up to date.",
            database=path,
        )


def schema_version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the number of the last migration applied, 0 for an empty file."""
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return 0
    if "migrations" not in tables:
        raise IndexUnavailable(
            "{path} is a database of another program.", hint="Name another file in the configuration.", path=path
        )
    return int(connection.execute("SELECT coalesce(max(number), 0) FROM migrations").fetchone()[0])


def _refuse_newer(version: int, path: Path, migrations: Sequence[Migration]) -> None:
    known = migrations[-1].number
    if version > known:
        raise IndexTooNew(
            "The database {database} has schema {version}, from a newer Footnote; this one knows {known}.",
            hint="Update Footnote, or name another database file.",
            database=path,
            version=version,
            known=known,
        )


def _keep_copy(connection: sqlite3.Connection, path: Path, *, before: Migration) -> None:
    """Copy the file as it is; of several processes that do so at once the last one's whole copy stays."""
    copy = path.with_name(f"{path.name}.before-{before.number:03d}")
    own = copy.with_name(f"{copy.name}.{secrets.token_hex(4)}")
    create_for_owner(own)
    try:
        connection.execute("VACUUM INTO ?", (str(own),))
        own.replace(copy)
    finally:
        own.unlink(missing_ok=True)


def _apply(connection: sqlite3.Connection, migration: Migration) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(_RECORDS)
        # Another process may have been faster between our look and our lock.
        if not connection.execute("SELECT 1 FROM migrations WHERE number = ?", (migration.number,)).fetchone():
            for statement in migration.statements:
                connection.execute(statement)
            connection.execute(
                "INSERT INTO migrations (number, name) VALUES (?, ?)", (migration.number, migration.name)
            )
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
