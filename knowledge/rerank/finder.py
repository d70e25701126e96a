"""A search whose best candidates are read together with the question: that order is one more list of the fusion."""

from __future__ import annotations

from dataclasses import replace

from knowledge.remarks import joined
from knowledge.rerank.refiner import RerankRefiner
from knowledge.retrieval.found import Finder, Found, Mode
from knowledge.retrieval.whole import Texts, whole
from knowledge.types import Query


class RerankingFinder:
    """Another finder with a reranker's voice in what it finds; the lists of one kind alone stay as they are."""

    def __init__(self, finder: Finder, texts: Texts, refiner: RerankRefiner) -> None:
        self._finder = finder
        self._texts = texts
        self._refiner = refiner

    async def find(
        self, query: Query, *, limit: int, mode: Mode = "hybrid", strict: bool = False, plus: bool = False
    ) -> Found:
        """Return what the wrapped finder finds, reranked; as it was, with the reason, where that fails or is late.

        Raises as the finder does.
        """
        found = await self._finder.find(query, limit=limit, mode=mode, strict=strict, plus=plus)
        if mode in {"lexical", "dense"} and not plus:
            return found
        reranked = await self._refiner.reranked(found.query, await whole(self._texts, found.candidates))
        voices = (reranked.ranked,) if reranked.ranked else ()
        fallback = joined([found.fallback, reranked.fallback])
        return replace(found, lists=(*found.lists, *voices), fallback=fallback)
