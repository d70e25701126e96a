"""How good a ranking is, how far two differ, and how well a signal tells two kinds of questions apart.

Metrics of a ranking take ids best first and the grade of every relevant id (above 0).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from knowledge.evaluation.bootstrap import Estimate, Numbers, estimate

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


def overlap(left: Sequence[str], right: Sequence[str], k: int) -> float:
    """Share of the longer list's first k that the other has among its own; 1 for two empty lists."""
    longest = max(len(left[:k]), len(right[:k]))
    return len(set(left[:k]) & set(right[:k])) / longest if longest else 1.0


def jaccard(left: Sequence[str], right: Sequence[str], k: int) -> float:
    """Ids that both have among their first k, over those that either has; 1 for two empty lists."""
    either = set(left[:k]) | set(right[:k])
    return len(set(left[:k]) & set(right[:k])) / len(either) if either else 1.0


def displacement(left: Sequence[str], right: Sequence[str], k: int) -> float:
    """The mean distance, in ranks, of the ids in either's first k; one that is not there counts as at k + 1.

    Spearman's footrule with that location parameter, over the number of ids: Fagin, Kumar and Sivakumar,
    Comparing top k lists, SODA 2003.
    """
    first, second = _ranks(left[:k]), _ranks(right[:k])
    return mean(abs(first.get(each, k + 1) - second.get(each, k + 1)) for each in first.keys() | second.keys())


def roc_auc(answerable: Sequence[float], unanswerable: Sequence[float]) -> Estimate:
    """The chance that a signal is higher for an answerable question than for an unanswerable one, ties one half.

    This is the area under the ROC curve: Hanley and McNeil, Radiology 143, 1982. The interval draws both kinds of
    questions again, each by itself. Raises ValueError where there are none of a kind.
    """
    return estimate((answerable, unanswerable), lambda samples: _area(samples[0], samples[1]))


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


def _ranks(ranking: Sequence[str]) -> dict[str, int]:
    return {each: rank for rank, each in enumerate(ranking, start=1)}


def _area(higher: Numbers, lower: Numbers) -> float:
    ordered = np.sort(lower)
    below = np.searchsorted(ordered, higher, side="left")
    not_above = np.searchsorted(ordered, higher, side="right")
    return float((below + not_above).mean() / (2 * len(lower)))
