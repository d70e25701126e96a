"""Footnote's own searches over a made index, composed as the bot composes them."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from knowledge.collections import Collection, Library
from knowledge.embedding.local import MODEL
from knowledge.ports import Matrix, Tokenizer, Vector
from knowledge.retrieval import Depths, Mode, NoteFinder, Pipeline, parse_query
from knowledge.retrieval.lexical import LexicalRetriever
from knowledge.retrieval.words import IndexFigures, WordPools
from knowledge.store import SqliteStore
from knowledge.text import readings
from knowledge.types import Candidate, Query, Scope, SearchResult
from tests.bench.clouds import COLLECTIONS, DIMENSION
from tests.bench.nearest import warmed

TOP = 10


class HashedVectors:
    """An embedder that gives each text some vector at once: what a model costs is measured elsewhere."""

    model = MODEL
    tokenizer: Tokenizer

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        return np.stack([await self.embed_query(text) for text in texts])

    async def embed_query(self, text: str) -> Vector:
        row = np.random.default_rng(list(text.encode())).standard_normal(DIMENSION, dtype=np.float32)
        vector: Vector = row / np.linalg.norm(row)
        return vector


@dataclass(frozen=True, kw_only=True)
class OpenCrowd:
    """An index and the searches in it."""

    store: SqliteStore
    figures: IndexFigures
    finder: NoteFinder

    async def keywords(self, question: str) -> Sequence[Candidate]:
        """The keyword list alone, as deep as a search wants it."""
        pools = WordPools(self.store, self.figures)
        retriever = LexicalRetriever(pools, depth=Depths().lexical)
        return await retriever.retrieve(Query(text=question), Scope(collections=COLLECTIONS))

    async def search(
        self, question: str, *, mode: Mode = "hybrid", collections: tuple[str, ...] = ()
    ) -> SearchResult:
        """What `footnote search` does, from the typed words to previews."""
        query = Query(text=parse_query(question).words, collections=collections)
        return await self.finder.search(query, limit=TOP, mode=mode, strict=True)


@asynccontextmanager
async def opened(database: Path, *, vectors: bool = True) -> AsyncIterator[OpenCrowd]:
    """The index; with its vectors in memory, as after the first few searches of a bot."""
    store = await SqliteStore.open(database, readings=readings, read_only=True)
    try:
        library = Library(collections=tuple(Collection(name=name, root=database.parent) for name in COLLECTIONS))
        embedder = HashedVectors()
        finder = NoteFinder(library, store, Pipeline(library, store, embedder))
        if vectors:
            await warmed(store, await embedder.embed_query("warm"))
        gc.collect()
        gc.freeze()  # as a bot does when it is connected
        yield OpenCrowd(store=store, figures=IndexFigures(store), finder=finder)
    finally:
        gc.unfreeze()
        await store.close()
