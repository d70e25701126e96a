"""The nearest of many vectors: Footnote's store beside sqlite-vec and, where they are installed, other stores."""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from knowledge.evaluation.metrics import mean
from knowledge.store import SqliteStore
from knowledge.text import readings
from knowledge.types import Scope
from tests.bench.clouds import COLLECTIONS, Cloud, cloud, write_index
from tests.bench.nearest import warmed
from tests.bench.options import Options
from tests.bench.table import Table
from tests.bench.timing import in_turns
from tests.bench.vector_peers import Peer, SqliteVec, peers

SIZES = (10_000, 100_000)
LARGE = 1_000_000
TOP, ROUNDS = 64, 3
EXACT, BITS, FILTERED = "footnote, exact", "footnote, bits", "footnote, bits, half the notes"
IN_FILE = "footnote, bits, vectors in a file"
MORE_THAN_ENOUGH = 2**40

Search = Callable[[str], Awaitable[list[int]]]  # chunks nearest to the question of that number


async def run(options: Options) -> list[Table]:
    """One table for each size."""
    return [await measured(cloud(size)) for size in ((*SIZES, LARGE) if options.large else SIZES)]


async def measured(made: Cloud) -> Table:
    """Every way over the same vectors, in turns."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = folder / "index.db"
        await write_index(database, made.vectors)
        stores = {
            EXACT: await opened(stack, database, made, exact=len(made.vectors)),
            BITS: await opened(stack, database, made),
            IN_FILE: await opened(stack, database, made, budget=made.vectors.nbytes // 2),
        }
        ways = {name: ours(store, made) for name, store in stores.items()}
        ways[FILTERED] = ours(stores[BITS], made, COLLECTIONS[:1])
        ways |= {peer.name: theirs(peer, made) for peer in peers(folder, database, made.vectors)}
        questions = [str(number) for number in range(len(made.questions))]
        times = await in_turns(ways, questions, rounds=ROUNDS)
        found = {name: [await way(each) for each in questions] for name, way in ways.items()}
        memory = {name: await store.vectors_in_memory() / 2**20 for name, store in stores.items()}
    right = found[SqliteVec.name]
    rows = [
        {
            "way": name,
            "p50 ms": each.p50,
            "p95 ms": each.p95,
            "this / exact": each.p50 / times[EXACT].p50,
            "this / bits": each.p50 / times[BITS].p50,
            f"recall@{TOP}": None if name == FILTERED else recall(found[name], right),
            "MB in memory": memory.get(name),
        }
        for name, each in times.items()
    ]
    count, dimension = made.vectors.shape
    note = f"{count:,} vectors of {dimension} dimensions, the nearest {TOP}; recall of what sqlite-vec, exact, finds."
    return Table(title=f"vectors: {count:,}", note=note, rows=rows)


async def opened(
    stack: AsyncExitStack, database: Path, made: Cloud, *, budget: int = MORE_THAN_ENOUGH, exact: int = 0
) -> SqliteStore:
    """A store that has searched often enough to have its vectors in memory."""
    store = await SqliteStore.open(
        database, readings=readings, read_only=True, vector_memory_bytes=budget, exact_vectors=exact
    )
    stack.push_async_callback(store.close)
    await warmed(store, made.vectors[0])
    return store


def ours(store: SqliteStore, made: Cloud, collections: tuple[str, ...] = COLLECTIONS) -> Search:
    """A search as the pipeline calls it, event loop, transaction and scope included."""

    async def nearest(question: str) -> list[int]:
        scope = Scope(collections=collections)
        return [found for found, _ in await store.nearest(made.questions[int(question)], scope, TOP)]

    return nearest


def theirs(peer: Peer, made: Cloud) -> Search:
    """A peer's search, called without any loop."""

    async def nearest(question: str) -> list[int]:
        return peer.nearest(made.questions[int(question)], TOP)

    return nearest


def recall(found: Sequence[Sequence[int]], right: Sequence[Sequence[int]]) -> float:
    """Mean share of the right ones among those found."""
    return mean([len({*ours} & {*best}) / len(best) for ours, best in zip(found, right, strict=True)])
