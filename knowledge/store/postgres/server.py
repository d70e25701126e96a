"""Whether a server can hold an index: its version, its encoding, and pgvector."""

from __future__ import annotations

from typing import Any

from psycopg import AsyncConnection, Error, errors

from knowledge.errors import IndexUnavailable
from knowledge.store.postgres import server_statements
from knowledge.store.postgres.address import Address

LEAST_SERVER = 15
LEAST_PGVECTOR = (0, 8)  # the first that goes on searching where a filter leaves too few


async def check_server(connection: AsyncConnection[dict[str, Any]], address: Address) -> None:
    """Raise IndexUnavailable, saying what to do, for a server that is too old or a database that holds no UTF-8."""
    major = connection.info.server_version // 10_000
    if major < LEAST_SERVER:
        raise IndexUnavailable(
            "The server of {database} is PostgreSQL {major}.",
            hint="Footnote needs {least} or newer.",
            database=address,
            major=major,
            least=LEAST_SERVER,
        )
    encoding = (await (await connection.execute(server_statements.ENCODING)).fetchone() or {})["encoding"]
    if encoding != "UTF8":
        raise IndexUnavailable(
            "The database {database} keeps its text as {encoding}.",
            hint="Create one with createdb --encoding=UTF8 --template=template0.",
            database=address,
            encoding=encoding,
        )


async def check_pgvector(connection: AsyncConnection[dict[str, Any]], address: Address) -> None:
    """Raise IndexUnavailable, saying what to do, where pgvector is too old, or not there and cannot be created."""
    row = await (await connection.execute(server_statements.PGVECTOR)).fetchone()
    if row is None or row["offered"] is None:
        raise IndexUnavailable(
            "The server of {database} does not offer the extension pgvector.",
            hint="Install it there (Debian: postgresql-{major}-pgvector), or take a server that has it.",
            database=address,
            major=connection.info.server_version // 10_000,
        )
    if row["installed"] is None:
        await _create_pgvector(connection, address)
    elif _version(row["installed"]) < LEAST_PGVECTOR:
        raise IndexUnavailable(
            "The database {database} has pgvector {version}.",
            hint="Footnote needs 0.8 or newer: update it on the server, then run ALTER EXTENSION vector UPDATE.",
            database=address,
            version=row["installed"],
        )


async def _create_pgvector(connection: AsyncConnection[dict[str, Any]], address: Address) -> None:
    try:
        await connection.execute(server_statements.CREATE_PGVECTOR)
    except (errors.UniqueViolation, errors.DuplicateObject):
        return  # another process was faster
    except errors.ReadOnlySqlTransaction:
        raise
    except Error as error:
        raise IndexUnavailable(
            "The extension pgvector is not created in {database}, and this user may not do it.",
            hint="Ask a database administrator to run CREATE EXTENSION vector there.",
            database=address,
        ) from error


def _version(text: str) -> tuple[int, int]:
    major, minor, *_ = (*text.split("."), "0")
    return int(major), int(minor)
