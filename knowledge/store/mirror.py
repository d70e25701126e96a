"""The vectors of a file once more in memory, as new as the transaction that asks."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence

import numpy as np

from knowledge.ports import Vector
from knowledge.store import statements
from knowledge.store.blocks import Block, all_blocks, vectors_in
from knowledge.store.changes import Change, change_since, with_change
from knowledge.store.copied import CopiedVectors, Moment
from knowledge.store.matrix import Structure, VectorMatrix
from knowledge.store.room import Room, fits

BLOCKS_IN_PASSING = 8  # 8,192 vectors
_BLOCKS_SAMPLED = 16


class FileMirror:
    """Keeps a VectorMatrix within its room. Thread-safe."""

    def __init__(self, room: Room) -> None:
        self.copied = CopiedVectors()
        self._room = room
        self._changing = threading.Lock()

    def current(self, connection: sqlite3.Connection) -> VectorMatrix | None:
        """Return the vectors as this transaction sees them, None where the file itself must be searched."""
        moment = _moment(connection)
        held = self.copied.at(moment)
        if held is None or held.generation == moment.generation:
            return held
        with self._changing, self.copied.bounded():
            return self._caught_up(connection, moment)
        return None

    def load(self, connection: sqlite3.Connection) -> None:
        """Read what `current` found too much to read in passing."""
        with self.copied.reading(), self._changing, self.copied.bounded():
            self.copied.matrix = self._loaded(connection)

    def _caught_up(self, connection: sqlite3.Connection, moment: Moment) -> VectorMatrix | None:
        held = self.copied.before(moment)
        if held is None or held.generation == moment.generation:
            return held
        change = change_since(held, connection)
        if len(change.grown) > BLOCKS_IN_PASSING or not _fits(held, change):
            self.copied.fall_behind()
            return None
        self.copied.matrix = with_change(held, connection, change, generation=moment.generation)
        return self.copied.matrix

    def _loaded(self, connection: sqlite3.Connection) -> VectorMatrix | None:
        moment = _moment(connection)
        held = self.copied.before(moment)
        change = change_since(held, connection) if held else None
        if held is None or change is None or not _fits(held, change):
            held = self.copied.matrix = None  # whose memory is needed now
            held = self._empty(connection, moment)
            if held is None:
                return None
            change = change_since(held, connection)
        return with_change(held, connection, change, generation=moment.generation, stopped=self.copied.stopped)

    def _empty(self, connection: sqlite3.Connection, moment: Moment) -> VectorMatrix | None:
        """A matrix with room for what there is, None where the budget has none."""
        found = [block for block in all_blocks(connection).values() if len(block.places)]
        total = sum(len(block.places) for block in found)
        if not self._room.suffices(total, moment.structure.dimension):
            return None
        return self._room.matrix(total, moment.structure, _centre(connection, found))


def _centre(connection: sqlite3.Connection, blocks: Sequence[Block]) -> Vector:
    """About the mean of all vectors."""
    sample = blocks[:: max(1, len(blocks) // _BLOCKS_SAMPLED)]
    centre: Vector = np.mean([vectors_in(connection, block).mean(axis=0) for block in sample], axis=0)
    return centre.astype(np.float32)


def _moment(connection: sqlite3.Connection) -> Moment:
    summary = connection.execute(statements.SUMMARY).fetchone()
    version = connection.execute(statements.STRUCTURE).fetchone()[0]
    structure = Structure(tables=version, dimension=summary["dimension"])
    return Moment(generation=summary["generation"], structure=structure)


def _fits(matrix: VectorMatrix, change: Change) -> bool:
    return fits(matrix, added=change.added, gone=len(change.gone))
