"""Chunks read lately. A search reads hundreds, and the next one mostly the same."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence

from cachetools import LRUCache

from knowledge.types import StoredChunk

SIZE = 4_096  # about 12 MB

Load = Callable[[Sequence[int]], Mapping[int, StoredChunk]]


class RememberedChunks:
    """Chunks of one generation of the index: with the next one, all are forgotten. Thread-safe."""

    def __init__(self, size: int = SIZE) -> None:
        self._chunks: LRUCache[int, StoredChunk] = LRUCache(size)
        self._generation = -1
        self._lock = threading.Lock()

    def get(self, ids: Sequence[int], *, generation: int, load: Load) -> dict[int, StoredChunk]:
        """Return the chunks by id; `load` reads those that are not remembered, in the same snapshot."""
        with self._lock:
            if self._generation != generation:
                self._chunks.clear()
                self._generation = generation
            found = {chunk_id: chunk for chunk_id in ids if (chunk := self._chunks.get(chunk_id)) is not None}
        missing = [chunk_id for chunk_id in ids if chunk_id not in found]
        if missing:
            loaded = load(missing)
            found.update(loaded)
            with self._lock:
                if self._generation == generation:
                    self._chunks.update(loaded)
        return found
