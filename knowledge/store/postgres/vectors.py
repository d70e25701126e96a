"""Vectors: checked before they are stored, shared by equal chunks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np

from knowledge.errors import InvalidVector
from knowledge.ports import Matrix, PendingChunk
from knowledge.store.postgres import counting, gathering, nearness, search_statements, statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.schema import vector_table
from knowledge.store.postgres.summary import Summary, summary_of
from knowledge.store.postgres.texts import read_row
from knowledge.store.rows import embedding_text
from knowledge.store.units import first_broken, refuse_model, refuse_size, unit_rows
from knowledge.types import NoteRef


async def check_model(connection: Connection, model: str) -> None:
    """Raise ModelMismatch where the index holds vectors of another model."""
    refuse_model((await summary_of(connection)).model, model)


async def store(connection: Connection, model: str, ids: Sequence[int], vectors: Matrix) -> None:
    """Give each chunk, and every waiting one with the same hash, its unit vector; the first call fixes the model.

    Vectors of the coming model are gathered instead.
    """
    if len(ids) != len(vectors):
        raise ValueError(f"There are {len(ids)} chunks and {len(vectors)} vectors.")
    if not len(ids):
        return
    await connection.execute(statements.LOCK)
    summary = await summary_of(connection)
    if model == summary.coming:
        await gathering.keep(connection, model, ids, await _units(connection, ids, vectors))
        return
    refuse_model(summary.model, model)
    await _fix_dimension(connection, summary, model, vectors.shape[1])
    await _add(connection, ids, await _units(connection, ids, vectors))
    await nearness.index_when_large(connection)
    await connection.execute(statements.STAMP_VECTORS, (datetime.now(UTC).isoformat(),))
    await connection.execute(statements.BUMP_GENERATION)


async def copy_from_twins(connection: Connection, collection: str, ids: Sequence[int]) -> int:
    """Give new chunks the vectors of embedded ones with the same hash; return how many there were."""
    if not (await summary_of(connection)).dimension:
        return 0
    rows = await (await connection.execute(search_statements.COPY_FROM_TWINS, (collection, list(ids)))).fetchall()
    await connection.execute(search_statements.MARK_EMBEDDED, ([row["chunk_id"] for row in rows],))
    return len(rows)


async def delete(connection: Connection, ids: Sequence[int]) -> None:
    """Forget the vectors of these chunks."""
    if (await summary_of(connection)).dimension:
        await connection.execute(search_statements.DELETE_VECTORS, (list(ids),))


async def pending(connection: Connection, limit: int, after: int) -> list[PendingChunk]:
    """Return chunks without a vector, of the coming model where there is one, by id."""
    statement = search_statements.UNGATHERED if (await summary_of(connection)).coming else search_statements.PENDING
    rows = await (await connection.execute(statement, (after, limit))).fetchall()
    return [
        PendingChunk(id=row["id"], text=embedding_text(read_row(row)), content_hash=row["content_hash"])
        for row in rows
    ]


async def waiting(connection: Connection) -> int:
    """Return how many chunks `pending` would give in all."""
    coming = (await summary_of(connection)).coming
    statement = search_statements.WAITING_UNGATHERED if coming else search_statements.WAITING
    row = await (await connection.execute(statement)).fetchone()
    return int(row["waiting"]) if row else 0


async def of_note(connection: Connection, ref: NoteRef) -> Matrix:
    """Return the note's vectors in the order of its chunks."""
    dimension = (await summary_of(connection)).dimension
    if not dimension:
        return np.empty((0, 0), dtype=np.float32)
    async with connection.cursor(binary=True) as cursor:
        await cursor.execute(search_statements.NOTE_VECTORS, (ref.collection, ref.path))
        found = [row["embedding"].to_numpy() for row in await cursor.fetchall()]
    return np.array(found, dtype=np.float32).reshape(-1, dimension)


async def _fix_dimension(connection: Connection, summary: Summary, model: str, found: int) -> None:
    if summary.dimension:
        refuse_size(model, found, summary.dimension)
        return
    await connection.execute(search_statements.DROP_VECTORS)
    for statement in vector_table("vectors", found):
        await connection.execute(statement)
    await connection.execute(statements.SET_MODEL, (model, found))


async def _add(connection: Connection, ids: Sequence[int], units: Matrix) -> None:
    """Add the vector of each chunk to it and to every waiting one with the same hash."""
    unit_of = dict(zip(map(int, ids), units, strict=True))
    rows = await (await connection.execute(search_statements.WAITING_TWINS, (list(unit_of),))).fetchall()
    chosen = {row["id"]: row for row in reversed(rows)}
    async with connection.cursor() as cursor:
        await cursor.executemany(
            search_statements.ADD_VECTOR,
            [
                (chunk_id, row["document_id"], row["collection"], unit_of[row["like_id"]])
                for chunk_id, row in chosen.items()
            ],
        )
    await connection.execute(search_statements.MARK_EMBEDDED, (list(chosen),))
    for collection, added in Counter(row["collection"] for row in chosen.values()).items():
        await counting.add(connection, collection, embedded=added)


async def _units(connection: Connection, ids: Sequence[int], vectors: Matrix) -> Matrix:
    broken = first_broken(vectors)
    if broken is not None:
        where = await _name(connection, ids[broken])
        raise InvalidVector("The model gave a zero or non-finite vector for {where}.", where=where)
    return unit_rows(vectors)


async def _name(connection: Connection, chunk_id: int) -> str:
    row = await (await connection.execute(search_statements.WHERE_CHUNK_IS, (chunk_id,))).fetchone()
    if row is None:
        return f"chunk {chunk_id}"
    return f"{row['collection']}/{row['path']}, lines {row['first_line']} to {row['last_line']}"
