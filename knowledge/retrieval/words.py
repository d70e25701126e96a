"""What chunks share of a question's words: the terms, their weights, and the chunks that score."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from knowledge.ports import Store, TermCandidates, TermStatistics
from knowledge.retrieval.bm25 import Counts, IndexBM25, Scores, idf, mean_idf
from knowledge.retrieval.spelling import Speller, spelt_terms
from knowledge.text import query_terms, search_terms
from knowledge.types import ChunkPlace, Query, Scope, Spelling

POOL = 400  # chunks that the store's own ranking lets through to be scored exactly


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WordPool:
    """Chunks that hold some of the terms, best first, with their BM25 scores and how often each holds each term.

    Of equal scores the one comes first whose words stand nearer to its beginning, where title and headings are.
    `scoring` can score more than these chunks; None where there are none.
    """

    chunks: Sequence[ChunkPlace] = ()
    scores: Scores
    counts: Counts  # shape (chunks, terms)
    scoring: IndexBM25 | None = None
    spellings: tuple[Spelling, ...] = ()  # of words that the index does not hold
    chunks_a_note: float = 1.0  # in the whole index

    @classmethod
    def empty(cls, spellings: tuple[Spelling, ...]) -> WordPool:
        """No chunk at all."""
        return cls(scores=np.zeros(0), counts=np.zeros((0, 0), dtype=np.int64), spellings=spellings)


class IndexFigures:
    """Figures of the whole index that cost a look at all of it, read once for each state of the index."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.speller = Speller(store)
        self._mean_idf: tuple[Hashable, float] = (None, 0.0)  # index generation, value

    async def mean_idf(self, statistics: TermStatistics) -> float:
        """Return the vocabulary's mean, or 0 where no term is in more than half of the chunks and so needs it."""
        if all(idf(frequency, statistics.chunks) >= 0 for frequency in statistics.frequencies.values()):
            return 0.0
        if self._mean_idf[0] != statistics.generation:
            self._mean_idf = (statistics.generation, mean_idf(await self._store.vocabulary(), statistics.chunks))
        return self._mean_idf[1]


class WordPools:
    """The pools of one search, which several retrievers look into: each is collected once."""

    def __init__(self, store: Store, figures: IndexFigures, *, size: int = POOL) -> None:
        self._store = store
        self._figures = figures
        self._size = size
        self._pools: dict[tuple[Query, Scope], asyncio.Task[WordPool]] = {}

    async def pool(self, query: Query, scope: Scope) -> WordPool:
        """Return at most `size` chunks of the scope that hold a term of the question."""
        key = (query, scope)
        collecting = self._pools.get(key)
        if collecting is None or collecting.cancelled():  # cancelled with its sources, when one of them failed
            collecting = self._pools[key] = asyncio.create_task(self._collect(query, scope))
        return await collecting

    async def _collect(self, query: Query, scope: Scope) -> WordPool:
        asked = term_weights(query)
        statistics = await self._store.term_statistics(list(asked))
        spellings = await self._figures.speller.spellings(query, statistics)
        if spellings:
            asked = spelt_terms(spellings) | asked
            statistics = await self._store.term_statistics(list(asked))
        weights = {term: weight for term, weight in asked.items() if statistics.frequencies.get(term)}
        found = await self._store.term_candidates(list(weights), scope, self._size) if weights else None
        if found is None or not len(found.ids):
            return WordPool.empty(spellings)
        mean_idf = await self._figures.mean_idf(statistics)
        scoring = IndexBM25(weights, statistics=statistics, mean_idf=mean_idf)
        places = await self._store.places(found.ids.tolist())
        pool = _ranked(scoring, found, places)
        return replace(pool, spellings=spellings, chunks_a_note=statistics.chunks_a_note)


def term_weights(query: Query) -> dict[str, float]:
    """Terms to look for: those of the question count as often as they stand there, carried ones by their weight."""
    weights: dict[str, float] = dict(Counter(search_terms(query.text)))
    for carried in query.carried:
        for term in query_terms(carried.word):
            weights.setdefault(term, carried.weight)
    return weights


def _ranked(scoring: IndexBM25, found: TermCandidates, places: Sequence[ChunkPlace]) -> WordPool:
    scores = scoring.scores(found.counts, found.lengths)
    by_id = {place.id: place for place in places}
    there = np.array([chunk_id in by_id for chunk_id in found.ids.tolist()], dtype=np.bool_)
    order = np.lexsort((found.ids, found.firsts, -scores))
    order = order[there[order]]
    return WordPool(
        chunks=[by_id[chunk_id] for chunk_id in found.ids[order].tolist()],
        scores=scores[order],
        counts=found.counts[order],
        scoring=scoring,
    )
