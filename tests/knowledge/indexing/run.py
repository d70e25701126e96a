"""A process that indexes one folder and says a line at each step, to be killed at any of them."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from knowledge.chunking import ChunkingOptions
from knowledge.collections import Collection, Library
from knowledge.indexing import Indexer
from knowledge.store import SqliteStore
from knowledge.text import readings
from tests.knowledge.indexing.fakes import HashingEmbedder


async def main(database: Path, folder: Path) -> None:
    store = await SqliteStore.open(database, readings=readings)
    library = Library(collections=(Collection(name="handbook", root=folder),))
    indexer = Indexer(library, store, HashingEmbedder(), chunking=ChunkingOptions())
    await indexer.sync(progress=lambda progress: print(progress.phase, progress.done, flush=True))  # noqa: T201 - read by the test
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
