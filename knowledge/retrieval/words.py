"""What chunks share of a question's words: the terms, their weights, and the chunks that score."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from knowledge.ports import Store, TermCandidate, TermStatistics
from knowledge.retrieval.bm25 import CountedText, IndexBM25, count, idf, mean_idf
from knowledge.retrieval.spelling import Speller, spelt_terms
from knowledge.text import query_terms, search_terms
from knowledge.types import Query, Scope, Spelling, StoredChunk

POOL = 400  # chunks that the store's own ranking lets through to be scored exactly


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredChunk:
    """A chunk, how often it holds each term, and its BM25 score."""

    chunk: StoredChunk
    text: CountedText
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """What BM25 needs besides the texts."""

    weights: Mapping[str, float]  # of each term that the index holds: one that is asked for twice weighs 2
    statistics: TermStatistics
    mean_idf: float = 0.0

    def scores(self, texts: Sequence[CountedText], *, mean_length: float) -> list[float]:
        """The score of each text, in order; lengths are in the unit of the mean length."""
        if not texts:
            return []
        statistics = replace(self.statistics, mean_length=mean_length)
        return IndexBM25(texts, weights=self.weights, statistics=statistics, mean_idf=self.mean_idf).scores()


@dataclass(frozen=True, slots=True, kw_only=True)
class WordPool:
    """Chunks that hold some of the terms, best first.

    Of equal scores the one comes first whose words stand nearer to its beginning, where title and headings are.
    """

    scoring: Scoring
    found: Sequence[ScoredChunk]
    spellings: tuple[Spelling, ...] = ()  # of words that the index does not hold


class IndexFigures:
    """Figures of the whole index that cost a look at all of it, read once for each state of the index."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.speller = Speller(store)
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
        candidates = await self._store.term_candidates(list(weights), scope, self._size) if weights else ()
        if not candidates:
            return WordPool(scoring=Scoring(weights=weights, statistics=statistics), found=(), spellings=spellings)
        mean_idf = await self._figures.mean_idf(statistics)
        scoring = Scoring(weights=weights, statistics=statistics, mean_idf=mean_idf)
        chunks = await self._store.chunks([candidate.chunk_id for candidate in candidates])
        found = await asyncio.to_thread(_ranked, scoring, candidates, chunks)
        return WordPool(scoring=scoring, found=found, spellings=spellings)


def term_weights(query: Query) -> dict[str, float]:
    """Terms to look for: those of the question count as often as they stand there, carried ones by their weight."""
    weights: dict[str, float] = dict(Counter(search_terms(query.text)))
    for carried in query.carried:
        for term in query_terms(carried.word):
            weights.setdefault(term, carried.weight)
    return weights


def _ranked(
    scoring: Scoring, candidates: Sequence[TermCandidate], chunks: Sequence[StoredChunk]
) -> list[ScoredChunk]:
    terms = {candidate.chunk_id: candidate.terms for candidate in candidates}
    texts = [count(terms[chunk.id], scoring.weights) for chunk in chunks]
    scores = scoring.scores(texts, mean_length=scoring.statistics.mean_length)
    found = [
        ScoredChunk(chunk=chunk, text=text, score=score)
        for chunk, text, score in zip(chunks, texts, scores, strict=True)
    ]
    return sorted(found, key=lambda one: (-one.score, one.text.first, one.chunk.id))
