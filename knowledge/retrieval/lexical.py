"""Chunks, and whole notes, that share a question's words."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from knowledge.ports import Store
from knowledge.retrieval.bm25 import CountedText, IndexBM25, merge
from knowledge.retrieval.words import POOL, IndexFigures, WordPool, word_pool
from knowledge.types import Candidate, NoteRef, Query, Scope, StoredChunk

MIN_DEPTH = 100


class LexicalRetriever:
    """The store's candidates, scored again by BM25 with whole-index statistics."""

    def __init__(self, store: Store, figures: IndexFigures, *, depth: int = MIN_DEPTH) -> None:
        self._store = store
        self._figures = figures
        self._depth = depth

    async def retrieve(self, query: Query, scope: Scope) -> Sequence[Candidate]:
        """Return at most `depth` chunks with their BM25 score; empty where the question has no words."""
        pool = await word_pool(self._store, self._figures, query, scope, size=max(POOL, self._depth))
        scores = await asyncio.to_thread(_chunk_scores, pool)
        best = dict(sorted(scores.items(), key=lambda item: (-item[1], item[0]))[: self._depth])
        chunks = await self._store.chunks(tuple(best))
        return [Candidate(chunk=chunk, score=best[chunk.id], identity=chunk.id) for chunk in chunks]


class NoteRetriever:
    """Notes whose words answer together what no single chunk does, each shown by its best chunk.

    BM25 over notes, reckoned from the pool: a note's counts are those of its chunks there, its length in chunks
    reaches to the last of them, and terms are as rare as they are among chunks.
    """

    def __init__(self, store: Store, figures: IndexFigures, *, depth: int = MIN_DEPTH) -> None:
        self._store = store
        self._figures = figures
        self._depth = depth

    async def retrieve(self, query: Query, scope: Scope) -> Sequence[Candidate]:
        """Return one chunk each of at most `depth` notes, with the note's BM25 score."""
        pool = await word_pool(self._store, self._figures, query, scope, size=max(POOL, self._depth))
        chunks = await self._store.chunks(tuple(pool.texts))
        chunks_a_note = await self._figures.chunks_a_note()
        return (await asyncio.to_thread(_best_of_notes, pool, chunks, chunks_a_note))[: self._depth]


def _chunk_scores(pool: WordPool) -> dict[int, float]:
    return dict(zip(pool.texts, _bm25(pool, list(pool.texts.values())), strict=True))


def _best_of_notes(pool: WordPool, chunks: Sequence[StoredChunk], chunks_a_note: float) -> list[Candidate]:
    notes: dict[NoteRef, list[StoredChunk]] = {}
    for chunk in chunks:
        notes.setdefault(chunk.ref, []).append(chunk)
    whole = [_whole(own, pool.texts) for own in notes.values()]
    statistics = replace(pool.statistics, mean_length=chunks_a_note)
    chunk_scores = _chunk_scores(pool)
    found = []
    for own, score in zip(notes.values(), _bm25(replace(pool, statistics=statistics), whole), strict=True):
        best = max(own, key=lambda chunk: (chunk_scores[chunk.id], -chunk.position))
        found.append(Candidate(chunk=best, score=score, identity=best.id))
    return sorted(found, key=lambda candidate: (-candidate.score, candidate.chunk.id))


def _whole(chunks: Sequence[StoredChunk], texts: Mapping[int, CountedText]) -> CountedText:
    """A note as far as its chunks are known; its length in chunks."""
    return merge((texts[chunk.id] for chunk in chunks), length=max(chunk.position for chunk in chunks) + 1)


def _bm25(pool: WordPool, texts: Sequence[CountedText]) -> list[float]:
    if not texts:
        return []
    return IndexBM25(texts, weights=pool.weights, statistics=pool.statistics, mean_idf=pool.mean_idf).scores()
