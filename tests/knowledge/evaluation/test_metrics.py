"""Known values of each metric."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.evaluation.metrics import hit, mean, ndcg, percentile, precision, recall, reciprocal_rank

GRADES = {"a": 2, "b": 1}


def test_ndcg_is_the_gain_over_the_best_possible_gain() -> None:
    found = 1 / math.log2(2) + 2 / math.log2(4)
    best = 2 / math.log2(2) + 1 / math.log2(3)
    assert ndcg(["b", "x", "a"], GRADES, 10) == pytest.approx(found / best)
    assert ndcg(["a", "b"], GRADES, 10) == 1.0


def test_recall_precision_and_hit_count_the_first_k() -> None:
    ranking = ["x", "b", "y", "a"]
    assert recall(ranking, GRADES, 2) == 0.5
    assert recall(ranking, GRADES, 4) == 1.0
    assert precision(ranking, GRADES, 4) == 0.5
    assert precision(["a"], GRADES, 10) == 0.1
    assert (hit(ranking, GRADES, 1), hit(ranking, GRADES, 2)) == (0.0, 1.0)


def test_reciprocal_rank_looks_at_the_first_relevant_one() -> None:
    assert reciprocal_rank(["x", "b", "a"], GRADES, 10) == 0.5
    assert reciprocal_rank(["x", "b"], GRADES, 1) == 0.0


def test_nothing_relevant_and_nothing_found_are_zero() -> None:
    assert [metric([], GRADES, 10) for metric in (ndcg, recall, precision, reciprocal_rank, hit)] == [0.0] * 5
    assert (ndcg(["a"], {}, 10), recall(["a"], {}, 10), mean([]), percentile([], 0.5)) == (0.0, 0.0, 0.0, 0.0)


@given(st.lists(st.integers(0, 100), min_size=1), st.floats(0.01, 1))
def test_a_percentile_is_the_smallest_value_that_covers_the_share(values: list[int], share: float) -> None:
    found = percentile(values, share)
    assert sum(value <= found for value in values) >= share * len(values)
    assert sum(value < found for value in values) < share * len(values)


@given(st.permutations(list("abcde")), st.integers(1, 6))
def test_a_better_order_never_scores_less(ranking: list[str], k: int) -> None:
    best = sorted(ranking, key=lambda each: -GRADES.get(each, 0))
    assert ndcg(ranking, GRADES, k) <= ndcg(best, GRADES, k) + 1e-12
