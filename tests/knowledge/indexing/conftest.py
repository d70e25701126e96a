"""A folder of notes and an index beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from knowledge.chunking import ChunkingOptions
from knowledge.collections import Collection, Library
from knowledge.indexing import Indexer
from knowledge.ports import Embedder, Store
from knowledge.store import SqliteStore
from knowledge.text import readings
from tests.knowledge.indexing.fakes import HashingEmbedder


class Notes:
    """Folders of notes under one root, one a collection."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, path: str, text: str | bytes, *, collection: str = "handbook") -> Path:
        file = self.root / collection / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def folder(self, collection: str = "handbook") -> Path:
        return self.root / collection

    def indexer(self, store: Store, embedder: Embedder, *collections: str, include: str = "**/*.md") -> Indexer:
        names = collections or ("handbook",)
        for name in names:
            self.folder(name).mkdir(parents=True, exist_ok=True)
        library = Library(
            collections=tuple(Collection(name=name, root=self.folder(name), include=(include,)) for name in names)
        )
        return Indexer(library, store, embedder, chunking=ChunkingOptions())


@pytest.fixture
def notes(tmp_path: Path) -> Notes:
    return Notes(tmp_path / "notes")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "index.db", readings=readings)
    yield opened
    await opened.close()


@pytest.fixture
def embedder() -> HashingEmbedder:
    return HashingEmbedder()
