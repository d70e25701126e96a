"""An upper bound of the cosine that is cheap to compute, so that most pairs need no full product.

With any orthonormal Q, x.y = (Qx).(Qy) + rx.ry, where rx and ry are what Q leaves over, and by Cauchy and Schwarz
rx.ry <= |rx||ry|. A row of Qx followed by |rx| makes the bound one short product. Q spans the directions in which the
vectors lie most, found by a few rounds of subspace iteration from a fixed start; any other Q would be right too,
only worse at ruling out.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from knowledge.ports import Matrix

Ints = npt.NDArray[np.int64]

DIRECTIONS = 64
WORTHWHILE_ROWS = 8_192  # with fewer, the full product is faster than preparing the bound
MARGIN = 1e-4  # far above what float32 errs in the short product
_SQUARE_ERROR = (
    1e-5  # far above what it errs in a squared length; added before the root, which magnifies errors near 0
)
_SAMPLE = 1_024
_ROUNDS = 3
# Above this share of candidates a full product is faster than scoring them one by one.
_FEW = 1 / 64


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Bound:
    """`short[i] @ short[j]` is at least the cosine of rows i and j, but for a rounding far below MARGIN."""

    short: Matrix  # shape (rows, DIRECTIONS + 1)
    cut: float

    @classmethod
    def of(cls, units: Matrix, threshold: float, *, wanted: bool | None = None) -> Bound | None:
        """The bound of these unit rows; None where it is not wanted, or (`wanted` None) would not pay."""
        if wanted is False or units.shape[1] <= DIRECTIONS or len(units) < (2 if wanted else WORTHWHILE_ROWS):
            return None
        made = cls(short=_shortened(units), cut=threshold - MARGIN)
        return made if wanted or made.passing() <= _FEW else None

    def passing(self) -> float:
        """Share of the pairs of a sample that the bound does not rule out."""
        step = max(1, len(self.short) // _SAMPLE)
        sample = self.short[::step][:_SAMPLE]
        above = int((sample @ sample.T >= np.float32(self.cut)).sum()) - len(sample)
        return max(0, above) / max(1, len(sample) * (len(sample) - 1))

    def candidates(self, row: int, column: int, size: int) -> tuple[Ints, Ints] | None:
        """The rows of the tile's pairs that are not ruled out; None where they are too many to list."""
        product = self.short[row : row + size] @ self.short[column : column + size].T
        flat = np.flatnonzero(product >= np.float32(self.cut))
        if len(flat) > product.size * _FEW:
            return None
        rows, columns = np.divmod(flat, product.shape[1])
        return rows + row, columns + column


def _shortened(units: Matrix) -> Matrix:
    generator = np.random.default_rng(0)
    sample = units[:: max(1, len(units) // (8 * _SAMPLE))]
    directions = generator.normal(size=(units.shape[1], DIRECTIONS)).astype(np.float32)
    for _ in range(_ROUNDS):
        directions, _ = np.linalg.qr((sample.T @ (sample @ directions)).astype(np.float64))
        directions = directions.astype(np.float32)
    inside = units @ directions
    left_over = 1.0 - np.einsum("ij,ij->i", inside, inside, dtype=np.float64)
    lengths = np.sqrt(np.maximum(left_over, 0.0) + _SQUARE_ERROR).astype(np.float32)
    return np.hstack([inside, lengths[:, None]])
