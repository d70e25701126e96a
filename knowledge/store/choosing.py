"""Which chunks are worth scoring: the best by BM25 as FTS5 reckons it, from the lists of the rarer terms."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from knowledge.ports import TermCandidates, TermStatistics
from knowledge.store.blocks import Ids
from knowledge.store.by_chunk import Numbers
from knowledge.store.matrix import nearly_best
from knowledge.store.postings import Postings

# A term is common when it is in more than this share of the chunks and in more than this many. Ranking by common
# terms is what takes the time, and hardly changes which chunks come first.
COMMON_SHARE = 0.2
COMMON_CHUNKS = 2_000
K1, B = 1.2, 0.75  # FTS5's
_LEAST_IDF = 1e-6  # FTS5's own floor, for terms that more than half of the chunks hold

Scores = npt.NDArray[np.float32]


class Counted(Protocol):
    """The chunks that hold a term, and how often each does."""

    @property
    def ids(self) -> npt.NDArray[np.int32]:
        """Ascending."""
        ...

    @property
    def counts(self) -> npt.NDArray[np.uint16]:
        """In the same order."""
        ...


def choosing_terms(frequencies: Mapping[str, int], chunks: int) -> Mapping[str, int]:
    """Return the terms that choose candidates: all but the common ones, or all where no rarer one exists."""
    common = max(COMMON_SHARE * chunks, COMMON_CHUNKS)
    return {term: frequency for term, frequency in frequencies.items() if frequency <= common} or frequencies


def idf(frequency: int, chunks: int) -> float:
    """What FTS5 lets a term weigh that so many of the chunks hold."""
    return max(math.log((chunks - frequency + 0.5) / (frequency + 0.5)), _LEAST_IDF)


def scores_by(lists: Mapping[str, Counted], lengths: Numbers, statistics: TermStatistics) -> Scores:
    """Return the score of each chunk, by its id; 0 for those that hold none of the terms. `lengths` are by id too."""
    scores = np.zeros(len(lengths), dtype=np.float32)
    least, slope = K1 * (1 - B), K1 * B / statistics.mean_length
    for term in sorted(lists):  # sums depend on their order in the last digit, and the order of equal chunks on that
        postings = lists[term]
        weight = np.float32((K1 + 1) * idf(statistics.frequencies[term], statistics.chunks))
        counts = postings.counts.astype(np.float32)
        norms = (least + slope * lengths[postings.ids]).astype(np.float32)
        scores[postings.ids] += weight * counts / (counts + norms)
    return scores


def best_of(scores: Scores, limit: int) -> Ids:
    """Return the chunks with the best scores above 0, of equal ones the older first."""
    likely = nearly_best(scores, limit)
    likely = likely[scores[likely] > 0]
    best: Ids = likely[np.lexsort((likely, -scores[likely]))[:limit]]
    return best


def columns(ids: Ids, lists: Mapping[str, Postings], terms: Sequence[str], lengths: Numbers) -> TermCandidates:
    """Return what the lists say about these chunks and terms."""
    counts = np.zeros((len(ids), len(terms)), dtype=np.int64)
    firsts = np.full(len(ids), np.iinfo(np.int64).max)
    order = np.argsort(ids)
    ascending = ids[order].astype(np.int32)  # found in half the time
    for column, term in enumerate(terms):
        if term in lists:
            places, held = lists[term].places(ascending)
            rows, places = order[held], places[held]
            counts[rows, column] = lists[term].counts[places]
            firsts[rows] = np.minimum(firsts[rows], lists[term].firsts[places])
    return TermCandidates(ids=ids, counts=counts, lengths=lengths[ids].astype(np.int64), firsts=firsts)
