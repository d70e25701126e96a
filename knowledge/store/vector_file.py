"""Vectors in a file without a name, which ends with the process and is read through a map."""

from __future__ import annotations

import tempfile
import weakref
from pathlib import Path

import numpy as np

from knowledge.ports import Matrix
from knowledge.store.blocks import Ids


class VectorFile:
    """Room for so many vectors. Raises OSError where the file finds no place."""

    def __init__(self, capacity: int, dimension: int, folder: Path | None) -> None:
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - open for as long as somebody has the rows
        weakref.finalize(self, self._file.close)
        self._row_bytes = 4 * dimension
        self._file.truncate(capacity * self._row_bytes)
        mapped: Matrix = np.memmap(self._file, np.float32, mode="r", shape=(capacity, dimension))
        self._vectors = np.asarray(mapped)  # a plain array: memmap's own class costs time at every step

    def add(self, start: int, vectors: Matrix) -> None:
        """Write them, by a call that fails on a full disk; a map would end the process."""
        self._file.seek(start * self._row_bytes)
        self._file.write(np.ascontiguousarray(vectors).data)
        self._file.flush()

    def take(self, rows: Ids) -> Matrix:
        """Read them."""
        return np.take(self._vectors, rows, axis=0)

    @staticmethod
    def row_bytes(dimension: int) -> int:  # noqa: ARG004 - other places for vectors ask for it
        """Bytes of memory that a row takes."""
        return 0
