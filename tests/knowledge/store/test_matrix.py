"""Rows of vectors: none of the nearest is left out, and equal rows are equally near wherever they stand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.store.bits import BitRows
from knowledge.store.matrix import ExactRows, Labels, Structure, VectorMatrix, nearly_best
from knowledge.store.vector_file import VectorFile


@given(
    seed=st.integers(0, 2**32 - 1), count=st.integers(0, 3_000), limit=st.integers(1, 400), steps=st.integers(1, 50)
)
def test_the_highest_scores_are_all_among_those_chosen(seed: int, count: int, limit: int, steps: int) -> None:
    scores = np.random.default_rng(seed).integers(0, steps, count).astype(np.float32) / steps
    chosen = nearly_best(scores, limit)
    best = np.sort(scores)[::-1][:limit]
    assert np.sort(scores[chosen])[::-1][: len(best)].tolist() == best.tolist()


@pytest.mark.parametrize("dimension", [7, 32, 100, 384])
def test_equal_rows_are_equally_near_and_come_by_their_turn(dimension: int) -> None:
    row = np.random.default_rng(dimension).normal(size=dimension)
    vectors = np.repeat((row / np.linalg.norm(row)).astype(np.float32)[None], 1_001, axis=0)
    found = matrix_of(ExactRows(1_001, dimension), vectors).nearest(np.ones(dimension, dtype=np.float32), None, 1_001)
    assert len({cosine for _, cosine in found}) == 1
    assert [chunk_id for chunk_id, _ in found] == list(range(1_001, 0, -1))


@pytest.mark.parametrize("dimension", [64, 100, 384])
def test_bits_of_any_dimension_find_a_row_by_itself(tmp_path: Path, dimension: int) -> None:
    vectors = np.random.default_rng(dimension).normal(size=(20_000, dimension)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    matrix = matrix_of(BitRows(20_000, vectors.mean(axis=0), VectorFile(20_000, dimension, tmp_path)), vectors)
    for at in range(0, 20_000, 2_500):
        ((chunk_id, cosine),) = matrix.nearest(vectors[at], None, 1)
        assert (chunk_id, cosine) == (at + 1, pytest.approx(1.0, abs=1e-6))
        others = np.arange(1, 20_001)[np.arange(20_000) != at]
        assert matrix.nearest(vectors[at], others, 1)[0][0] != at + 1


def test_bits_of_equal_vectors_divide_by_nothing() -> None:
    vectors = np.full((9_000, 4), 0.5, dtype=np.float32)
    matrix = matrix_of(BitRows(9_000, vectors[0], ExactRows(9_000, 4)), vectors)
    assert [cosine for _, cosine in matrix.nearest(vectors[0], None, 3)] == [1.0, 1.0, 1.0]


def matrix_of(rows: ExactRows | BitRows, vectors: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> VectorMatrix:
    """Chunk n + 1, of document n + 1, has row n; the last one comes first of equally near ones."""
    numbers = np.arange(1, len(vectors) + 1)
    rows.add(0, vectors)
    labels = Labels(ids=numbers, documents=numbers, turns=-numbers)
    structure = Structure(tables=1, dimension=vectors.shape[1])
    return VectorMatrix(rows=rows, labels=labels, structure=structure, count=len(vectors))
