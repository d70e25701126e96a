"""The best few chunks read together with the question: how well the best of them answers it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.errors import ModelError
from knowledge.ports import Reranker
from knowledge.rerank.refiner import FAILED, LATE, text_of
from knowledge.retrieval.grouping import distinct_texts
from knowledge.traces import note
from knowledge.types import WholeCandidate

READ = 3  # chunks: more of them cost time and tell no more


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A reranker's scores of the best chunks, where they can be had within `seconds`."""

    reranker: Reranker
    seconds: float = 2.0

    async def scores(self, question: str, candidates: Sequence[WholeCandidate]) -> Sequence[float]:
        """One score for each of the best chunks; none where there are no chunks, or the model fails or is late."""
        texts = [text_of(each.chunk) for each in distinct_texts(candidates)[:READ]]
        if not texts:
            return ()
        try:
            async with asyncio.timeout(self.seconds):
                return await self.reranker.scores(question, texts)
        except TimeoutError:
            note(fallback=LATE)
        except ModelError:
            note(fallback=FAILED)
        return ()
