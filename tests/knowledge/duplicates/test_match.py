"""From pairs of chunks to pairs of notes."""

from __future__ import annotations

import numpy as np
import pytest

from knowledge.duplicates.match import one_to_one
from knowledge.duplicates.values import Match


def matched(*scores: tuple[int, int, float]) -> list[tuple[int, int]]:
    left, right, similarity = zip(*scores, strict=True)
    found = one_to_one(np.array(left), np.array(right), np.array(similarity))
    return [(match.left, match.right) for match in found]


@pytest.mark.promise("a-passage-counts-once-in-a-pair")
def test_the_strongest_pair_is_taken_first_and_uses_up_both_passages() -> None:
    assert matched((0, 0, 0.96), (0, 1, 0.99), (1, 1, 0.98), (1, 0, 0.97)) == [(0, 1), (1, 0)]


@pytest.mark.promise("a-passage-counts-once-in-a-pair")
def test_one_repeated_paragraph_cannot_cover_several() -> None:
    assert matched(*((0, right, 1.0) for right in range(5))) == [(0, 0)]


def test_ties_go_by_position_whatever_the_order_they_come_in() -> None:
    pairs = [(left, right, 0.97) for left in range(3) for right in range(3)]
    for order in (pairs, pairs[::-1]):
        assert matched(*order) == [(0, 0), (1, 1), (2, 2)]


def test_matches_carry_their_similarity_strongest_first() -> None:
    found = one_to_one(np.array([0, 1]), np.array([1, 0]), np.array([0.96, 0.99]))
    assert found == (Match(left=1, right=0, similarity=0.99), Match(left=0, right=1, similarity=0.96))
