"""Vectors of a coming model, gathered beside those that serve and put in their place in one transaction.

They are kept by content hash, so that notes may change meanwhile and a run that was ended goes on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime

from knowledge.errors import InvalidVector
from knowledge.ports import Matrix
from knowledge.store import search_statements, statements
from knowledge.store.schema import vector_table


def begin(connection: sqlite3.Connection, model: str) -> None:
    """Gather for this model from now on; what was gathered for another one is dropped."""
    if coming(connection) != model:
        connection.execute(search_statements.DROP_GATHERED)
        connection.execute(search_statements.SET_COMING, (model,))


def coming(connection: sqlite3.Connection) -> str:
    """Return the model that vectors are gathered for, "" for none."""
    return str(connection.execute(statements.SUMMARY).fetchone()["coming"])


def keep(connection: sqlite3.Connection, model: str, ids: Sequence[int], units: Matrix) -> None:
    """Keep the unit vectors of these chunks' contents. Raises InvalidVector where their dimensions differ."""
    known = connection.execute(search_statements.GATHERED_BYTES).fetchone()
    found = units.shape[1]
    if known is not None and known[0] != units[0].nbytes:
        dimension = known[0] // units.itemsize
        raise InvalidVector(
            "The model {model!r} gave vectors of {found} dimensions after ones of {known}.",
            model=model,
            found=found,
            known=dimension,
        )
    rows = [(unit.tobytes(), chunk_id) for chunk_id, unit in zip(ids, units, strict=True)]
    connection.executemany(search_statements.GATHER, rows)


def adopt(connection: sqlite3.Connection) -> None:
    """Serve what was gathered. A chunk without a gathered vector waits for one like a new chunk."""
    model = coming(connection)
    known = connection.execute(search_statements.GATHERED_BYTES).fetchone()
    if not model or known is None:
        return
    dimension = known[0] // 4  # float32
    connection.execute(search_statements.DROP_VECTORS)
    connection.execute(vector_table(dimension))
    connection.execute(search_statements.ADOPT_VECTORS)
    connection.execute(search_statements.MARK_ADOPTED)
    connection.execute(statements.SET_MODEL, (model, dimension))
    connection.execute(search_statements.DROP_GATHERED)
    connection.execute(search_statements.SET_COMING, ("",))
    connection.execute(search_statements.STAMP_VECTORS, (datetime.now(UTC).isoformat(),))
    connection.execute(statements.BUMP_GENERATION)
