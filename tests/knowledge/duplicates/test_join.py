"""The join finds every pair, whatever the tiles, the threshold and the bound."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.duplicates import join as joining
from knowledge.duplicates.bound import Bound
from knowledge.duplicates.join import Owners, Pairs, Stopped, cosines, join, unit_rows
from knowledge.errors import QueryError
from knowledge.ports import Matrix
from tests.knowledge.duplicates.builders import at_cosine, direction


def apart(count: int) -> Owners:
    """Every row a note of its own."""
    return Owners(of=np.arange(count), sizes=np.ones(count, dtype=np.int64))


def listed(pairs: Pairs) -> set[tuple[int, int]]:
    return set(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True))


def brute_force(vectors: Matrix, owners: Owners, threshold: float) -> set[tuple[int, int]]:
    exact = vectors.astype(np.float64)
    exact /= np.linalg.norm(exact, axis=1)[:, None]
    scores = exact @ exact.T
    return {
        (left, right)
        for left in range(len(vectors))
        for right in range(left + 1, len(vectors))
        if scores[left, right] >= threshold and owners.of[left] != owners.of[right]
    }


def clustered(count: int, dimension: int, spread: float, seed: int) -> Matrix:
    """Rows around a few centres, so that many cosines lie around the usual thresholds."""
    generator = np.random.default_rng(seed)
    centres = generator.normal(size=(max(1, count // 12), dimension))
    rows = centres[generator.integers(0, len(centres), count)] + spread * generator.normal(size=(count, dimension))
    return unit_rows(rows.astype(np.float32))


@pytest.mark.promise("every-pair-above-the-threshold-is-found")
@settings(deadline=None, max_examples=40)
@given(
    count=st.integers(0, 90),
    threshold=st.sampled_from([0.5, 0.8, 0.9, 0.95]),
    spread=st.sampled_from([0.1, 0.25, 0.4]),
    seed=st.integers(0, 1_000),
)
def test_the_pairs_are_those_of_brute_force(count: int, threshold: float, spread: float, seed: int) -> None:
    vectors = clustered(count, 24, spread, seed)
    owners = Owners(of=np.arange(count) // 2, sizes=np.full(count, 2))
    assert listed(join(vectors, owners, threshold=threshold)) == brute_force(vectors, owners, threshold)


@pytest.mark.promise("every-pair-above-the-threshold-is-found")
@pytest.mark.parametrize("tile", [1, 7, 64, 1_000])
def test_no_pair_is_lost_at_the_borders_of_tiles(monkeypatch: pytest.MonkeyPatch, tile: int) -> None:
    monkeypatch.setattr(joining, "TILE", tile)
    vectors = clustered(130, 32, 0.2, seed=5)
    assert listed(join(vectors, apart(130), threshold=0.9)) == brute_force(vectors, apart(130), 0.9)


@pytest.mark.promise("every-pair-above-the-threshold-is-found")
def test_a_chunk_with_more_neighbours_than_any_search_returns_keeps_them_all() -> None:
    vectors = np.vstack([direction(1)] * 300)
    pairs = join(vectors, apart(300), threshold=0.95)
    assert len(pairs.left) == pairs.found == 300 * 299 // 2


def test_a_pair_at_the_threshold_counts_and_one_just_below_does_not() -> None:
    vectors = np.vstack([direction(1), at_cosine(1, 0.9500005), at_cosine(1, 0.9499995, other=20_000)])
    exact = cosines(vectors, np.array([0, 0]), np.array([1, 2]))
    assert exact[0] > 0.95 > exact[1]
    assert listed(join(vectors, apart(3), threshold=0.95)) == {(0, 1)}
    assert listed(join(vectors, apart(3), threshold=float(exact[0]))) == {(0, 1)}


def test_vectors_of_any_length_are_compared_by_their_direction() -> None:
    vectors = np.vstack([direction(1) * 7, direction(1) * 0.01, direction(2)])
    assert listed(join(vectors, apart(3), threshold=0.95)) == {(0, 1)}


@pytest.mark.promise("skipping-products-changes-no-result")
@pytest.mark.parametrize(
    ("count", "dimension", "spread"), [(700, 384, 0.2), (700, 96, 0.3), (400, 1_024, 0.15)], ids=str
)
def test_the_bound_loses_and_adds_nothing(count: int, dimension: int, spread: float) -> None:
    vectors = clustered(count, dimension, spread, seed=count)
    plain = join(vectors, apart(count), threshold=0.95, bound=False)
    bounded = join(vectors, apart(count), threshold=0.95, bound=True)
    assert len(plain.left) > 20
    assert listed(plain) == listed(bounded)
    assert plain.found == bounded.found


@pytest.mark.promise("skipping-products-changes-no-result")
@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 10_000), flat=st.booleans())
def test_the_bound_is_never_below_the_cosine(seed: int, flat: bool) -> None:
    generator = np.random.default_rng(seed)
    rows = generator.normal(size=(40, 80))
    if flat:  # all in the few directions that the bound keeps, where what is left over is nothing but rounding
        rows = generator.normal(size=(40, 5)) @ generator.normal(size=(5, 80))
    units = unit_rows(rows.astype(np.float32))
    bound = Bound.of(units, 0.95, wanted=True)
    assert bound is not None
    exact = units.astype(np.float64) @ units.astype(np.float64).T
    assert (bound.short @ bound.short.T >= exact - (0.95 - bound.cut)).all()


def test_pairs_of_notes_that_cannot_cover_each_other_are_counted_and_not_kept() -> None:
    vectors = np.vstack([direction(1), direction(1), direction(2), direction(2)])
    owners = Owners(of=np.array([0, 1, 2, 3]), sizes=np.array([1, 5, 4, 5]), coverage=0.8)
    pairs = join(vectors, owners, threshold=0.95)
    assert (listed(pairs), pairs.found) == ({(2, 3)}, 2)


def test_too_many_pairs_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "MOST_PAIRS", 10)
    with pytest.raises(QueryError, match="More than 10 pairs of passages reach the threshold") as raised:
        join(np.vstack([direction(1)] * 9), apart(9), threshold=0.95)
    assert "--threshold" in raised.value.hint


def test_the_work_is_told_tile_by_tile_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "TILE", 10)
    stop, told = threading.Event(), []

    def watch(done: int, total: int) -> None:
        told.append((done, total))
        if done == 2:
            stop.set()

    with pytest.raises(Stopped):
        join(clustered(1_000, 16, 0.2, 1), apart(1_000), threshold=0.9, progress=watch, stop=stop)
    assert told[:2] == [(1, 5_050), (2, 5_050)]
    assert len(told) < 5_050


def test_nothing_to_compare_is_no_error() -> None:
    for count in (0, 1):
        pairs = join(
            np.vstack([np.empty((0, 4), dtype=np.float32), *[np.ones(4, np.float32)] * count]),
            apart(count),
            threshold=0.9,
        )
        assert (listed(pairs), pairs.found) == (set(), 0)
