"""A set's own corpus as an index: written as notes, indexed as notes, and kept for the next run."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import knowledge
from knowledge.chunking import ChunkingOptions
from knowledge.collections import Collection, Library
from knowledge.errors import DatasetError, ModelMissing
from knowledge.evaluation.cases import DEPTH
from knowledge.evaluation.datasets import CorpusDocument, Dataset
from knowledge.evaluation.runner import Rank
from knowledge.indexing import Indexer
from knowledge.indexing.report import ProgressCallback
from knowledge.ports import Embedder, Matrix, Store, Tokenizer, Vector
from knowledge.retrieval import Finder, Mode, Pipeline
from knowledge.store import SqliteStore
from knowledge.text import readings
from knowledge.types import Query

OnFallback = Callable[[str], None]  # why a part of a search did not run
MakeFinder = Callable[[Library, Store, Embedder], Finder]

COLLECTION = "benchmark"
# The code that decides what an index holds.
_INDEXING_CODE = ("reading", "chunking", "text", "indexing", "store")


@asynccontextmanager
async def benchmark_ranking(
    dataset: Dataset,
    embedder: Embedder,
    *,
    mode: Mode,
    cache: Path,
    chunking: ChunkingOptions | None = None,
    finder: MakeFinder = Pipeline,
    on_fallback: OnFallback | None = None,
    progress: ProgressCallback | None = None,
) -> AsyncIterator[Rank]:
    """Index the set's corpus below `cache`, or take what an equal run left there, and yield its ranking.

    The folder is named by a hash of corpus, options, model and indexing code. Without vectors for `lexical`.
    `finder` makes the search over that index; without it, one with nothing but defaults. `on_fallback` hears why a
    search ran in part.
    Raises DatasetError for a set without corpus or one that cannot be indexed whole, KnowledgeError.
    """
    corpus = dataset.corpus
    if corpus is None:
        raise DatasetError(f"{dataset.name} has no corpus of its own.")
    options = chunking or ChunkingOptions()
    folder = cache / f"{dataset.name}-{_digest(corpus, options, embedder.model)}"
    paths = _write_notes(folder / "notes", corpus)
    library = Library(collections=(Collection(name=COLLECTION, root=folder / "notes"),))
    store = await SqliteStore.open(folder / "index.db", readings=readings)
    try:
        used = _KeywordsOnly(embedder) if mode == "lexical" else embedder
        indexer = Indexer(library, store, used, chunking=options)
        report = await indexer.sync(progress=progress)
        if failed := [error.message for collection in report.collections for error in collection.errors]:
            raise DatasetError(f"{len(failed)} documents of {dataset.name} cannot be indexed: {failed[0]}")
        search = finder(library, store, used)
        yield ranking_of(search, mode, name=lambda path: paths[path], on_fallback=on_fallback)
    finally:
        await store.close()


def ranking_of(
    finder: Finder, mode: Mode, *, name: Callable[[str], str] = str, on_fallback: OnFallback | None = None
) -> Rank:
    """A search as a ranking of notes; `name` turns a note's path into the id that judgements use."""

    async def rank(question: str) -> Sequence[str]:
        found = await finder.find(Query(text=question), limit=DEPTH, mode=mode, strict=True)
        if found.fallback and on_fallback:
            on_fallback(found.fallback)
        return [name(group.ref.path) for group in found.notes(DEPTH)]

    return rank


class _KeywordsOnly:
    """An embedder that embeds nothing: the indexer leaves the notes with their keywords."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def model(self) -> str:
        return self._embedder.model

    @property
    def tokenizer(self) -> Tokenizer:
        return self._embedder.tokenizer

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:  # noqa: ARG002 - the port's signature
        raise ModelMissing("Keywords need no vectors.")

    async def embed_query(self, text: str) -> Vector:  # noqa: ARG002 - the port's signature
        raise ModelMissing("Keywords need no vectors.")


def _write_notes(folder: Path, corpus: Sequence[CorpusDocument]) -> dict[str, str]:
    """Write each document as a note; return path to id."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = {}
    for number, document in enumerate(corpus):
        path = f"{number:07}.md"
        paths[path] = document.id
        if not (folder / path).exists():
            (folder / path).write_text(_note(document), encoding="utf-8")
    return paths


def _note(document: CorpusDocument) -> str:
    title = " ".join(document.title.split())
    return f"# {title}\n\n{document.text}\n" if title else f"{document.text}\n"


def _digest(corpus: Sequence[CorpusDocument], options: ChunkingOptions, model: str) -> str:
    digest = hashlib.sha256(repr((options, model)).encode())
    for document in corpus:
        digest.update(repr((document.id, document.title, document.text)).encode())
    root = Path(knowledge.__file__).parent
    for path in sorted(path for room in _INDEXING_CODE for path in (root / room).rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
