"""What chunks share of a question's words: the terms, their weights, and the chunks that may score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from knowledge.ports import Store, TermStatistics
from knowledge.retrieval.bm25 import CountedText, count, idf, mean_idf
from knowledge.text import query_terms, search_terms
from knowledge.types import Query, Scope

POOL = 400  # chunks that the store's own ranking lets through to be scored exactly


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPool:
    """Chunks that hold some of the terms, and what BM25 needs besides. Empty: nothing matches."""

    texts: Mapping[int, CountedText]  # by chunk id
    weights: Mapping[str, float]
    statistics: TermStatistics
    mean_idf: float = 0.0


class IndexFigures:
    """Figures of the whole index that cost a look at all of it, read once for each state of the index."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._mean_idf = (-1, 0.0)  # index generation, value
        self._chunks_a_note = (-1, 1.0)

    async def mean_idf(self, statistics: TermStatistics) -> float:
        """Return the vocabulary's mean, or 0 where no term is in more than half of the chunks and so needs it."""
        if all(idf(frequency, statistics.chunks) >= 0 for frequency in statistics.frequencies.values()):
            return 0.0
        generation = await self._store.generation()
        if self._mean_idf[0] != generation:
            self._mean_idf = (generation, mean_idf(await self._store.vocabulary(), statistics.chunks))
        return self._mean_idf[1]

    async def chunks_a_note(self) -> float:
        """Return the mean number of chunks, at least 1."""
        generation = await self._store.generation()
        if self._chunks_a_note[0] != generation:
            collections = (await self._store.status()).collections
            chunks, notes = sum(one.chunks for one in collections), sum(one.documents for one in collections)
            self._chunks_a_note = (generation, max(chunks / notes, 1.0) if notes else 1.0)
        return self._chunks_a_note[1]


async def word_pool(store: Store, figures: IndexFigures, query: Query, scope: Scope, *, size: int = POOL) -> WordPool:
    """Collect at most `size` chunks of the scope that hold a term of the question."""
    asked = term_weights(query)
    statistics = await store.term_statistics(list(asked))
    weights = {term: weight for term, weight in asked.items() if statistics.frequencies.get(term)}
    found = await store.term_candidates(list(weights), scope, size) if weights else ()
    return WordPool(
        texts={candidate.chunk_id: count(candidate.terms, weights) for candidate in found},
        weights=weights,
        statistics=statistics,
        mean_idf=await figures.mean_idf(statistics) if found else 0.0,
    )


def term_weights(query: Query) -> dict[str, float]:
    """Terms to look for: those of the question count as often as they stand there, carried ones by their weight."""
    weights: dict[str, float] = dict(Counter(search_terms(query.text)))
    for carried in query.carried:
        for term in query_terms(carried.word):
            weights.setdefault(term, carried.weight)
    return weights
