"""A scope as a search needs it: nothing where it is the whole index, else what keeps every chunk outside it out."""

from __future__ import annotations

import json
import sqlite3

import numpy as np
import numpy.typing as npt

from knowledge.store import search_statements, statements
from knowledge.store.conditions import Condition

_EVERYWHERE = Condition(sql="")


def clause_for_vectors(connection: sqlite3.Connection, scope: Condition) -> Condition:
    """Return what to add to a search for vectors."""
    if _is_whole(connection, scope):
        return _EVERYWHERE
    return Condition(sql=statements.inside(search_statements.VECTORS_WITHIN, scope.sql), values=scope.values)


def documents_of(connection: sqlite3.Connection, scope: Condition) -> npt.NDArray[np.int64] | None:
    """Return the documents of the scope by id; None where nothing that is indexed lies outside."""
    if _is_whole(connection, scope):
        return None
    statement = statements.inside(statements.SCOPE_DOCUMENTS, scope.sql)
    return np.array(json.loads(connection.execute(statement, scope.values).fetchone()[0]), dtype=np.int64)


def _is_whole(connection: sqlite3.Connection, scope: Condition) -> bool:
    """Whether nothing that is indexed lies outside; looked up in the transaction of the search itself."""
    if scope.names is None:
        return False
    return all(row["name"] in scope.names for row in connection.execute(statements.COLLECTIONS))
