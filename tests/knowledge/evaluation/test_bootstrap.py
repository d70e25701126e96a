"""Intervals by drawing again."""

from __future__ import annotations

import pytest

from knowledge.evaluation.bootstrap import estimate_mean


def test_the_interval_of_a_mean_is_about_two_standard_errors_wide_on_each_side() -> None:
    found = estimate_mean([0.0, 1.0] * 200)  # deviation .5, so the standard error of 400 values is .025
    assert found.value == 0.5
    assert found.low == pytest.approx(0.5 - 1.96 * 0.025, abs=0.005)
    assert found.high == pytest.approx(0.5 + 1.96 * 0.025, abs=0.005)


def test_equal_values_give_an_interval_of_no_width() -> None:
    found = estimate_mean([0.25] * 9)
    assert (found.low, found.value, found.high) == (0.25, 0.25, 0.25)


def test_the_same_values_give_the_same_interval() -> None:
    values = [0.0, 0.3, 1.0, 0.2, 0.9]
    assert estimate_mean(values) == estimate_mean(values)


def test_nothing_has_no_interval() -> None:
    with pytest.raises(ValueError, match="without values"):
        estimate_mean([])
