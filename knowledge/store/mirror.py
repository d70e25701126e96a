"""The vectors of an index once more in memory, as new as the transaction that asks.

Reading them all costs what some searches do, so the first searches of a process use the file alone. What changed
since is read in passing where it is little; else, and for the first time, beside the searches, which use the file
meanwhile.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from knowledge.ports import Vector
from knowledge.store import statements
from knowledge.store.bits import BitRows, bit_bytes
from knowledge.store.blocks import Block, all_blocks, vectors_in
from knowledge.store.changes import Change, change_since, with_change
from knowledge.store.matrix import LABEL_BYTES, ExactRows, Labels, Rows, VectorMatrix
from knowledge.store.vector_file import VectorFile

# Reading all vectors costs what three or four searches of the file do, whatever the size. No command needs so many as
# this, so none pays for reading what it would not use.
SEARCHES_FIRST = 6
BLOCKS_IN_PASSING = 8  # 8,192 vectors
ROOM = 8_192  # rows for what comes, or a quarter of what there is
WORN = 0.125  # share of rows without a chunk from which all are read anew
_BLOCKS_SAMPLED = 16

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Moment:
    """What a transaction sees: see VectorMatrix."""

    generation: int
    structure: tuple[int, int]


class VectorMirror:
    """Keeps a VectorMatrix within so many bytes; `folder` is for a file beyond them. Thread-safe.

    Up to `exact` vectors, each search measures them all; of more, those that a bit a dimension finds alike.
    """

    def __init__(self, budget_bytes: int, folder: Path, *, exact: int) -> None:
        self._budget = budget_bytes
        self._exact = exact
        self._folder = folder
        self._held: VectorMatrix | None = None
        self._searches = 0  # of the file, since the last try to do better
        self._behind = False
        self._loading = False
        self._changing = threading.Lock()
        self._stopped = threading.Event()

    @property
    def memory(self) -> int:
        """Bytes of memory that the vectors take now."""
        held = self._held
        return held.memory if held else 0

    @property
    def behind(self) -> bool:
        """Whether somebody should call `load`."""
        return self._behind and not self._stopped.is_set()

    def stop(self) -> None:
        """Let a running `load` end early, and need none any more."""
        self._stopped.set()

    def current(self, connection: sqlite3.Connection) -> VectorMatrix | None:
        """Return the vectors as this transaction sees them, None where the file itself must be searched."""
        if self._loading:
            return None
        moment = _moment(connection)
        held = self._held
        if held is None or held.structure != moment.structure:
            self._searches += 1
            self._behind = self._searches >= SEARCHES_FIRST
            return None
        if held.generation == moment.generation:
            return held
        with self._turn():
            return self._caught_up(connection, moment)
        return None

    def load(self, connection: sqlite3.Connection) -> None:
        """Read what `current` found too much to read in passing."""
        self._loading = True
        try:
            with self._turn():
                self._held = self._loaded(connection)
        finally:
            self._searches = 0
            self._loading = self._behind = False

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """One thread at a time; where memory or disk is full, no vectors are kept from now on."""
        with self._changing:
            try:
                yield
            except (OSError, MemoryError) as error:
                self._held = None
                self.stop()
                _log.warning("The vectors find no place beside the index; each search reads it whole: %r", error)

    def _caught_up(self, connection: sqlite3.Connection, moment: _Moment) -> VectorMatrix | None:
        held = self._held
        if held is None or held.structure != moment.structure or held.generation > moment.generation:
            return None  # the transaction is older than the matrix
        if held.generation < moment.generation:
            change = change_since(held, connection)
            self._behind = len(change.grown) > BLOCKS_IN_PASSING or not _fits(held, change)
            if self._behind:
                return None
            held = self._held = with_change(held, connection, change, generation=moment.generation)
        return held

    def _loaded(self, connection: sqlite3.Connection) -> VectorMatrix | None:
        moment = _moment(connection)
        held = self._held if self._held and self._held.structure == moment.structure else None
        change = change_since(held, connection) if held else None
        if held is None or change is None or not _fits(held, change):
            held = self._held = None  # whose memory is needed now
            held = self._empty(connection, moment)
            if held is None:
                return None
            change = change_since(held, connection)
        return with_change(held, connection, change, generation=moment.generation, stopped=self._stopped)

    def _empty(self, connection: sqlite3.Connection, moment: _Moment) -> VectorMatrix | None:
        """A matrix with room for what there is, None where the budget has none."""
        dimension = moment.structure[1]
        found = [block for block in all_blocks(connection).values() if len(block.places)]
        total = sum(len(block.places) for block in found)
        rows: Rows
        if capacity := self._capacity(total, ExactRows.row_bytes(dimension), most=self._exact):
            rows = ExactRows(capacity, dimension)
        elif capacity := self._capacity(total, bit_bytes(dimension) + ExactRows.row_bytes(dimension)):
            rows = BitRows(capacity, _centre(connection, found), ExactRows(capacity, dimension))
        elif capacity := self._capacity(total, bit_bytes(dimension)):
            rows = BitRows(capacity, _centre(connection, found), VectorFile(capacity, dimension, self._folder))
        else:
            return None
        return VectorMatrix(rows=rows, labels=Labels.room(capacity), structure=moment.structure, blocks={})

    def _capacity(self, total: int, row_bytes: int, *, most: int | None = None) -> int:
        """How many rows to set aside; 0 where the budget, or `most`, has no place for all."""
        capacity = min(total + max(ROOM, total // 4), self._budget // (row_bytes + LABEL_BYTES))
        if most is not None:
            capacity = min(capacity, most)
        return capacity if total and capacity >= total else 0


def _centre(connection: sqlite3.Connection, blocks: Sequence[Block]) -> Vector:
    """About the mean of all vectors."""
    sample = blocks[:: max(1, len(blocks) // _BLOCKS_SAMPLED)]
    centre: Vector = np.mean([vectors_in(connection, block).mean(axis=0) for block in sample], axis=0)
    return centre.astype(np.float32)


def _moment(connection: sqlite3.Connection) -> _Moment:
    summary = connection.execute(statements.SUMMARY).fetchone()
    version = connection.execute(statements.STRUCTURE).fetchone()[0]
    return _Moment(generation=summary["generation"], structure=(version, summary["dimension"]))


def _fits(matrix: VectorMatrix, change: Change) -> bool:
    count = matrix.count + change.added
    return count <= matrix.rows.capacity and matrix.gone + len(change.gone) <= WORN * count + ROOM
