"""Vectors side by side in memory: each search measures all of them in one product.

What a search sees never changes. A newer matrix shares the rows of the older one and has its own behind them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt

from knowledge.ports import Matrix, Vector
from knowledge.store.blocks import Block, Ids

Mask = npt.NDArray[np.bool_]

ROUNDING = 2e-6  # more than two float32 products of the same unit vectors can differ by
FEW = 16  # picking every 16th row out costs what a product with all of them does
_GROUP = 16
_NEVER = np.float32(-2)  # below every cosine


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """What an index says of its tables of vectors. With another one, every vector is another one."""

    tables: Hashable  # changes when they are made anew
    dimension: int


class Rows(Protocol):
    """Unit vectors by row number, with room for `capacity` of them."""

    capacity: int

    def add(self, start: int, vectors: Matrix) -> None:
        """Put vectors into the rows from `start`, which nobody reads yet."""
        ...

    def take(self, rows: Ids) -> Matrix:
        """The vectors of these rows, float32."""
        ...

    def candidates(self, query: Vector, allowed: Mask | None, count: int, limit: int) -> Ids:
        """Rows, of the first `count` and allowed ones, among which the nearest `limit` are."""
        ...

    def row_bytes(self, dimension: int) -> int:
        """Bytes of memory that a row takes."""
        ...


class ExactRows:
    """All of it float32 in memory."""

    def __init__(self, capacity: int, dimension: int) -> None:
        self.capacity = capacity
        self._vectors = np.empty((capacity, dimension), dtype=np.float32)  # takes memory when it is written to

    def add(self, start: int, vectors: Matrix) -> None:
        """Copy them in."""
        self._vectors[start : start + len(vectors)] = vectors

    def take(self, rows: Ids) -> Matrix:
        """Copy them out."""
        return np.take(self._vectors, rows, axis=0)

    def candidates(self, query: Vector, allowed: Mask | None, count: int, limit: int) -> Ids:
        """The nearest, and those that are as near but for rounding."""
        if allowed is not None and np.count_nonzero(allowed) * FEW < count:
            rows = np.flatnonzero(allowed)
            return rows[nearly_best(products(self.take(rows), query), limit)]
        scores = products(self._vectors[:count], query)
        if allowed is None:
            return nearly_best(scores, limit)
        best = nearly_best(np.where(allowed, scores, _NEVER), limit)
        return best[allowed[best]]

    @staticmethod
    def row_bytes(dimension: int) -> int:
        """Bytes of memory that a row takes."""
        return 4 * dimension


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """What is known of each row beside its vector."""

    ids: Ids  # of its chunk
    documents: Ids
    turns: Ids  # which of equally near ones comes first

    @classmethod
    def room(cls, capacity: int) -> Self:
        """Labels to be written."""
        return cls(**{name: np.empty(capacity, dtype=np.int64) for name in ("ids", "documents", "turns")})

    def write(self, start: int, other: Labels) -> None:
        """Copy the other ones in."""
        stop = start + len(other.ids)
        self.ids[start:stop] = other.ids
        self.documents[start:stop] = other.documents
        self.turns[start:stop] = other.turns


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorMatrix:
    """The vectors of one generation of the index: the first `count` rows, without those of `gone` chunks."""

    rows: Rows
    labels: Labels
    structure: Structure
    generation: int = -1
    blocks: Mapping[int, Block] = field(default_factory=dict)  # of a file
    count: int = 0
    gone: int = 0
    alive: Mask | None = None  # of each row, where some are gone

    @property
    def memory(self) -> int:
        """Bytes that it takes, but for the room that it has left."""
        return self.count * (self.rows.row_bytes(self.structure.dimension) + LABEL_BYTES)

    def followed(self, *, generation: int, count: int, gone: Ids) -> Self:
        """Return the matrix of a later generation: with rows up to `count`, and without these chunks."""
        return replace(
            self, generation=generation, count=count, gone=self.gone + len(gone), alive=self._alive(count, gone)
        )

    def nearest(self, query: Vector, documents: Ids | None, limit: int) -> list[tuple[int, float]]:
        """Return (chunk id, cosine) best first, of these documents or all; equally near ones as sqlite-vec does."""
        exact = query.astype(np.float64)
        unit = exact / np.linalg.norm(exact)
        found = self.rows.candidates(unit.astype(np.float32), self._allowed(documents), self.count, limit)
        # Row by row and not as a product, whose last digits depend on where a row stands: equal vectors stay equal.
        cosines = np.einsum("ij,j->i", self.rows.take(found).astype(np.float64), unit)
        best = np.lexsort((self.labels.turns[found], -cosines))[:limit]
        return list(zip(self.labels.ids[found[best]].tolist(), cosines[best].tolist(), strict=True))

    def _alive(self, count: int, gone: Ids) -> Mask | None:
        if self.alive is None and not len(gone):
            return None
        alive = np.ones(count, dtype=np.bool_)
        if self.alive is not None:
            alive[: self.count] = self.alive
        alive[: self.count] &= ~np.isin(self.labels.ids[: self.count], gone)
        return alive

    def _allowed(self, documents: Ids | None) -> Mask | None:
        if documents is None:
            return self.alive
        owners = self.labels.documents[: self.count]
        listed = np.zeros(1 + max(owners.max(initial=0), documents.max(initial=0)), dtype=np.bool_)
        listed[documents] = True
        allowed: Mask = listed[owners]
        return allowed if self.alive is None else allowed & self.alive


LABEL_BYTES = 4 * 8 + 2  # the labels of a row, its chunk's id once more in its block, and whether it is gone


def nearly_best(scores: Vector, limit: int) -> Ids:
    """Where the highest `limit` scores are, and all that are as high but for rounding; ascending."""
    if len(scores) <= limit:
        return np.arange(len(scores))
    return np.flatnonzero(scores >= _floor(scores, limit) - ROUNDING)


def products(some: Matrix, query: Vector) -> Vector:
    """Return the product of some vectors with the query, on one core.

    BLAS shares it out among threads that wait for each other, and takes three times as long in all.
    """
    found: Vector = np.vecdot(some, query)
    return found


def _floor(scores: Vector, limit: int) -> np.float32:
    """A score that at least `limit` reach and few more: the best of each group are much fewer to sort."""
    groups = scores[: len(scores) // _GROUP * _GROUP].reshape(_GROUP, -1).max(axis=0)
    chosen = groups if len(groups) > 2 * limit else scores
    floor: np.float32 = np.partition(chosen, len(chosen) - limit)[len(chosen) - limit]
    return floor
