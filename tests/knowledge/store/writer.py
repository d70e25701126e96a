"""A process that puts a short and a long version of one note in turn until it is killed."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from knowledge.store import SqliteStore
from tests.knowledge.store.builders import note, readings, vectors_for

SHORT = tuple(f"short {number}" for number in range(2))
LONG = tuple(f"long {number}" for number in range(40))


async def main(path: Path) -> None:
    store = await SqliteStore.open(path, readings=readings)
    async with store.exclusive():
        for turn in range(1_000_000):
            await store.put(*note("a.md", *(LONG if turn % 2 else SHORT)))
            waiting = await store.pending(100)
            texts = [piece.text for piece in waiting]
            await store.store_vectors("m", [piece.id for piece in waiting], vectors_for(texts))
            print(turn, flush=True)  # noqa: T201 - the test counts these lines


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
