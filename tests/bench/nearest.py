"""The nearest of made vectors within scopes: what is asked for, by a store and by brute force."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import numpy as np

from knowledge.evaluation.metrics import mean
from knowledge.filters import AnyOf, FilterKind, Not, Term
from knowledge.ports import Store
from knowledge.types import Scope
from tests.bench.clouds import A_DOCUMENT, COLLECTIONS, Cloud

TOP, FIRST = 64, 10

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


def same_first(found: Sequence[Sequence[int]], right: Sequence[Sequence[int]]) -> float:
    """Share of questions whose first ten are the right ones, in order."""
    return mean([float(ours[:FIRST] == best[:FIRST]) for ours, best in zip(found, right, strict=True)])
