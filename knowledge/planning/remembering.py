"""A question that was expanded is not expanded again, and equal ones at the same moment are expanded once."""

from __future__ import annotations

from knowledge.caching import Cache
from knowledge.stages import Expander
from knowledge.types import Expansion, Query, Turn

PLANS = 512


class CachedExpander:
    """Another expander with its last plans kept (`stages.Expander`). A plan with something missing is not kept.

    A plan is made of the words asked and said before, never of notes, so it depends on neither index nor viewer.
    """

    def __init__(self, expander: Expander, *, size: int = PLANS) -> None:
        self._expander = expander
        self._plans: Cache[tuple[str, tuple[Turn, ...]], Expansion] = Cache(size)

    async def expand(self, query: Query) -> Expansion:
        """Return the kept plan, else that under way for the same words, else a new one."""
        key = (query.text, query.history)
        expansion = await self._plans.get(key, lambda: self._expander.expand(query))
        if expansion.fallback:
            self._plans.forget(key)
        return expansion
