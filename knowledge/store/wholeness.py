"""Whether what an index gave back is whole: each chunk has its text, each embedded one its vector."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from knowledge.errors import IndexDamaged, InvalidVector
from knowledge.ports import Matrix
from knowledge.store.units import first_broken
from knowledge.types import StoredChunk

AGAIN = "Run `footnote index --full` to read and embed the notes again."


def whole(chunks: Iterable[StoredChunk]) -> list[StoredChunk]:
    """The chunks, by collection, path and position. Raises IndexDamaged for one without text or one that is twice."""
    checked: list[StoredChunk] = []
    for chunk in chunks:
        if not chunk.text.strip():
            raise IndexDamaged(f"The text of {_name(chunk)} is missing in the index.", hint=AGAIN)
        if checked and (checked[-1].ref, checked[-1].position) == (chunk.ref, chunk.position):
            raise IndexDamaged(f"The index holds two rows for {_name(chunk)}.", hint=AGAIN)
        checked.append(chunk)
    return checked


def vectors_of(
    chunks: Sequence[StoredChunk], stored_ids: npt.NDArray[np.int64], stored: Matrix, *, dimension: int
) -> Matrix:
    """The vectors of these chunks, each checked. Raises InvalidVector and IndexDamaged, naming the chunk."""
    if stored.shape[1] != dimension:
        raise InvalidVector(
            f"The vector of {_name(chunks[0])} has {stored.shape[1]} dimensions; the index has {dimension}.",
            hint=AGAIN,
        )
    ids = np.array([chunk.id for chunk in chunks], dtype=np.int64)
    order = np.argsort(stored_ids)
    places = order[np.minimum(np.searchsorted(stored_ids[order], ids), len(order) - 1)] if len(order) else order
    missing = np.flatnonzero(stored_ids[places] != ids) if len(order) else np.arange(1)
    if missing.size:
        raise IndexDamaged(f"The vector of {_name(chunks[int(missing[0])])} is missing in the index.", hint=AGAIN)
    vectors: Matrix = stored[places]
    broken = first_broken(vectors)
    if broken is not None:
        raise InvalidVector(f"The vector of {_name(chunks[broken])} is zero or not finite.", hint=AGAIN)
    return vectors


def _name(chunk: StoredChunk) -> str:
    first, last = chunk.lines
    return f"{chunk.ref.collection}/{chunk.ref.path}, chunk {chunk.position + 1} (lines {first} to {last})"
