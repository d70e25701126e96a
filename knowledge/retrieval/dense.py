"""Chunks near a question in meaning."""

from __future__ import annotations

from collections.abc import Sequence

from knowledge.errors import IndexUnavailable, ModelMismatch
from knowledge.ports import Embedder, Store
from knowledge.types import Candidate, Query, Scope

CARRIED_WORDS = 3  # more of them pull the vector away from the question


class DenseRetriever:
    """The store's nearest chunks by cosine.

    `former`: the model whose vectors the index holds until those of `embedder` are gathered.
    """

    def __init__(self, store: Store, embedder: Embedder, *, depth: int, former: Embedder | None = None) -> None:
        self._store = store
        self._embedder = embedder
        self._former = former
        self._depth = depth

    async def retrieve(self, query: Query, scope: Scope) -> Sequence[Candidate]:
        """Return at most `depth` chunks with their cosine.

        Raises ModelMismatch, ModelError, InvalidVector; IndexUnavailable while the index has no vectors at all.
        """
        embedder = await self._serving()
        vector = await embedder.embed_query(embedded_text(query))
        found = dict(await self._store.nearest(vector, scope, self._depth))
        if not found:
            await self._check_vectors()
        chunks = await self._store.places(tuple(found))
        return [Candidate(chunk=chunk, score=found[chunk.id], identity=chunk.id) for chunk in chunks]

    async def _serving(self) -> Embedder:
        """Return the embedder of the index's vectors."""
        try:
            await self._store.check_model(self._embedder.model)
        except ModelMismatch:
            if self._former is None:
                raise
            await self._store.check_model(self._former.model)
            return self._former
        return self._embedder

    async def _check_vectors(self) -> None:
        """Tell an index without vectors from a scope without notes."""
        collections = (await self._store.status()).collections
        if any(one.chunks for one in collections) and not any(one.embedded for one in collections):
            raise IndexUnavailable(
                "The notes are not embedded yet.", hint="Run `footnote index`; keyword search works meanwhile."
            )


def embedded_text(query: Query) -> str:
    """The question, with the strongest words of earlier turns after it, in parentheses: an aside, as they are."""
    words = " ".join(carried.word for carried in query.carried[:CARRIED_WORDS])
    return f"{query.text} ({words})" if words else query.text
