"""The nearest of many vectors in PostgreSQL beside SQLite: the same questions, scopes and filters, in turns."""

from __future__ import annotations

import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from knowledge.ports import Store
from knowledge.store import SqliteStore
from knowledge.store.postgres import PostgresStore
from knowledge.text import readings
from tests.bench import millions
from tests.bench.clouds import Cloud, cloud, write_index
from tests.bench.nearest import FIRST, TOP, exact, recall, same_first, scopes, search
from tests.bench.options import Options
from tests.bench.server_clouds import write_server_index
from tests.bench.table import Table
from tests.bench.timing import in_turns
from tests.postgres import postgres_server

SIZES = (10_000, 100_000)
MEMORY = ("shared_buffers = '512MB'",)  # for the index of nearness, as docs/scale.md advises
ROUNDS = 3


async def run(options: Options) -> list[Table]:
    """One table for each size; large: of a million chunks instead."""
    with postgres_server(*MEMORY) as server:
        if options.large:
            return await millions.run(server, options.count or millions.CHUNKS)
        return [await measured(cloud(size), server.new_database()) for size in SIZES]


async def measured(made: Cloud, url: str) -> Table:
    """Both engines over the same vectors, in turns."""
    async with AsyncExitStack() as stack:
        database = Path(stack.enter_context(tempfile.TemporaryDirectory()), "index.db")
        await write_index(database, made.vectors)
        await write_server_index(url, made.vectors)
        file = await SqliteStore.open(database, readings=readings, read_only=True, vector_memory_bytes=0)
        stack.push_async_callback(file.close)
        server = await PostgresStore.open(url, readings=readings, read_only=True)
        stack.push_async_callback(server.close)
        stores: dict[str, Store] = {"postgresql": server, "sqlite-vec, the file": file}
        ways = {
            f"{name}, {what}": search(store, made, scope)
            for what, scope in scopes().items()
            for name, store in stores.items()
        }
        questions = [str(number) for number in range(len(made.questions))]
        times = await in_turns(ways, questions, rounds=ROUNDS)
        found = {name: [await way(each) for each in questions] for name, way in ways.items()}
    rows = []
    for name, each in times.items():
        right = exact(made, scopes()[name.partition(", ")[2].removeprefix("the file, ")])
        rows.append(
            {
                "way": name,
                "p50 ms": each.p50,
                "p95 ms": each.p95,
                f"recall@{TOP}": recall(found[name], right),
                f"same first {FIRST}": same_first(found[name], right),
            }
        )
    count, dimension = made.vectors.shape
    note = f"{count:,} vectors of {dimension} dimensions, the nearest {TOP}, beside brute force in NumPy."
    return Table(title=f"postgres: {count:,}", note=note, rows=rows)
