"""Whether what an index gave back is whole: each chunk has its text, each embedded one its vector."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from knowledge.errors import IndexDamaged, InvalidVector
from knowledge.ports import Matrix
from knowledge.remarks import Remark
from knowledge.store.units import first_broken
from knowledge.types import StoredChunk

AGAIN = Remark("Run `footnote index --full` to read and embed the notes again.")


def whole(chunks: Iterable[StoredChunk]) -> list[StoredChunk]:
    """The chunks, by collection, path and position. Raises IndexDamaged for one without text or one that is twice."""
    checked: list[StoredChunk] = []
    for chunk in chunks:
        if not chunk.text.strip():
            raise IndexDamaged("The text of {chunk} is missing in the index.", hint=AGAIN, chunk=_name(chunk))
        if checked and (checked[-1].ref, checked[-1].position) == (chunk.ref, chunk.position):
            raise IndexDamaged("The index holds two rows for {chunk}.", hint=AGAIN, chunk=_name(chunk))
        checked.append(chunk)
    return checked


def vectors_of(
    chunks: Sequence[StoredChunk], stored_ids: npt.NDArray[np.int64], stored: Matrix, *, dimension: int
) -> Matrix:
    """The vectors of these chunks, each checked. Raises InvalidVector and IndexDamaged, naming the chunk."""
    if stored.shape[1] != dimension:
        raise InvalidVector(
            "The vector of {chunk} has {found} dimensions; the index has {dimension}.",
            hint=AGAIN,
            chunk=_name(chunks[0]),
            found=stored.shape[1],
            dimension=dimension,
        )
    ids = np.array([chunk.id for chunk in chunks], dtype=np.int64)
    order = np.argsort(stored_ids)
    places = order[np.minimum(np.searchsorted(stored_ids[order], ids), len(order) - 1)] if len(order) else order
    missing = np.flatnonzero(stored_ids[places] != ids) if len(order) else np.arange(1)
    if missing.size:
        gone = _name(chunks[int(missing[0])])
        raise IndexDamaged("The vector of {chunk} is missing in the index.", hint=AGAIN, chunk=gone)
    vectors: Matrix = stored[places]
    broken = first_broken(vectors)
    if broken is not None:
        raise InvalidVector("The vector of {chunk} is zero or not finite.", hint=AGAIN, chunk=_name(chunks[broken]))
    return vectors


def _name(chunk: StoredChunk) -> Remark:
    first, last = chunk.lines
    return Remark(
        "{note}, chunk {number} (lines {first} to {last})",
        note=f"{chunk.ref.collection}/{chunk.ref.path}",
        number=chunk.position + 1,
        first=first,
        last=last,
    )
