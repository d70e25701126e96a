"""The nearest of many vectors in PostgreSQL beside SQLite: the same questions, scopes and filters, in turns."""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import numpy as np

from knowledge.evaluation.metrics import mean
from knowledge.filters import AnyOf, FilterKind, Not, Term
from knowledge.ports import Store
from knowledge.store import SqliteStore
from knowledge.store.postgres import PostgresStore
from knowledge.text import readings
from knowledge.types import Scope
from tests.bench.clouds import A_DOCUMENT, COLLECTIONS, Cloud, cloud, write_index
from tests.bench.options import Options
from tests.bench.server_clouds import write_server_index
from tests.bench.table import Table
from tests.bench.timing import in_turns
from tests.postgres import postgres_server

SIZES = (10_000, 100_000)
LARGE = 1_000_000
TOP, FIRST, ROUNDS = 64, 10, 3

Search = Callable[[str], Awaitable[list[int]]]


def scopes() -> dict[str, Scope]:
    """Everything, what one may see, and what filters leave: few notes, and nearly all."""
    few = AnyOf(operands=tuple(Term(kind=FilterKind.PATH, value=f"{number}.md") for number in range(1, 100)))
    return {
        "whole": Scope(collections=COLLECTIONS),
        "half the notes": Scope(collections=COLLECTIONS[:1]),
        "a filter, few notes": Scope(collections=COLLECTIONS, filter=few),
        "a filter, most notes": Scope(collections=COLLECTIONS, filter=Not(operand=few)),
    }


async def run(options: Options) -> list[Table]:
    """One table for each size."""
    with postgres_server() as server:
        return [
            await measured(cloud(size), server.new_database())
            for size in ((*SIZES, LARGE) if options.large else SIZES)
        ]


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
                f"same first {FIRST}": mean(
                    [float(ours[:FIRST] == best[:FIRST]) for ours, best in zip(found[name], right, strict=True)]
                ),
            }
        )
    count, dimension = made.vectors.shape
    note = f"{count:,} vectors of {dimension} dimensions, the nearest {TOP}, beside brute force in NumPy."
    return Table(title=f"postgres: {count:,}", note=note, rows=rows)


def search(store: Store, made: Cloud, scope: Scope) -> Search:
    """A search as the pipeline calls it."""

    async def nearest(question: str) -> list[int]:
        return [found for found, _ in await store.nearest(made.questions[int(question)], scope, TOP)]

    return nearest


def exact(made: Cloud, scope: Scope) -> list[list[int]]:
    """The nearest of the scope, by every product."""
    documents = np.arange(len(made.vectors)) // A_DOCUMENT + 1
    inside = np.isin(documents % 2, [COLLECTIONS.index(name) for name in scope.collections])
    if isinstance(scope.filter, AnyOf):
        inside &= documents < 100
    elif scope.filter is not None:
        inside &= documents >= 100
    rows = np.flatnonzero(inside)
    products = made.questions @ made.vectors[rows].T
    return [[int(rows[place]) + 1 for place in np.argsort(-each, kind="stable")[:TOP]] for each in products]


def recall(found: Sequence[Sequence[int]], right: Sequence[Sequence[int]]) -> float:
    """Mean share of the right ones among those found."""
    return mean([len({*ours} & {*best}) / len(best) for ours, best in zip(found, right, strict=True)])
