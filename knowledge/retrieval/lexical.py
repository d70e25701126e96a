"""Chunks, and whole notes, that share a question's words."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from knowledge.retrieval.bm25 import merge
from knowledge.retrieval.words import IndexFigures, ScoredChunk, WordPool, WordPools
from knowledge.types import Candidate, NoteRef, Query, Scope


class LexicalRetriever:
    """The store's candidates, scored again by BM25 with whole-index statistics."""

    def __init__(self, pools: WordPools, *, depth: int, floor: float = 0.0) -> None:
        """`floor`: the share of the best score that a chunk must have."""
        self._pools = pools
        self._depth = depth
        self._floor = floor

    async def retrieve(self, query: Query, scope: Scope) -> Sequence[Candidate]:
        """Return at most `depth` chunks with their BM25 score; empty where the question has no words."""
        found = (await self._pools.pool(query, scope)).found[: self._depth]
        least = self._floor * found[0].score if found else 0.0
        return [_candidate(each, each.score) for each in found if not self._floor or each.score >= least]


class NoteRetriever:
    """Notes whose words answer together what no single chunk does, each shown by its best chunk.

    BM25 over notes, reckoned from the pool: a note's counts are those of its chunks there, its length in chunks
    reaches to the last of them, and terms are as rare as they are among chunks.
    """

    def __init__(self, pools: WordPools, figures: IndexFigures, *, depth: int) -> None:
        self._pools = pools
        self._figures = figures
        self._depth = depth

    async def retrieve(self, query: Query, scope: Scope) -> Sequence[Candidate]:
        """Return one chunk each of at most `depth` notes, with the note's BM25 score."""
        pool = await self._pools.pool(query, scope)
        chunks_a_note = await self._figures.chunks_a_note()
        return await asyncio.to_thread(_best_of_notes, pool, chunks_a_note, self._depth)


def _best_of_notes(pool: WordPool, chunks_a_note: float, limit: int) -> list[Candidate]:
    notes: dict[NoteRef, list[ScoredChunk]] = {}
    for found in pool.found:
        notes.setdefault(found.chunk.ref, []).append(found)
    whole = [
        merge((each.text for each in own), length=max(each.chunk.position for each in own) + 1)
        for own in notes.values()
    ]
    scores = pool.scoring.scores(whole, mean_length=chunks_a_note)
    best = sorted(zip(notes.values(), scores, strict=True), key=lambda note: -note[1])[:limit]
    return [_candidate(own[0], score) for own, score in best]


def _candidate(found: ScoredChunk, score: float) -> Candidate:
    return Candidate(chunk=found.chunk, score=score, identity=found.chunk.id)
