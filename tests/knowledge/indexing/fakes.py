"""An embedder without a model: equal texts give equal vectors, in any process."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence

import numpy as np

from knowledge.ports import Matrix, Vector

DIMENSION = 16


class WordTokenizer:
    """A word or a sign is a token."""

    def count(self, text: str) -> int:
        return len(self.offsets(text))

    def offsets(self, text: str) -> Sequence[tuple[int, int]]:
        return [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]


class HashingEmbedder:
    """Counts what it embeds. `refuse(text)` may give an error to raise instead."""

    def __init__(self, *, model: str = "hash", refuse: Callable[[str], Exception | None] = lambda text: None) -> None:
        self.model = model
        self.tokenizer = WordTokenizer()
        self.texts: list[str] = []
        self.refuse = refuse

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        for text in texts:
            if error := self.refuse(text):
                raise error
        self.texts.extend(texts)
        return np.array([self._vector(text) for text in texts], dtype=np.float32)

    async def embed_query(self, text: str) -> Vector:
        return self._vector(text)

    def _vector(self, text: str) -> Vector:
        seed = hashlib.sha256(f"{self.model}\n{text}".encode()).digest()
        row = np.random.default_rng(list(seed)).normal(size=DIMENSION)
        vector: Vector = (row / np.linalg.norm(row)).astype(np.float32)
        return vector
