"""What was read lately of the index. A search reads hundreds of chunks, and the next one mostly the same."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """At most `size` values of one generation of the index: with the next one, all are forgotten. Thread-safe.

    Those asked for lately lie in two halves: when the first is full, the second is dropped. To look hundreds up costs
    a tenth of what exact order does.
    """

    def __init__(self, size: int) -> None:
        self._half = size // 2
        self._lately: dict[K, V] = {}
        self._before: dict[K, V] = {}
        self._generation: Hashable = None
        self._lock = threading.Lock()

    def get(
        self, keys: Sequence[K], *, generation: Hashable, load: Callable[[Sequence[K]], Mapping[K, V]]
    ) -> dict[K, V]:
        """Return the values by key; `load` reads those that are not remembered, in the same snapshot."""
        found = self.known(keys, generation=generation)
        missing = [key for key in keys if key not in found]
        if missing:
            found.update(load(missing))
        self.keep(found, generation=generation)
        return found

    def known(self, keys: Sequence[K], *, generation: Hashable) -> dict[K, V]:
        """Return those that are remembered, by key."""
        with self._lock:
            if self._generation != generation:
                self._lately, self._before = {}, {}
                self._generation = generation
            lately, before = self._lately, self._before
            return {
                key: lately[key] if key in lately else before[key] for key in keys if key in lately or key in before
            }

    def keep(self, values: Mapping[K, V], *, generation: Hashable) -> None:
        """Remember what was asked for in a snapshot of this generation."""
        with self._lock:
            if self._generation == generation:
                if len(self._lately) + len(values) > self._half:
                    self._lately, self._before = {}, self._lately
                self._lately.update(values)
