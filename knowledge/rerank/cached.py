"""The same question over the same texts is scored once."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from knowledge.caching import Cache
from knowledge.ports import Reranker

SIZE = 512  # lists of scores


class CachedReranker:
    """Another reranker with its last scores kept (`ports.Reranker`), by model, question and the texts' hashes.

    A list is kept whole, since a chat model's scores mean something only beside each other. A text that changed has
    another hash, so nothing is answered from a former state of a note.
    """

    def __init__(self, reranker: Reranker, *, size: int = SIZE) -> None:
        self._reranker = reranker
        self._lists: Cache[tuple[str, str, tuple[bytes, ...]], Sequence[float]] = Cache(size)

    @property
    def model(self) -> str:
        """The wrapped reranker's model."""
        return self._reranker.model

    async def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """One finite score a text, in order; none for no texts, without a call. Raises ModelError."""
        if not texts:
            return ()
        hashes = tuple(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts)
        key = (self.model, question, hashes)
        return await self._lists.get(key, lambda: self._reranker.scores(question, texts))
