"""The nearest of made vectors within scopes: what is asked for, by a store and by brute force."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from knowledge.evaluation.metrics import mean
from knowledge.filters import AnyOf, FilterKind, Not, Term
from knowledge.ports import Matrix, Store, Vector
from knowledge.store import SqliteStore
from knowledge.store.blocks import Ids
from knowledge.store.copied import SEARCHES_FIRST
from knowledge.store.matrix import Mask
from knowledge.store.postgres import PostgresStore
from knowledge.types import Scope
from tests.bench.clouds import A_DOCUMENT, COLLECTIONS, Cloud

TOP, FIRST = 64, 10
FEW = 99  # notes, the first ones

Search = Callable[[str], Awaitable[list[int]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """A scope as it is asked for, each time anew, and which documents it leaves."""

    scope: Callable[[], Scope]
    leaves: Callable[[Ids], Mask]


def scopes() -> dict[str, Within]:
    """Everything, what one may see, and what filters leave: few notes, and nearly all."""
    numbers = count()

    def few() -> AnyOf:
        """Another filter each time, by a path that no note has."""
        paths = (*(f"{number}.md" for number in range(1, 1 + FEW)), f"none/{next(numbers)}.md")
        return AnyOf(operands=tuple(Term(kind=FilterKind.PATH, value=path) for path in paths))

    once = few()
    everything, half = Scope(collections=COLLECTIONS), Scope(collections=COLLECTIONS[:1])
    some = Scope(collections=COLLECTIONS, filter=once)
    others = Scope(collections=COLLECTIONS, filter=Not(operand=once))
    return {
        "whole": Within(scope=lambda: everything, leaves=lambda documents: documents > 0),
        "one of two collections": Within(scope=lambda: half, leaves=lambda documents: documents % 2 == 0),
        "a filter, few notes": Within(scope=lambda: some, leaves=lambda documents: documents <= FEW),
        "a filter, most notes": Within(scope=lambda: others, leaves=lambda documents: documents > FEW),
        "another filter each time, few notes": Within(
            scope=lambda: Scope(collections=COLLECTIONS, filter=few()), leaves=lambda documents: documents <= FEW
        ),
        "another filter each time, most notes": Within(
            scope=lambda: Scope(collections=COLLECTIONS, filter=Not(operand=few())),
            leaves=lambda documents: documents > FEW,
        ),
    }


def search(store: Store, made: Cloud, within: Within) -> Search:
    """A search as the pipeline calls it."""

    async def nearest(question: str) -> list[int]:
        return [found for found, _ in await store.nearest(made.questions[int(question)], within.scope(), TOP)]

    return nearest


def exact(made: Cloud, within: Within) -> list[list[int]]:
    """The nearest of the scope, by every product."""
    rows = np.flatnonzero(within.leaves(np.arange(len(made.vectors)) // A_DOCUMENT + 1))
    return [_best(made.vectors, rows, question) for question in made.questions]


def _best(vectors: Matrix, rows: Ids, question: Vector) -> list[int]:
    products = (vectors @ question)[rows]
    near = np.flatnonzero(products >= np.partition(products, -TOP)[-TOP]) if len(rows) > TOP else np.arange(len(rows))
    return [int(rows[place]) + 1 for place in near[np.argsort(-products[near], kind="stable")][:TOP]]


def recall(found: Sequence[Sequence[int]], right: Sequence[Sequence[int]]) -> float:
    """Mean share of the right ones among those found."""
    return mean([len({*ours} & {*best}) / len(best) for ours, best in zip(found, right, strict=True)])


def same_first(found: Sequence[Sequence[int]], right: Sequence[Sequence[int]]) -> float:
    """Share of questions whose first ten are the right ones, in order."""
    return mean([float(ours[:FIRST] == best[:FIRST]) for ours, best in zip(found, right, strict=True)])


async def warmed(store: SqliteStore | PostgresStore, question: Vector) -> None:
    """Search as often as it takes for the vectors to be in memory."""
    for _ in range(SEARCHES_FIRST):
        await store.nearest(question, Scope(collections=COLLECTIONS), 1)
    await store.vectors_in_memory()
