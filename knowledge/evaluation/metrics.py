"""How good a ranking is. Each metric takes ids best first and the grade of every relevant id (above 0)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

Grades = Mapping[str, int]


def ndcg(ranking: Sequence[str], grades: Grades, k: int) -> float:
    """Discounted cumulative gain over that of the best possible ranking, in [0, 1].

    Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques, TOIS 2002, with the linear gain and
    the log2(rank + 1) discount of trec_eval.
    """
    best = _gain(sorted(grades.values(), reverse=True)[:k])
    return _gain(grades.get(each, 0) for each in ranking[:k]) / best if best else 0.0


def recall(ranking: Sequence[str], grades: Grades, k: int) -> float:
    """Share of the relevant ids among the first k. Manning, Raghavan, Schütze, Introduction to IR, 8.3."""
    return _found(ranking, grades, k) / len(grades) if grades else 0.0


def precision(ranking: Sequence[str], grades: Grades, k: int) -> float:
    """Share of k that is relevant, also where fewer are returned. Introduction to IR, 8.4."""
    return _found(ranking, grades, k) / k


def reciprocal_rank(ranking: Sequence[str], grades: Grades, k: int) -> float:
    """1 / rank of the first relevant id among the first k, else 0. Voorhees, TREC-8 question answering, 1999."""
    return next((1 / rank for rank, each in enumerate(ranking[:k], start=1) if each in grades), 0.0)


def hit(ranking: Sequence[str], grades: Grades, k: int) -> float:
    """1 where a relevant id is among the first k, else 0."""
    return float(any(each in grades for each in ranking[:k]))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least that share of the values does not exceed (nearest rank); 0 for none."""
    if not values:
        return 0.0
    return sorted(values)[max(math.ceil(share * len(values)) - 1, 0)]


def mean(values: Iterable[float]) -> float:
    """The arithmetic mean, 0 of nothing."""
    held = list(values)
    return sum(held) / len(held) if held else 0.0


def _found(ranking: Sequence[str], grades: Grades, k: int) -> int:
    return sum(each in grades for each in dict.fromkeys(ranking[:k]))


def _gain(grades: Iterable[float]) -> float:
    return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))
