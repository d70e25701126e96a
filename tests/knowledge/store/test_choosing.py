"""Scores of candidates."""

from __future__ import annotations

import numpy as np

from knowledge.ports import TermStatistics
from knowledge.store.choosing import best_of, scores_by
from knowledge.store.postings import Postings


def test_equal_chunks_stay_equal_whatever_was_looked_for_before() -> None:
    random = np.random.default_rng(6)
    lists, chunks = {}, 5_000
    for term in "abcdefg":
        ids = np.flatnonzero(random.random(chunks) < 0.4).astype(np.int32)
        counts = random.integers(1, 9, len(ids)).astype(np.uint16)
        lists[term] = Postings(ids=ids, counts=counts, firsts=counts, horizon=chunks)
    statistics = TermStatistics(
        chunks=chunks,
        mean_length=40.0,
        frequencies={term: len(held.ids) for term, held in lists.items()},
        notes=1,
        generation=1,
    )
    lengths = random.integers(30, 50, chunks).astype(np.int32)
    first = best_of(scores_by(lists, lengths, statistics), chunks)
    for _ in range(5):
        shuffled = {term: lists[term] for term in random.permutation(list(lists)).tolist()}
        assert best_of(scores_by(shuffled, lengths, statistics), chunks).tolist() == first.tolist()
