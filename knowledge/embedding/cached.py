"""A question that was embedded is not embedded again, and equal questions at the same moment are embedded once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from cachetools import LRUCache

from knowledge.ports import Embedder, Matrix, Tokenizer, Vector


class CachedEmbedder:
    """Another embedder with its last query vectors kept, by model and text (`ports.Embedder`).

    For one event loop. Failures are not kept. Whoever waits may be cancelled without harm to the others; when the
    last one is, the embedding is cancelled too.
    """

    def __init__(self, embedder: Embedder, *, size: int = 256) -> None:
        self._embedder = embedder
        self._vectors: LRUCache[tuple[str, str], Vector] = LRUCache(size)
        self._running: dict[tuple[str, str], _Flight] = {}

    @property
    def model(self) -> str:
        """The wrapped embedder's model."""
        return self._embedder.model

    @property
    def tokenizer(self) -> Tokenizer:
        """The wrapped embedder's tokenizer."""
        return self._embedder.tokenizer

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Embed without keeping anything: the index does that."""
        return await self._embedder.embed_documents(texts)

    async def embed_query(self, text: str) -> Vector:
        """Shape (dimension,), unit length, read-only. Raises ModelError, InvalidVector."""
        key = (self.model, text)
        if (vector := self._vectors.get(key)) is not None:
            return vector
        flight = self._running.get(key) or self._take_off(key)
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if not flight.waiting:
                flight.task.cancel()  # does nothing once it is done
                self._forget(key, flight)

    def _take_off(self, key: tuple[str, str]) -> _Flight:
        flight = self._running[key] = _Flight(task=asyncio.ensure_future(self._embed(key)))
        flight.task.add_done_callback(lambda _: self._forget(key, flight))
        return flight

    def _forget(self, key: tuple[str, str], flight: _Flight) -> None:
        if self._running.get(key) is flight:
            del self._running[key]

    async def _embed(self, key: tuple[str, str]) -> Vector:
        vector = await self._embedder.embed_query(key[1])
        vector.setflags(write=False)  # shared between callers from now on
        self._vectors[key] = vector
        return vector


@dataclass(slots=True, kw_only=True)
class _Flight:
    """One running embedding and the number of those who wait for it."""

    task: asyncio.Task[Vector]
    waiting: int = 0
