"""Where chunks are: what a search knows of the hundreds that it ranks, as columns by chunk id.

In columns, a chunk that was ranked before costs nothing to find again, and nothing to the garbage collector. With the
next generation of the index all is read anew.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Hashable, Sequence
from functools import partial

import numpy as np
import numpy.typing as npt

from knowledge.store import lookup, rows, statements
from knowledge.store.blocks import Ids
from knowledge.store.remembered import Remembered
from knowledge.types import ChunkPlace, NoteRef

HEADS_REMEMBERED = 32_768  # notes; about 10 MB

# Of each chunk: its document, position, first and last line. Document 0: not looked up, or gone.
Columns = npt.NDArray[np.int32]
Head = tuple[NoteRef, str, str]  # of a note: with its title and hash
_COLUMNS = 4


class ChunkPlaces:
    """The places of one generation of the index, as far as somebody asked for them. Thread-safe."""

    def __init__(self) -> None:
        self._seen: tuple[Hashable, Columns] = (None, np.zeros((_COLUMNS, 0), dtype=np.int32))
        self._heads: Remembered[int, Head] = Remembered(HEADS_REMEMBERED)

    def gone(self, connection: sqlite3.Connection, ids: Ids, generation: Hashable) -> Ids:
        """Return those of the chunks that the index does not have; `generation` is the transaction's own."""
        gone: Ids = ids[self._columns(connection, ids, generation)[0] == 0]
        return gone

    def of(self, connection: sqlite3.Connection, ids: Sequence[int]) -> list[ChunkPlace]:
        """Return the places in the order asked for, without chunks that are gone."""
        generation = lookup.generation(connection)
        wanted = np.array(ids, dtype=np.int64)
        columns = self._columns(connection, wanted, generation)
        load = partial(_heads, connection)
        heads = self._heads.get(list(set(columns[0].tolist())), generation=generation, load=load)
        places = []
        for chunk_id, document, position, first, last in zip(ids, *columns.tolist(), strict=True):
            if document:
                ref, title, note_hash = heads[document]
                places.append(
                    ChunkPlace(
                        id=chunk_id,
                        ref=ref,
                        title=title,
                        position=position,
                        lines=(first, last),
                        note_hash=note_hash,
                    )
                )
        return places

    def _columns(self, connection: sqlite3.Connection, ids: Ids, generation: Hashable) -> Columns:
        """The columns of these chunks."""
        known = self._seen[1] if self._seen[0] == generation else np.zeros((_COLUMNS, 0), dtype=np.int32)
        last = int(ids.max(initial=0))
        if last >= known.shape[1]:
            known = np.pad(known, ((0, 0), (0, last + 1 - known.shape[1])))
        unseen = ids[known[0, ids] == 0]
        if len(unseen):
            read = _read(connection, unseen)
            # Whoever sees the document of a chunk sees the rest of it too. What two threads do at once, one may undo;
            # it is read again.
            known[1:, read[0]] = read[2:]
            known[0, read[0]] = read[1]
            self._seen = (generation, known)
        columns: Columns = known[:, ids]
        return columns


def _read(connection: sqlite3.Connection, ids: Ids) -> npt.NDArray[np.int64]:
    """The columns of chunks that are there, below their ids; as one text, since other threads wait at every row."""
    text = connection.execute(statements.CHUNK_PLACES, (json.dumps(ids.tolist()),)).fetchone()[0]
    numbers = np.fromstring(text, dtype=np.int64, sep=" ") if text else np.empty(0, dtype=np.int64)
    return numbers.reshape(-1, 1 + _COLUMNS).T


def _heads(connection: sqlite3.Connection, documents: Sequence[int]) -> dict[int, Head]:
    found = connection.execute(statements.NOTE_HEADS, (json.dumps(documents),))
    return {row["id"]: (rows.note_ref(row), row["title"], row["content_hash"]) for row in found}
