"""Numbers by chunk id, kept in memory: which document a chunk is of, and how many terms it has."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from knowledge.store import search_statements, statements
from knowledge.store.blocks import Ids
from knowledge.store.matrix import Mask

Numbers = npt.NDArray[np.int32]
Read = Callable[[sqlite3.Connection, int], tuple[Ids, Numbers]]  # chunks with an id above that one, and their numbers

_SEVEN_BITS = 7
_VALUE, _GOES_ON = 0x7F, 0x80


class ByChunk:
    """One number for each chunk, which never changes. No id comes back, so only new chunks are read. Thread-safe."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._numbers: Numbers = np.zeros(1, dtype=np.int32)
        self._lock = threading.Lock()

    def up_to(self, connection: sqlite3.Connection, last: int) -> Numbers:
        """Return the numbers of all chunks up to that one, and perhaps of later ones; 0 where there is no chunk."""
        with self._lock:
            known = self._numbers
            if last >= len(known):
                ids, read = self._read(connection, len(known) - 1)
                numbers = np.zeros(max(last, int(ids.max(initial=0))) + 1, dtype=np.int32)
                numbers[: len(known)] = known
                numbers[ids] = read
                known = self._numbers = numbers
            return known


def among(owners: npt.NDArray[np.integer], documents: Ids) -> Mask:
    """Which of the owners are among the documents."""
    chosen = np.zeros(1 + max(int(documents.max(initial=0)), int(owners.max(initial=0))), dtype=np.bool_)
    chosen[documents] = True
    mask: Mask = chosen[owners]
    return mask


def documents_after(connection: sqlite3.Connection, last: int) -> tuple[Ids, Numbers]:
    """The document of each later chunk."""
    # All are read from the index by document, which is far smaller than the table.
    statement = statements.CHUNK_DOCUMENTS_AFTER if last else statements.CHUNK_DOCUMENTS
    rows = connection.execute(statement, (last,) if last else ())
    read = np.fromiter(map(tuple, rows), dtype=[("id", np.int64), ("document", np.int32)])
    return read["id"], read["document"]


def lengths_after(connection: sqlite3.Connection, last: int) -> tuple[Ids, Numbers]:
    """The number of terms of each later chunk, from FTS5's own small table: that of chunks would be read whole."""
    cursor = connection.cursor()
    cursor.row_factory = None  # plain tuples are what numpy takes
    rows = cursor.execute(search_statements.TERM_COUNTS_AFTER, (last,))
    read = np.fromiter(rows, dtype=[("id", np.int64), ("size", "S4")])
    # SQLite's own integers: seven bits a byte, the highest first, the eighth bit of all but the last one set.
    octets = read["size"].copy().view(np.uint8).reshape(-1, 4).astype(np.int32)
    numbers = octets[:, 0] & _VALUE
    goes_on = octets[:, 0] >= _GOES_ON
    for octet in octets.T[1:]:
        numbers = np.where(goes_on, (numbers << _SEVEN_BITS) | (octet & _VALUE), numbers)
        goes_on &= octet >= _GOES_ON
    return read["id"], numbers.astype(np.int32)
