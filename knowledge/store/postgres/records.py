"""Notes whole, for another index to take over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from knowledge.ports import NoteRecord, Vector
from knowledge.store import rows
from knowledge.store.postgres import statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.summary import summary_of
from knowledge.store.postgres.texts import read_row
from knowledge.types import NoteRef


async def take(connection: Connection, refs: Sequence[NoteRef]) -> list[NoteRecord]:
    """Return these notes, as far as the index has them."""
    wanted = ([ref.collection for ref in refs], [ref.path for ref in refs])
    found = await (await connection.execute(statements.WHOLE_DOCUMENTS, wanted)).fetchall()
    documents = [row["id"] for row in found]
    chunks: defaultdict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for row in await (await connection.execute(statements.WHOLE_CHUNKS, (documents,))).fetchall():
        chunks[row["document_id"]].append(read_row(row))
    vectors = await _vectors(connection, documents)
    return [rows.note_record(read_row(row), chunks[row["id"]], vectors) for row in found]


async def _vectors(connection: Connection, documents: Sequence[int]) -> dict[int, Vector]:
    if not (await summary_of(connection)).dimension:
        return {}
    async with connection.cursor(binary=True) as cursor:
        await cursor.execute(statements.VECTORS_OF_DOCUMENTS, (list(documents),))
        return {row["chunk_id"]: row["embedding"].to_numpy() for row in await cursor.fetchall()}
