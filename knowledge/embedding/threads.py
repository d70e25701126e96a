"""An embedding network's calls in threads: documents side by side, questions apart from them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from knowledge.embedding.cpus import give_way, usable_cpus
from knowledge.ports import Matrix, Vector

A_FEW = 16  # texts
Embed = Callable[[str], Vector]  # one text to its unit vector; it blocks, and is called from several threads


class EmbeddingThreads:
    """The threads of one network. `count` 0: as many as this process has processors."""

    def __init__(self, count: int, *, dimension: int) -> None:
        self._dimension = dimension
        self._documents = ThreadPoolExecutor(count or usable_cpus(), "footnote-embed", give_way)
        # Apart from the documents' threads: a question never waits behind an indexing run. One thread, so that
        # however many ask, another processor stays free to acknowledge them.
        self._queries = ThreadPoolExecutor(1, "footnote-embed-query", give_way)

    async def documents(self, embed: Embed, texts: Sequence[str]) -> Matrix:
        """Shape (len(texts), dimension), in order.

        Cancelling it drops the texts that were not begun. A few texts, such as the passages of an answer, take the
        questions' way.
        """
        loop = asyncio.get_running_loop()
        threads = self._queries if len(texts) <= A_FEW else self._documents
        rows = await asyncio.gather(*(loop.run_in_executor(threads, embed, text) for text in texts))
        return np.stack(rows) if rows else np.empty((0, self._dimension), dtype=np.float32)

    async def query(self, embed: Embed, text: str) -> Vector:
        """Shape (dimension,)."""
        return await asyncio.get_running_loop().run_in_executor(self._queries, embed, text)

    def close(self) -> None:
        """End the threads; texts that were not begun are dropped."""
        self._documents.shutdown(wait=False, cancel_futures=True)
        self._queries.shutdown(wait=False, cancel_futures=True)
