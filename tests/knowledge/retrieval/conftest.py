"""Real notes in a real index, and an embedder that knows a few meanings."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from knowledge.chunking import ChunkingOptions
from knowledge.collections import Collection, Library
from knowledge.errors import ModelUnreachable
from knowledge.indexing import Indexer
from knowledge.ports import ChatModel, Matrix, Vector
from knowledge.retrieval import NoteFinder, Pipeline
from knowledge.store import SqliteStore
from knowledge.text import readings
from knowledge.types import Hit
from tests.knowledge.indexing.fakes import WordTokenizer

MEANINGS = (
    {"vacation", "holiday", "leave", "days", "rest"},
    {"deploy", "release", "rollout", "ship"},
    {"laptop", "notebook", "computer"},
    {"salary", "pay", "wage", "bonus"},
    {"contractor", "contractors", "freelancer", "freelancers"},
)


class MeaningEmbedder:
    """Words of one meaning share a dimension; the last one is for all else. `down`: no model answers."""

    model = "meaning"
    tokenizer = WordTokenizer()

    def __init__(self) -> None:
        self.down = False
        self.asked: list[str] = []

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        return np.stack([self._vector(text) for text in texts])

    async def embed_query(self, text: str) -> Vector:
        self.asked.append(text)
        return self._vector(text)

    def _vector(self, text: str) -> Vector:
        if self.down:
            raise ModelUnreachable("The model at 127.0.0.1 does not answer.")
        words = set(re.findall(r"\w+", text.lower()))
        row = np.array([*(len(words & meaning) for meaning in MEANINGS), 0.1], dtype=np.float32)
        vector: Vector = row / np.linalg.norm(row)
        return vector


@dataclass
class Shelf:
    """Notes on disk, indexed. Collections are the first folders of the paths."""

    library: Library
    store: SqliteStore
    embedder: MeaningEmbedder

    def pipeline(self, chat: ChatModel | None = None) -> Pipeline:
        return Pipeline(self.library, self.store, self.embedder, chat=chat)

    @property
    def finder(self) -> NoteFinder:
        return NoteFinder(self.library, self.store, self.pipeline())


Shelve = Callable[..., Awaitable[Shelf]]


@pytest.fixture
async def shelve(tmp_path: Path) -> AsyncIterator[Shelve]:
    """Make a shelf of `{"handbook/leave.md": text}`; further arguments describe collections."""
    opened: list[SqliteStore] = []

    async def make(notes: Mapping[str, str], *, embed: bool = True, **collections: Mapping[str, object]) -> Shelf:
        for path, text in notes.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text, encoding="utf-8")
        names = dict.fromkeys(path.partition("/")[0] for path in notes)
        library = Library(
            collections=tuple(
                Collection(name=name, root=tmp_path / name, **collections.get(name, {})) for name in names
            )
        )
        store = await SqliteStore.open(tmp_path / "index.db", readings=readings)
        opened.append(store)
        embedder = MeaningEmbedder()
        embedder.down = not embed
        await Indexer(library, store, embedder, chunking=ChunkingOptions()).sync()
        embedder.down = False
        return Shelf(library, store, embedder)

    yield make
    for store in opened:
        await store.close()


def files(hits: Sequence[Hit]) -> list[str]:
    """Paths in the order of the hits."""
    return [hit.ref.path for hit in hits]
