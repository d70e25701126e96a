"""The blocks in which sqlite-vec keeps vectors: read whole, since one vector alone costs a walk through its block."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from knowledge.ports import Matrix
from knowledge.store import statements

Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Which chunk has which place of a block; equal where the same vectors lie in it."""

    number: int
    size: int  # places
    validity: bytes  # one bit a place
    rowids: bytes  # one int64 a place

    @property
    def places(self) -> Ids:
        """The places in use, ascending."""
        used = np.unpackbits(np.frombuffer(self.validity, dtype=np.uint8), bitorder="little")[: self.size]
        return np.flatnonzero(used)

    @property
    def ids(self) -> Ids:
        """The chunk in each of these places."""
        chosen: Ids = np.frombuffer(self.rowids, dtype=np.int64)[self.places]
        return chosen

    @property
    def turns(self) -> Ids:
        """A number for each of these places: of equally near vectors, sqlite-vec gives the lower one first."""
        turns: Ids = (self.number + 1) * self.size - self.places
        return turns


def all_blocks(connection: sqlite3.Connection) -> dict[int, Block]:
    """Return every block by number, in order."""
    rows = connection.execute(statements.VECTOR_BLOCKS)
    return {
        row["number"]: Block(number=row["number"], size=row["size"], validity=row["validity"], rowids=row["rowids"])
        for row in rows
    }


def vectors_in(connection: sqlite3.Connection, block: Block) -> Matrix:
    """Return the vectors of the places in use, in their order."""
    stored = connection.execute(statements.VECTORS_OF_BLOCK, (block.number,)).fetchone()["vectors"]
    vectors: Matrix = np.frombuffer(stored, dtype=np.float32).reshape(block.size, -1)[block.places]
    return vectors
