"""How many vectors a process keeps in memory, and how: whole, as bits beside whole ones, or as bits alone."""

from __future__ import annotations

from pathlib import Path

from knowledge.ports import Vector
from knowledge.store.bits import BitRows, bit_bytes
from knowledge.store.matrix import LABEL_BYTES, ExactRows, Labels, Rows, Structure, VectorMatrix
from knowledge.store.vector_file import VectorFile

_SPARE = 8_192  # rows for what comes, or a quarter of what there is
_WORN = 0.125  # share of rows without a chunk from which all are read anew


class Room:
    """Up to `exact` vectors, each search measures them all; of more, those that a bit a dimension finds alike.

    Memory takes `budget_bytes` at most; `folder` is for a file beyond them, None: that for temporary files.
    """

    def __init__(self, budget_bytes: int, folder: Path | None, *, exact: int) -> None:
        self._budget = budget_bytes
        self._folder = folder
        self._exact = exact

    def suffices(self, total: int, dimension: int) -> bool:
        """Whether so many vectors find room in some way."""
        return bool(self._capacity(total, min(bit_bytes(dimension), ExactRows.row_bytes(dimension))))

    def matrix(self, total: int, structure: Structure, centre: Vector) -> VectorMatrix | None:
        """An empty one with room for so many vectors and some more; None where the budget has none.

        `centre` is about the mean of the vectors. Raises OSError where a file finds no place.
        """
        dimension = structure.dimension
        rows: Rows
        if capacity := self._capacity(total, ExactRows.row_bytes(dimension), most=self._exact):
            rows = ExactRows(capacity, dimension)
        elif capacity := self._capacity(total, bit_bytes(dimension) + ExactRows.row_bytes(dimension)):
            rows = BitRows(capacity, centre, ExactRows(capacity, dimension))
        elif capacity := self._capacity(total, bit_bytes(dimension)):
            rows = BitRows(capacity, centre, VectorFile(capacity, dimension, self._folder))
        else:
            return None
        return VectorMatrix(rows=rows, labels=Labels.room(capacity), structure=structure)

    def _capacity(self, total: int, row_bytes: int, *, most: int | None = None) -> int:
        """How many rows to set aside; 0 where the budget, or `most`, has no place for all."""
        capacity = min(total + max(_SPARE, total // 4), self._budget // (row_bytes + LABEL_BYTES))
        if most is not None:
            capacity = min(capacity, most)
        return capacity if total and capacity >= total else 0


def fits(matrix: VectorMatrix, *, added: int, gone: int) -> bool:
    """Whether a matrix has room for a change, and is not mostly rows without a chunk after it."""
    count = matrix.count + added
    return count <= matrix.rows.capacity and matrix.gone + gone <= _WORN * count + _SPARE
