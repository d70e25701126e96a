"""Other stores of vectors, searched as their manuals say. All but sqlite-vec only where they are installed."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from knowledge.ports import Matrix, Vector
from tests.bench.peers import PlainIndex

INDEXED_AT_MOST = 100_000  # building an index of more takes longer than all the rest
_BATCH = 5_000  # chromadb takes no more at once


class Peer(Protocol):
    """Vectors by number from 1, as Footnote's chunks are counted."""

    name: str

    def nearest(self, vector: Vector, limit: int) -> list[int]:
        """Numbers, nearest first, by cosine."""
        ...


class SqliteVec:
    """The same index file, by a query of sqlite-vec's own."""

    name = "sqlite-vec"

    def __init__(self, database: Path) -> None:
        self._index = PlainIndex(database)

    def nearest(self, vector: Vector, limit: int) -> list[int]:
        return self._index.sqlite_vec(vector, limit)


class LanceDB:
    """A table without an index."""

    name = "lancedb, flat"

    def __init__(self, folder: Path, vectors: Matrix) -> None:
        lancedb: Any = importlib.import_module("lancedb")
        arrow: Any = importlib.import_module("pyarrow")
        column = arrow.FixedSizeListArray.from_arrays(arrow.array(vectors.reshape(-1)), vectors.shape[1])
        rows = arrow.table({"id": arrow.array(range(1, len(vectors) + 1)), "vector": column})
        self._table = lancedb.connect(folder / "lance").create_table("vectors", rows)

    def nearest(self, vector: Vector, limit: int) -> list[int]:
        query = self._table.search(vector).distance_type("cosine").select(["id", "_distance"]).limit(limit)
        numbers: list[int] = query.to_arrow()["id"].to_pylist()
        return numbers


class ChromaDB:
    """A collection in memory with its HNSW index, as it comes."""

    name = "chromadb, HNSW"

    def __init__(self, vectors: Matrix) -> None:
        chromadb: Any = importlib.import_module("chromadb")
        settings = chromadb.Settings(anonymized_telemetry=False)
        self._collection = chromadb.EphemeralClient(settings).get_or_create_collection(
            f"vectors-{id(vectors)}", metadata={"hnsw:space": "cosine"}, embedding_function=None
        )
        for start in range(0, len(vectors), _BATCH):
            part = vectors[start : start + _BATCH]
            self._collection.add(ids=[str(start + at + 1) for at in range(len(part))], embeddings=part)

    def nearest(self, vector: Vector, limit: int) -> list[int]:
        found = self._collection.query(query_embeddings=[vector], n_results=limit, include=[])
        return [int(each) for each in found["ids"][0]]


def peers(folder: Path, database: Path, vectors: Matrix) -> Iterator[Peer]:
    """Those that are here, filled."""
    yield SqliteVec(database)
    if find_spec("lancedb"):
        yield LanceDB(folder, vectors)
    if find_spec("chromadb") and len(vectors) <= INDEXED_AT_MOST:
        yield ChromaDB(vectors)
