"""What became of the vectors since a matrix was read: the blocks' labels tell it, so only new vectors are read."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from knowledge.store import statements
from knowledge.store.blocks import Block, Ids, all_blocks, vectors_in
from knowledge.store.matrix import Labels, Mask, VectorMatrix

_LISTED = 8_192  # up to so many chunks, looking each up is quicker than reading the whole index of them


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """How the file differs from a matrix. A chunk's vector never changes, nor does its place while it lives."""

    blocks: Mapping[int, Block]  # all of the file's
    grown: Sequence[tuple[Block, Mask]]  # blocks with new vectors, and which of their places in use these are
    gone: Ids  # chunks

    @property
    def added(self) -> int:
        """How many vectors are new."""
        return sum(int(np.count_nonzero(new)) for _, new in self.grown)


def change_since(matrix: VectorMatrix, connection: sqlite3.Connection) -> Change:
    """Compare the blocks of this transaction with those that the matrix was read from."""
    now, was = all_blocks(connection), matrix.blocks
    changed = [number for number in now if now[number] != was.get(number)]
    lost = [number for number in was if number not in now]
    grown: list[tuple[Block, Mask]] = []
    gone = [was[number].ids for number in lost]
    for number in changed:
        before = was[number].ids if number in was else np.empty(0, dtype=np.int64)
        after = now[number].ids
        new = ~np.isin(after, before)
        if new.any():
            grown.append((now[number], new))
        gone.append(before[~np.isin(before, after)])
    return Change(blocks=now, grown=grown, gone=np.concatenate(gone) if gone else np.empty(0, dtype=np.int64))


def with_change(
    matrix: VectorMatrix,
    connection: sqlite3.Connection,
    change: Change,
    *,
    generation: int,
    stopped: threading.Event | None = None,
) -> VectorMatrix:
    """Return a matrix of this generation; one whose reading was `stopped` is the old one.

    The rows behind the old matrix's own are written, so no two threads may do this with one matrix.
    """
    count = matrix.count
    owners = _Owners(connection, [block.ids[new] for block, new in change.grown])
    for block, new in change.grown:
        if stopped is not None and stopped.is_set():
            return matrix
        ids = block.ids[new]
        matrix.rows.add(count, vectors_in(connection, block)[new])
        matrix.labels.write(count, Labels(ids=ids, documents=owners.of(ids), turns=block.turns[new]))
        count += len(ids)
    return replace(matrix.followed(generation=generation, count=count, gone=change.gone), blocks=change.blocks)


class _Owners:
    """The documents of chunks."""

    def __init__(self, connection: sqlite3.Connection, ids: Sequence[Ids]) -> None:
        wanted: Iterable[sqlite3.Row]
        if sum(map(len, ids)) > _LISTED:
            wanted = connection.execute(statements.CHUNK_DOCUMENTS)
        else:
            listed = json.dumps([chunk_id for some in ids for chunk_id in some.tolist()])
            wanted = connection.execute(statements.CHUNK_DOCUMENTS_OF, (listed,))
        pairs = np.fromiter(map(tuple, wanted), dtype=[("id", np.int64), ("document", np.int64)])
        pairs.sort(order="id")
        self._ids, self._documents = pairs["id"].copy(), pairs["document"].copy()

    def of(self, ids: Ids) -> Ids:
        """The document of each; 0, which no document is, where there is none."""
        places = np.searchsorted(self._ids, ids).clip(max=max(len(self._ids) - 1, 0))
        if not len(self._ids):
            return np.zeros(len(ids), dtype=np.int64)
        return np.where(self._ids[places] == ids, self._documents[places], 0)
