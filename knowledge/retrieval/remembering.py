"""A search that was run is not run again while the index stays as it is."""

from __future__ import annotations

from knowledge.caching import Cache
from knowledge.ports import Store
from knowledge.retrieval.found import Finder, Found, Mode
from knowledge.types import Query

SEARCHES = 32  # each may hold several hundred chunks


class RememberingFinder:
    """Another finder with its last results kept.

    The key holds the whole query, with the viewer and where that person may look, and the generation of the index: a
    changed note, another viewer or other groups are another search. A result that lacks a part is not kept.
    """

    def __init__(self, finder: Finder, store: Store, *, size: int = SEARCHES) -> None:
        self._finder = finder
        self._store = store
        self._found: Cache[object, Found] = Cache(size)

    async def find(
        self, query: Query, *, limit: int, mode: Mode = "hybrid", strict: bool = False, plus: bool = False
    ) -> Found:
        """Return what the wrapped finder finds. Raises as it does."""
        generation = await self._store.generation()
        key = (query, limit, mode, strict, plus, generation)
        found = await self._found.get(
            key, lambda: self._finder.find(query, limit=limit, mode=mode, strict=strict, plus=plus)
        )
        if found.fallback:
            self._found.forget(key)
        return found
