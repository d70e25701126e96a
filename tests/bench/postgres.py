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
from tests.bench.nearest import FIRST, TOP, exact, recall, same_first, scopes, search, warmed
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
    """Both engines over the same vectors, with and without memory, in turns."""
    async with AsyncExitStack() as stack:
        database = Path(stack.enter_context(tempfile.TemporaryDirectory()), "index.db")
        await write_index(database, made.vectors)
        await write_server_index(url, made.vectors)
        stores: dict[str, Store] = {
            "PostgreSQL, in memory": await on_server(stack, url),
            "PostgreSQL, the server": await on_server(stack, url, vector_memory_bytes=0),
            "SQLite, in memory": await in_file(stack, database),
            "SQLite, the file": await in_file(stack, database, vector_memory_bytes=0),
        }
        for store in stores.values():
            await warmed(store, made.questions[0])
        within = scopes()
        ways = {
            f"{engine}: {scope}": search(store, made, within[scope])
            for scope in within
            for engine, store in stores.items()
        }
        questions = [str(number) for number in range(len(made.questions))]
        times = await in_turns(ways, questions, rounds=ROUNDS)
        found = {way: [await work(each) for each in questions] for way, work in ways.items()}
    right = {scope: exact(made, within[scope]) for scope in within}
    rows = [
        {
            "way": way,
            "p50 ms": each.p50,
            "p95 ms": each.p95,
            f"recall@{TOP}": recall(found[way], right[way.partition(": ")[2]]),
            f"same first {FIRST}": same_first(found[way], right[way.partition(": ")[2]]),
        }
        for way, each in times.items()
    ]
    count, dimension = made.vectors.shape
    note = f"{count:,} vectors of {dimension} dimensions, the nearest {TOP}, beside brute force in NumPy."
    return Table(title=f"postgres: {count:,}", note=note, rows=rows)


async def on_server(stack: AsyncExitStack, url: str, **options: int) -> PostgresStore:
    """The index in PostgreSQL, for as long as the stack is open."""
    store = await PostgresStore.open(url, readings=readings, read_only=True, **options)
    stack.push_async_callback(store.close)
    return store


async def in_file(stack: AsyncExitStack, database: Path, **options: int) -> SqliteStore:
    """The index in SQLite, for as long as the stack is open."""
    store = await SqliteStore.open(database, readings=readings, read_only=True, **options)
    stack.push_async_callback(store.close)
    return store
