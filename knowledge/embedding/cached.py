"""A question that was embedded is not embedded again, and equal questions at the same moment are embedded once."""

from __future__ import annotations

from collections.abc import Sequence

from knowledge.caching import Cache
from knowledge.ports import Embedder, Matrix, Tokenizer, Vector


class CachedEmbedder:
    """Another embedder with its last query vectors kept, by model and text (`ports.Embedder`)."""

    def __init__(self, embedder: Embedder, *, size: int = 256) -> None:
        self._embedder = embedder
        self._vectors: Cache[tuple[str, str], Vector] = Cache(size)

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
        return await self._vectors.get((self.model, text), lambda: self._embed(text))

    async def _embed(self, text: str) -> Vector:
        vector = await self._embedder.embed_query(text)
        vector.setflags(write=False)  # shared between callers from now on
        return vector
