"""Known values of each metric."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.evaluation.metrics import (
    displacement,
    hit,
    jaccard,
    mean,
    ndcg,
    overlap,
    percentile,
    precision,
    recall,
    reciprocal_rank,
    roc_auc,
)

GRADES = {"a": 2, "b": 1}


@pytest.mark.promise("rankings-are-scored-by-published-metrics")
def test_ndcg_is_the_gain_over_the_best_possible_gain() -> None:
    found = 1 / math.log2(2) + 2 / math.log2(4)
    best = 2 / math.log2(2) + 1 / math.log2(3)
    assert ndcg(["b", "x", "a"], GRADES, 10) == pytest.approx(found / best)
    assert ndcg(["a", "b"], GRADES, 10) == 1.0


@pytest.mark.promise("rankings-are-scored-by-published-metrics")
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


def test_overlap_and_jaccard_count_what_both_lists_begin_with() -> None:
    left, right = ["a", "b", "c", "d"], ["b", "a", "x", "c"]
    assert overlap(left, right, 3) == pytest.approx(2 / 3)  # a and b, of three
    assert jaccard(left, right, 3) == 0.5  # of a, b, c, x
    assert overlap(["a"], ["a", "b"], 10) == 0.5
    assert (overlap([], [], 3), jaccard([], [], 3), overlap(["a"], [], 3)) == (1.0, 1.0, 0.0)


def test_displacement_is_the_mean_distance_with_the_missing_just_below_the_border() -> None:
    assert displacement(["a", "b"], ["b", "a"], 2) == 1.0
    # a keeps its place; b and c stand at 2 in one list and count as at 3 in the other.
    assert displacement(["a", "b"], ["a", "c"], 2) == pytest.approx(2 / 3)
    assert (displacement(["a"], ["a"], 2), displacement([], [], 2)) == (0.0, 0.0)


@given(st.permutations(list("abcdef")), st.permutations(list("cdefgh")), st.integers(1, 7))
def test_a_change_is_the_same_seen_from_either_side(left: list[str], right: list[str], k: int) -> None:
    assert jaccard(left, right, k) <= overlap(left, right, k) <= 1
    assert displacement(left, right, k) == pytest.approx(displacement(right, left, k))
    assert (displacement(left, left, k), overlap(left, left, k)) == (0.0, 1.0)


def test_the_area_is_the_share_of_pairs_in_the_right_order_with_ties_as_halves() -> None:
    # Of six pairs five are won, and .5 ties with .5.
    found = roc_auc([0.9, 0.5], [0.1, 0.3, 0.5])
    assert found.value == pytest.approx(5.5 / 6)
    assert found.low <= found.value <= found.high <= 1.0
    assert (roc_auc([1, 1], [0, 0]).value, roc_auc([0], [0]).value, roc_auc([0], [1]).value) == (1.0, 0.5, 0.0)


def test_more_questions_make_the_area_surer() -> None:
    few, many = roc_auc([0.2, 0.6, 0.9], [0.1, 0.3, 0.7]), roc_auc([0.2, 0.6, 0.9] * 50, [0.1, 0.3, 0.7] * 50)
    assert few.value == pytest.approx(many.value)
    assert many.high - many.low < (few.high - few.low) / 2


def test_an_area_needs_questions_of_both_kinds() -> None:
    with pytest.raises(ValueError, match="without values"):
        roc_auc([0.5], [])
