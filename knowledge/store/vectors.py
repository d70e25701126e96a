"""Vectors: checked before they are stored, shared by equal chunks, searched in memory or in their file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np

from knowledge.errors import InvalidVector
from knowledge.ports import Matrix, PendingChunk, Vector
from knowledge.store import gathering, search_statements, statements
from knowledge.store.conditions import Condition
from knowledge.store.mirror import FileMirror
from knowledge.store.rows import embedding_text
from knowledge.store.schema import vector_table
from knowledge.store.scoping import clause_for_vectors, documents_of
from knowledge.store.units import first_broken, refuse_model, refuse_size, unit_rows, usable_query
from knowledge.types import NoteRef

MOST_NEIGHBOURS = 4_096  # sqlite-vec's own search gives no more


def check_model(connection: sqlite3.Connection, model: str) -> None:
    """Raise ModelMismatch where the index holds vectors of another model."""
    refuse_model(connection.execute(statements.SUMMARY).fetchone()["model"], model)


def store(connection: sqlite3.Connection, model: str, ids: Sequence[int], vectors: Matrix) -> None:
    """Give each chunk, and every waiting one with the same hash, its unit vector; the first call fixes the model.

    Vectors of the coming model are gathered instead.
    """
    if len(ids) != len(vectors):
        raise ValueError(f"There are {len(ids)} chunks and {len(vectors)} vectors.")
    if not len(ids):
        return
    if model == gathering.coming(connection):
        gathering.keep(connection, model, ids, _unit_rows(connection, ids, vectors))
        return
    check_model(connection, model)
    _fix_dimension(connection, model, vectors.shape[1])
    units = _unit_rows(connection, ids, vectors)
    for chunk_id, unit in zip(ids, units, strict=True):
        for twin in connection.execute(search_statements.WAITING_TWINS, (chunk_id,)).fetchall():
            _add(connection, twin["id"], unit.tobytes())
    connection.execute(search_statements.STAMP_VECTORS, (datetime.now(UTC).isoformat(),))
    connection.execute(statements.BUMP_GENERATION)


def copy_from_twin(connection: sqlite3.Connection, chunk_id: int, digest: str) -> bool:
    """Give the chunk the vector of an embedded one with the same hash; return whether there was one."""
    twin = connection.execute(search_statements.TWIN, (digest,)).fetchone()
    if twin is None:
        return False
    embedding = connection.execute(search_statements.VECTOR, (twin["id"],)).fetchone()["embedding"]
    _add(connection, chunk_id, embedding)
    return True


def delete(connection: sqlite3.Connection, ids: Sequence[int]) -> None:
    """Forget the vectors of these chunks."""
    if _dimension(connection):
        connection.executemany(search_statements.DELETE_VECTOR, [(chunk_id,) for chunk_id in ids])


def pending(connection: sqlite3.Connection, limit: int, after: int) -> list[PendingChunk]:
    """Return chunks without a vector, of the coming model where there is one, by id."""
    statement = search_statements.UNGATHERED if gathering.coming(connection) else search_statements.PENDING
    return [
        PendingChunk(id=row["id"], text=embedding_text(row), content_hash=row["content_hash"])
        for row in connection.execute(statement, (after, limit))
    ]


def waiting(connection: sqlite3.Connection) -> int:
    """Return how many chunks `pending` would give in all."""
    statement = search_statements.WAITING_UNGATHERED if gathering.coming(connection) else search_statements.WAITING
    return int(connection.execute(statement).fetchone()[0])


def nearest(
    connection: sqlite3.Connection, vector: Vector, scope: Condition, limit: int, mirror: FileMirror
) -> list[tuple[int, float]]:
    """Return (chunk id, cosine), best first, of the scope alone."""
    dimension = _dimension(connection)
    if not dimension or limit < 1:
        return []
    query = usable_query(vector, dimension)
    matrix = mirror.current(connection)
    if matrix is not None:
        return matrix.nearest(query, documents_of(connection, scope), limit)
    if limit > MOST_NEIGHBOURS:
        statement = statements.inside(search_statements.NEAREST_MANY, scope.sql)
        rows = connection.execute(statement, (query.tobytes(), *scope.values, limit))
    else:
        clause = clause_for_vectors(connection, scope)
        statement = search_statements.within(search_statements.NEAREST, clause.sql)
        rows = connection.execute(statement, (query.tobytes(), limit, *clause.values))
    return [(chunk_id, 1.0 - distance) for chunk_id, distance in rows]


def of_note(connection: sqlite3.Connection, ref: NoteRef) -> Matrix:
    """Return the note's vectors in the order of its chunks."""
    dimension = _dimension(connection)
    if not dimension:
        return np.empty((0, 0), dtype=np.float32)
    rows = connection.execute(search_statements.NOTE_VECTORS, (ref.collection, ref.path))
    stacked = np.frombuffer(b"".join(row["embedding"] for row in rows), dtype=np.float32)
    return stacked.reshape(-1, dimension)


def _dimension(connection: sqlite3.Connection) -> int:
    return int(connection.execute(statements.SUMMARY).fetchone()["dimension"])


def _fix_dimension(connection: sqlite3.Connection, model: str, found: int) -> None:
    dimension = _dimension(connection)
    if not dimension:
        connection.execute(search_statements.DROP_VECTORS)
        connection.execute(vector_table(found))
        connection.execute(statements.SET_MODEL, (model, found))
    else:
        refuse_size(model, found, dimension)


def _unit_rows(connection: sqlite3.Connection, ids: Sequence[int], vectors: Matrix) -> Matrix:
    broken = first_broken(vectors)
    if broken is not None:
        where = _name(connection, ids[broken])
        raise InvalidVector("The model gave a zero or non-finite vector for {where}.", where=where)
    return unit_rows(vectors)


def _name(connection: sqlite3.Connection, chunk_id: int) -> str:
    row = connection.execute(search_statements.WHERE_CHUNK_IS, (chunk_id,)).fetchone()
    if row is None:
        return f"chunk {chunk_id}"
    return f"{row['collection']}/{row['path']}, lines {row['first_line']} to {row['last_line']}"


def _add(connection: sqlite3.Connection, chunk_id: int, embedding: bytes) -> None:
    connection.execute(search_statements.ADD_VECTOR, (chunk_id, embedding))
    connection.execute(search_statements.MARK_EMBEDDED, (chunk_id,))
