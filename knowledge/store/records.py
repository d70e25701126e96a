"""Notes whole, for another index to take over."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import numpy as np

from knowledge.ports import NoteRecord, Vector
from knowledge.store import rows, statements
from knowledge.store.blocks import all_blocks, vectors_in
from knowledge.types import NoteRef


def take(connection: sqlite3.Connection, refs: Sequence[NoteRef]) -> list[NoteRecord]:
    """Return these notes, as far as the index has them."""
    found = [connection.execute(statements.WHOLE_DOCUMENT, (ref.collection, ref.path)).fetchone() for ref in refs]
    held = [
        (row, connection.execute(statements.WHOLE_CHUNKS, (row["id"],)).fetchall())
        for row in found
        if row is not None
    ]
    vectors = _vectors(connection, {chunk["id"] for _, chunks in held for chunk in chunks if chunk["embedded"]})
    return [rows.note_record(row, chunks, vectors) for row, chunks in held]


def _vectors(connection: sqlite3.Connection, wanted: set[int]) -> dict[int, Vector]:
    """The vectors of these chunks, each block that holds some read once."""
    found: dict[int, Vector] = {}
    if not wanted:
        return found
    listed = np.fromiter(wanted, dtype=np.int64)
    for block in all_blocks(connection).values():
        places = np.flatnonzero(np.isin(block.ids, listed))
        if places.size:
            vectors, ids = vectors_in(connection, block), block.ids
            found |= {int(ids[place]): vectors[place] for place in places}
    return found
