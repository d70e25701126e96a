"""What bots have written down, read beside them: in a file, or on a server."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote


def rows_of(state: Path | str, sql: str) -> list[Any]:
    """The rows of a statement that only reads. `state`: a file, or the address of a server."""
    if isinstance(state, Path):
        with closing(sqlite3.connect(f"file:{quote(str(state))}?mode=ro", uri=True, timeout=10)) as connection:
            return connection.execute(sql).fetchall()
    return _rows_on_server(state, sql)


def _rows_on_server(url: str, sql: str) -> list[Any]:
    import psycopg

    with psycopg.connect(url, options="-c search_path=footnote_state") as connection:
        return connection.execute(sql.encode()).fetchall()
