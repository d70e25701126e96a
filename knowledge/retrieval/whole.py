"""Candidates with their texts, which ranking did without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from knowledge.types import Candidate, StoredChunk, WholeCandidate


class Texts(Protocol):
    """Where chunks can be read whole: of a store, all that this takes."""

    async def chunks(self, ids: Sequence[int]) -> Sequence[StoredChunk]:
        """The chunks in the order asked for; ids that are gone are left out."""
        ...


async def whole(texts: Texts, candidates: Sequence[Candidate]) -> list[WholeCandidate]:
    """The same candidates in their order, without those whose chunks are gone by now."""
    chunks = {chunk.id: chunk for chunk in await texts.chunks([each.chunk.id for each in candidates])}
    return [
        WholeCandidate(
            chunk=chunks[each.chunk.id],
            score=each.score,
            identity=each.identity,
            contributions=each.contributions,
            boosts=each.boosts,
        )
        for each in candidates
        if each.chunk.id in chunks
    ]
