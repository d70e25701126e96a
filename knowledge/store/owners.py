"""Which document each chunk belongs to, kept in memory: a scope is judged for thousands of chunks at once."""

from __future__ import annotations

import sqlite3
import threading

import numpy as np
import numpy.typing as npt

from knowledge.store import statements
from knowledge.store.blocks import Ids
from knowledge.store.matrix import Mask


class ChunkOwners:
    """Documents by chunk id. A chunk never changes its document and no id comes back, so only new ones are read.

    Thread-safe.
    """

    def __init__(self) -> None:
        self._documents: npt.NDArray[np.int32] = np.zeros(1, dtype=np.int32)
        self._lock = threading.Lock()

    def within(self, connection: sqlite3.Connection, ids: Ids, documents: Ids) -> Mask:
        """Return which of the chunks belong to one of the documents."""
        if not len(ids) or not len(documents):
            return np.zeros(len(ids), dtype=np.bool_)
        owners = self._known(connection, int(ids.max()))[ids]
        chosen = np.zeros(max(int(documents.max()), int(owners.max())) + 1, dtype=np.bool_)
        chosen[documents] = True
        mask: Mask = chosen[owners]
        return mask

    def _known(self, connection: sqlite3.Connection, last: int) -> npt.NDArray[np.int32]:
        """The documents of all chunks up to that one."""
        with self._lock:
            known = self._documents
            if last >= len(known):
                # The index of documents is far smaller than the table of chunks, if there are many to read.
                statement = statements.CHUNK_DOCUMENTS_AFTER if len(known) > 1 else statements.CHUNK_DOCUMENTS
                rows = connection.execute(statement, (len(known) - 1,) if len(known) > 1 else ())
                read = np.fromiter(map(tuple, rows), dtype=[("id", np.int64), ("document", np.int32)])
                owners = np.zeros(max(last, int(read["id"].max(initial=0))) + 1, dtype=np.int32)
                owners[: len(known)] = known
                owners[read["id"]] = read["document"]
                known = self._documents = owners
            return known
