"""More vectors than a search can measure in time: one bit a dimension tells which few of them to measure.

Three steps, each over fewer vectors and closer to the truth: bits that differ, an estimate of the product, the
product itself. Bits are signs of the distance from the centre, since the vectors of a model lie close together, and a
sign that nearly all share tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import numpy as np
import numpy.typing as npt

from knowledge.ports import Matrix, Vector
from knowledge.store.blocks import Ids
from knowledge.store.matrix import Mask, nearly_best, products

# How many vectors the last two steps look at: see docs/decisions/0009 for the recall that this gives.
MEASURED, MEASURED_PER_RESULT = 3_000, 5
MEASURED_SHARE = 320  # and one of so many vectors
ESTIMATED_PER_MEASURED = 6

_WORD = 64  # bits
_LEVELS = 4  # bits of each dimension of the question
_AT_ONCE = 16_384  # vectors whose bits and counts stay in the processor's cache
_FAR = np.iinfo(np.uint16).max

Bits = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.uint16]


class Place(Protocol):
    """Where whole vectors lie, by row number."""

    def add(self, start: int, vectors: Matrix) -> None:
        """Put vectors into the rows from `start`, which nobody reads yet."""
        ...

    def take(self, rows: Ids) -> Matrix:
        """The vectors of these rows, float32."""
        ...

    def row_bytes(self, dimension: int) -> int:
        """Bytes of memory that a row takes."""
        ...


class BitRows:
    """Bits in memory, whole vectors in their place. `centre`: about the mean of the vectors."""

    def __init__(self, capacity: int, centre: Vector, place: Place) -> None:
        self.capacity = capacity
        self._centre = centre
        self._place = place
        self._bits: Bits = np.empty((_words(len(centre)), capacity), dtype=np.uint64)
        self._scales = np.empty(capacity, dtype=np.float32)
        self._offsets = np.empty(capacity, dtype=np.float32)

    def row_bytes(self, dimension: int) -> int:
        """Bytes of memory that a row takes."""
        return bit_bytes(dimension) + self._place.row_bytes(dimension)

    def add(self, start: int, vectors: Matrix) -> None:
        """Put them in their place, and note their bits. Raises what the place does."""
        self._place.add(start, vectors)
        there = slice(start, start + len(vectors))
        centred = vectors - self._centre
        self._bits[:, there] = _packed(centred > 0).T
        # RaBitQ's estimate of the product of a vector and a question q, both less the centre, by the signs s of the
        # vector: <q, s> |v|^2 / |v|_1 (Gao and Long, SIGMOD 2024, without its rotation).
        squares = np.einsum("ij,ij->i", centred, centred)
        self._scales[there] = squares / np.maximum(np.abs(centred).sum(axis=1), np.finfo(np.float32).tiny)
        self._offsets[there] = vectors @ self._centre

    def take(self, rows: Ids) -> Matrix:
        """The whole vectors."""
        return self._place.take(rows)

    def candidates(self, query: Vector, allowed: Mask | None, count: int, limit: int) -> Ids:
        """Nearly always the nearest."""
        measured = MEASURED + MEASURED_PER_RESULT * limit + count // MEASURED_SHARE
        centred = query - self._centre
        rows = self._alike(centred, allowed, count, ESTIMATED_PER_MEASURED * measured)
        if len(rows) > measured:
            estimates = self._estimates(centred, rows)
            rows = np.sort(rows[np.argpartition(-estimates, measured)[:measured]])
        return rows[nearly_best(products(self._place.take(rows), query), limit)]

    def _alike(self, centred: Vector, allowed: Mask | None, count: int, wanted: int) -> Ids:
        """The rows with the fewest other signs: as many as wanted, and those with as few."""
        if allowed is not None and np.count_nonzero(allowed) <= wanted:
            return np.flatnonzero(allowed)
        if count <= wanted:
            return np.arange(count)
        differing = self._differing(_packed(centred[None] > 0)[0], count)
        if allowed is not None:
            differing[~allowed] = _FAR
        reached = np.cumsum(np.bincount(differing))
        return np.flatnonzero(differing <= np.searchsorted(reached, wanted))

    def _differing(self, pattern: Bits, count: int) -> Counts:
        counts = np.empty(count, dtype=np.uint16)
        for start in range(0, count, _AT_ONCE):
            part = slice(start, min(start + _AT_ONCE, count))
            counts[part] = _counted(bits[part] ^ word for bits, word in zip(self._bits, pattern, strict=True))
        return counts

    def _estimates(self, centred: Vector, rows: Ids) -> Vector:
        """The product with each row, from its bits and four bits of each of the question's dimensions."""
        lowest = centred.min()
        step = max((centred.max() - lowest) / (2**_LEVELS - 1), np.finfo(np.float32).tiny)
        levels = np.rint((centred - lowest) / step).astype(np.uint8)
        bits = np.take(self._bits, rows, axis=1)
        sums = lowest * _counted(bits).astype(np.float32)
        for level in range(_LEVELS):
            plane = _packed((levels >> level & 1)[None] > 0)[0]
            shared = _counted(words & word for words, word in zip(bits, plane, strict=True))
            sums += step * 2**level * shared
        signed = 2 * sums - (lowest * len(levels) + step * levels.sum(dtype=np.int64))
        estimates: Vector = (signed * self._scales[rows] + self._offsets[rows]).astype(np.float32)
        return estimates


def bit_bytes(dimension: int) -> int:
    """Bytes of memory that a row's bits take, and what turns them into an estimate."""
    return _words(dimension) * 8 + 2 * 4


def _words(dimension: int) -> int:
    return -(-dimension // _WORD)


def _packed(signs: Mask) -> Bits:
    """One word for each 64 columns; what is missing to the last one counts as no sign."""
    missing = -signs.shape[1] % _WORD
    packed: Bits = np.packbits(np.pad(signs, ((0, 0), (0, missing))), axis=1).view(np.uint64)
    return packed


def _counted(words: Iterable[Bits]) -> Counts:
    """How many bits each place has in all of these arrays, of which there is at least one."""
    first, *others = words
    counts: Counts = np.bitwise_count(first).astype(np.uint16)
    for other in others:
        counts += np.bitwise_count(other)
    return counts
