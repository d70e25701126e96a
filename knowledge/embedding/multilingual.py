"""The multilingual model on this machine's processors: about a hundred languages, in one space of meaning."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise

from knowledge.embedding.e5 import DIMENSION, MODEL, E5Network, find_network
from knowledge.embedding.threads import EmbeddingThreads
from knowledge.ports import Matrix, Vector

# Of 512 tokens: the beginning, the end, and three of "query:". The engine would average several windows beyond that.
MAX_TOKENS = 507
# Tokens never cross white space. A longer run, as in Chinese, is counted in parts, each perhaps one token too many.
_STRETCH = re.compile(r"\S{1,64}")


class MultilingualEmbedder:
    """The multilingual model as a `ports.Embedder`. `threads` 0: as many as this process has processors.

    Its files are found, verified and loaded at the first use, in a thread; until then nothing is read.
    """

    def __init__(self, *, threads: int = 0) -> None:
        self._lock = threading.Lock()
        self._network: E5Network | None = None
        self._tokenizer = StretchTokenizer(self._load)
        self._threads = EmbeddingThreads(threads, dimension=DIMENSION)

    @property
    def model(self) -> str:
        """The model's name with the beginning of its checksum."""
        return MODEL

    @property
    def tokenizer(self) -> StretchTokenizer:
        """The model's own tokens, as far as they show."""
        return self._tokenizer

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Shape (len(texts), 384), unit rows, in order; a text counts up to its 507th token. Raises ModelMissing."""
        return await self._threads.documents(self._passage, texts)

    async def embed_query(self, text: str) -> Vector:
        """Shape (384,), unit length. Raises ModelMissing."""
        return await self._threads.query(self._query, text)

    def close(self) -> None:
        """End the threads; texts that were not begun are dropped."""
        self._threads.close()

    def _passage(self, text: str) -> Vector:
        return self._load().embed_passage(self._tokenizer.cut(text))

    def _query(self, text: str) -> Vector:
        return self._load().embed_query(self._tokenizer.cut(text))

    def _load(self) -> E5Network:
        with self._lock:
            if self._network is None:
                self._network = E5Network(find_network())
            return self._network


class StretchTokenizer:
    """Finds a text's tokens (`ports.Tokenizer`). The network is loaded at the first use.

    The engine counts the tokens of a stretch without white space but does not say where they lie, so they divide its
    characters evenly: borders of words are exact, and so are counts, but for stretches of more than 64 characters.
    """

    def __init__(self, load: Callable[[], E5Network]) -> None:
        self._load = load

    def __reduce__(self) -> tuple[Callable[[], StretchTokenizer], tuple[()]]:
        """Another process loads a network of its own."""
        return _apart, ()

    def count(self, text: str) -> int:
        """How many tokens. Raises ModelMissing."""
        network = self._load()
        return sum(map(network.tokens, _STRETCH.findall(text)))

    def offsets(self, text: str) -> Sequence[tuple[int, int]]:
        """Character spans (start, end exclusive) of the tokens, in order. Thread-safe. Raises ModelMissing."""
        return list(self._spans(text))

    def cut(self, text: str) -> str:
        """The text up to the last token that the network reads."""
        return text[: max((end for _, end in islice(self._spans(text), MAX_TOKENS)), default=0)]

    def _spans(self, text: str) -> Iterator[tuple[int, int]]:
        network = self._load()
        for stretch in _STRETCH.finditer(text):
            start, length = stretch.start(), len(stretch[0])
            count = network.tokens(stretch[0])
            borders = [start + length * number // count for number in range(count + 1)]
            yield from pairwise(borders)


def _apart() -> StretchTokenizer:
    return MultilingualEmbedder().tokenizer
