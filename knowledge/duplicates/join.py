"""All pairs of chunks of two notes whose cosine reaches a threshold: exhaustive and exact, in bounded memory.

The upper triangle of the product of all vectors with each other is made tile by tile in float32, on all cores. A
pair so near to the threshold that float32 could err is scored again in float64.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from knowledge.duplicates.bound import Bound, Ints
from knowledge.embedding.cpus import usable_cpus
from knowledge.errors import QueryError
from knowledge.ports import Matrix

Floats = npt.NDArray[np.float64]
Progress = Callable[[int, int], None]  # tiles done, tiles in all; called from the threads at work

TILE = 2_048  # rows and columns of a tile: 16 MB of float32
# More than float32 errs in a product of unit vectors of some thousand dimensions.
FLOAT32_ERROR = 1e-5
ROUNDING = 1e-9  # of shares: 0.8 of 5 chunks is 4 chunks
MOST_PAIRS = 10_000_000  # 240 MB, and as much again to sort them
_ROWS_AT_ONCE = 8_192  # pairs whose vectors are gathered together


class Stopped(Exception):
    """The join was asked to stop before its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Rows of two vectors and their cosine, by rows, left < right. `found` counts those not kept too."""

    left: Ints
    right: Ints
    similarity: Floats
    found: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Owners:
    """Whose each vector is: `of` numbers the notes; `sizes` is the number of chunks of that note, vector by vector.

    Notes whose sizes differ so much that no matching could cover `coverage` of both are counted and not kept.
    """

    of: Ints
    sizes: Ints
    coverage: float = 0.0

    def apart(self, left: Ints, right: Ints) -> npt.NDArray[np.bool_]:
        """Which pairs are of two notes."""
        different: npt.NDArray[np.bool_] = self.of[left] != self.of[right]
        return different

    def coverable(self, left: Ints, right: Ints) -> npt.NDArray[np.bool_]:
        """Which pairs are of notes that could cover each other."""
        smaller = np.minimum(self.sizes[left], self.sizes[right])
        larger = np.maximum(self.sizes[left], self.sizes[right])
        fitting: npt.NDArray[np.bool_] = smaller >= self.coverage * larger - ROUNDING
        return fitting


def join(
    vectors: Matrix,
    owners: Owners,
    *,
    threshold: float,
    bound: bool | None = None,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> Pairs:
    """Return every pair of rows of two notes with a cosine of at least `threshold`.

    `bound`: skip what an upper bound of the cosine rules out; None: where that pays. It changes no result.
    Raises QueryError for more than MOST_PAIRS pairs, Stopped.
    """
    units = unit_rows(vectors)
    work = _Work(units, owners, threshold, Bound.of(units, threshold, wanted=bound), stop or threading.Event())
    tiles = list(_tiles(len(units)))
    parts: list[Pairs] = []
    kept = 0
    with ThreadPoolExecutor(usable_cpus()) as pool:
        for done, part in enumerate(pool.map(work.tile, tiles), start=1):
            parts.append(part)
            kept += len(part.left)
            if kept > MOST_PAIRS:
                work.stop.set()
                raise QueryError(
                    f"More than {MOST_PAIRS:,} pairs of passages reach the threshold {threshold:g}.",
                    hint="Raise --threshold, or compare fewer notes with --collection or --prefix.",
                )
            if progress:
                progress(done, len(tiles))
    return _together(parts)


def unit_rows(vectors: Matrix) -> Matrix:
    """The rows at length 1, which they already have where an index made them."""
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
    if np.abs(lengths - 1).max(initial=0) < FLOAT32_ERROR / 10:
        return np.ascontiguousarray(vectors, dtype=np.float32)
    units: Matrix = (vectors / lengths[:, None]).astype(np.float32)
    return units


def cosines(vectors: Matrix, left: Ints, right: Ints) -> Floats:
    """The cosine of each pair of rows in float64."""
    scores = np.empty(len(left), dtype=np.float64)
    for start in range(0, len(left), _ROWS_AT_ONCE):
        part = slice(start, start + _ROWS_AT_ONCE)
        one, other = vectors[left[part]].astype(np.float64), vectors[right[part]].astype(np.float64)
        product = np.einsum("ij,ij->i", one, other)
        product /= np.sqrt(np.einsum("ij,ij->i", one, one) * np.einsum("ij,ij->i", other, other))
        scores[part] = product
    return scores


def _tiles(count: int) -> Iterator[tuple[int, int]]:
    starts = range(0, count, TILE)
    return ((row, column) for row in starts for column in starts if column >= row)


class _Work:
    """One tile after the other, each from a thread of its own."""

    def __init__(
        self, units: Matrix, owners: Owners, threshold: float, bound: Bound | None, stop: threading.Event
    ) -> None:
        self._units = units
        self._owners = owners
        self._threshold = threshold
        self._bound = bound
        self.stop = stop

    def tile(self, corner: tuple[int, int]) -> Pairs:
        """The pairs of one tile. Raises Stopped."""
        if self.stop.is_set():
            raise Stopped
        row, column = corner
        left, right, scores = self._candidates(row, column)
        here = (left < right) & self._owners.apart(left, right)
        left, right, scores = left[here], right[here], scores[here]
        near = np.flatnonzero(np.abs(scores - self._threshold) <= FLOAT32_ERROR)
        scores[near] = cosines(self._units, left[near], right[near])
        above = scores >= self._threshold
        found = int(above.sum())
        above &= self._owners.coverable(left, right)
        return Pairs(left=left[above], right=right[above], similarity=scores[above], found=found)

    def _candidates(self, row: int, column: int) -> tuple[Ints, Ints, Floats]:
        """Pairs that may reach the threshold, with their cosine."""
        if self._bound is not None and (places := self._bound.candidates(row, column, TILE)) is not None:
            left, right = places
            return left, right, cosines(self._units, left, right)
        product = self._units[row : row + TILE] @ self._units[column : column + TILE].T
        flat = np.flatnonzero(product >= np.float32(self._threshold - FLOAT32_ERROR))
        rows, columns = np.divmod(flat, product.shape[1])
        return rows + row, columns + column, product.ravel()[flat].astype(np.float64)


def _together(parts: list[Pairs]) -> Pairs:
    return Pairs(
        left=np.concatenate([np.empty(0, dtype=np.int64), *(part.left for part in parts)]),
        right=np.concatenate([np.empty(0, dtype=np.int64), *(part.right for part in parts)]),
        similarity=np.concatenate([np.empty(0), *(part.similarity for part in parts)]),
        found=sum(part.found for part in parts),
    )
