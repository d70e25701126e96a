"""The embedded model, run on this machine's processors: no key, no network, and equal texts give equal vectors.

Its 8-bit network scales whole batches, so padding or another text in the batch would change a vector. Every text
is therefore embedded alone, and several at a time, each in its own thread.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from knowledge.embedding.files import CHECKSUMS, NAME, ModelFiles, find_files
from knowledge.embedding.instructions import instructions_for
from knowledge.embedding.session import giving_back, open_session
from knowledge.embedding.threads import EmbeddingThreads
from knowledge.embedding.tokens import WordPieceTokenizer, encodable, load_tokenizer
from knowledge.embedding.vectors import unit_rows
from knowledge.ports import Matrix, Vector

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MODEL = f"local/{NAME}@{CHECKSUMS['model.onnx'][:8]}"
DIMENSION = 384
MAX_TOKENS = 512
LONG_TOKENS = 256  # of a question that asks for so much memory, 30 MB at most, that the next one seldom needs it
QUERY_PREFIX = instructions_for(NAME).query_prefix


class LocalEmbedder:
    """The embedded model as a `ports.Embedder`. `threads` 0: as many as this process has processors.

    Files are found, verified and loaded at the first use, in a thread; until then nothing is read.
    """

    def __init__(self, *, folder: Path | None = None, threads: int = 0) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._network: _Network | None = None
        self._tokenizer = WordPieceTokenizer(folder)
        self._threads = EmbeddingThreads(threads, dimension=DIMENSION)

    @property
    def model(self) -> str:
        """The model's name with the beginning of its checksum."""
        return MODEL

    @property
    def tokenizer(self) -> WordPieceTokenizer:
        """The model's own tokens."""
        return self._tokenizer

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Shape (len(texts), 384), unit rows, in order; a text counts up to its 510th token. Raises ModelMissing."""
        return await self._threads.documents(self._embed, texts)

    async def embed_query(self, text: str) -> Vector:
        """Shape (384,), unit length. Raises ModelMissing."""
        return await self._threads.query(self._embed_query, QUERY_PREFIX + text)

    def close(self) -> None:
        """End the threads; texts that were not begun are dropped."""
        self._threads.close()

    def _embed(self, text: str) -> Vector:
        return self._load().embed(text)

    def _embed_query(self, text: str) -> Vector:
        return self._load().embed(text, frugal=True)

    def _load(self) -> _Network:
        with self._lock:
            if self._network is None:
                self._network = _Network(find_files(self._folder))
            return self._network


class _Network:
    """The loaded network. Thread-safe; each call runs in the thread that makes it."""

    def __init__(self, files: ModelFiles) -> None:
        files.verify()
        self._session, self._giving_back = open_session(files.network), giving_back()
        self._tokenizer: Tokenizer = load_tokenizer(files.tokenizer)
        self._tokenizer.enable_truncation(MAX_TOKENS)

    def embed(self, text: str, *, frugal: bool = False) -> Vector:
        """`frugal`: the room of a long text is given back, which passages in a row need again at once."""
        encoded = self._tokenizer.encode(encodable(text))
        inputs = {
            "input_ids": encoded.ids,
            "attention_mask": encoded.attention_mask,
            "token_type_ids": encoded.type_ids,
        }
        options = self._giving_back if frugal and len(encoded.ids) >= LONG_TOKENS else None
        arrays = {name: np.array([ids], dtype=np.int64) for name, ids in inputs.items()}
        hidden = self._session.run(None, arrays, options)[0]
        # The first token ([CLS]) stands for the whole text.
        vector: Vector = unit_rows(hidden[:, 0], model=MODEL, dimension=DIMENSION)[0]
        return vector
