"""Chunks, and whole notes, that share a question's words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from knowledge.retrieval.bm25 import IndexBM25
from knowledge.retrieval.words import WordPool, WordPools
from knowledge.types import Candidate, ChunkPlace, NoteRef, Query, Scope


class LexicalRetriever:
    """The store's candidates, scored again by BM25 with whole-index statistics."""

    def __init__(self, pools: WordPools, *, depth: int, floor: float = 0.0) -> None:
        """`floor`: the share of the best score that a chunk must have."""
        self._pools = pools
        self._depth = depth
        self._floor = floor

    async def retrieve(self, query: Query, scope: Scope) -> Sequence[Candidate]:
        """Return at most `depth` chunks with their BM25 score; empty where the question has no words."""
        pool = await self._pools.pool(query, scope)
        found = [_candidate(*each) for each in zip(pool.chunks[: self._depth], pool.scores.tolist(), strict=False)]
        least = self._floor * found[0].score if found else 0.0
        return [each for each in found if each.score >= least] if self._floor else found


class NoteRetriever:
    """Notes whose words answer together what no single chunk does, each shown by its best chunk.

    BM25 over notes, reckoned from the pool: a note's counts are those of its chunks there, its length in chunks
    reaches to the last of them, and terms are as rare as they are among chunks.
    """

    def __init__(self, pools: WordPools, *, depth: int) -> None:
        self._pools = pools
        self._depth = depth

    async def retrieve(self, query: Query, scope: Scope) -> Sequence[Candidate]:
        """Return one chunk each of at most `depth` notes, with the note's BM25 score."""
        pool = await self._pools.pool(query, scope)
        if pool.scoring is None:
            return []
        return _best_of_notes(pool, pool.scoring, self._depth)


def _best_of_notes(pool: WordPool, scoring: IndexBM25, limit: int) -> list[Candidate]:
    numbers: dict[NoteRef, int] = {}
    owners = np.array([numbers.setdefault(chunk.ref, len(numbers)) for chunk in pool.chunks], dtype=np.int64)
    counts = np.zeros((len(numbers), pool.counts.shape[1]), dtype=np.int64)
    np.add.at(counts, owners, pool.counts)
    lengths = np.zeros(len(numbers), dtype=np.int64)
    np.maximum.at(lengths, owners, np.array([chunk.position + 1 for chunk in pool.chunks], dtype=np.int64))
    scores = scoring.scores(counts, lengths, mean_length=pool.chunks_a_note)
    _, firsts = np.unique(owners, return_index=True)
    best = np.argsort(-scores, kind="stable")[:limit]
    return [
        _candidate(pool.chunks[first], score)
        for first, score in zip(firsts[best].tolist(), scores[best].tolist(), strict=True)
    ]


def _candidate(chunk: ChunkPlace, score: float) -> Candidate:
    return Candidate(chunk=chunk, score=score, identity=chunk.id)
