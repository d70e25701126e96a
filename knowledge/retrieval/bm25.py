"""BM25 of a few texts with the statistics of the whole index."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from rank_bm25 import BM25Okapi

from knowledge.ports import TermStatistics

Counts = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]


class IndexBM25(BM25Okapi):  # type: ignore[misc]  # published without types
    """rank_bm25's Okapi formula and constants, over some texts of an index instead of a whole corpus.

    Its floor for terms that more than half of the corpus holds is a share of the mean idf of the vocabulary, which
    is `mean_idf` here.
    """

    def __init__(self, weights: Mapping[str, float], *, statistics: TermStatistics, mean_idf: float) -> None:
        """Take what each term counts: one that stands twice in a question weighs 2."""
        self._weights = weights
        self._statistics = statistics
        self._mean_idf = mean_idf
        super().__init__(())

    def _initialize(self, corpus: object) -> Mapping[str, int]:  # noqa: ARG002 - the statistics stand for it
        self.corpus_size = self._statistics.chunks
        self.avgdl = self._statistics.mean_length
        return self._statistics.frequencies

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        for term, weight in self._weights.items():
            exact = idf(nd.get(term, 0), self.corpus_size)
            self.idf[term] = weight * (exact if exact >= 0 else self.epsilon * self._mean_idf)

    def scores(self, counts: Counts, lengths: Counts, *, mean_length: float = 0.0) -> Scores:
        """Return the score of each text, by the steps of `get_batch_scores`, of which counting is the slow one.

        `counts` has a row for each text and a column for each term; lengths are in the unit of the mean length,
        which is the index's own unless another one is given.
        """
        norms = self.k1 * (1 - self.b + self.b * lengths / (mean_length or self.avgdl))
        scores: Scores = np.zeros(len(counts))
        for column, weight in zip(counts.T, self.idf.values(), strict=True):
            scores += weight * (column * (self.k1 + 1) / (column + norms))
        return scores


def idf(frequency: int, chunks: int) -> float:
    """Robertson and Sparck Jones's weight of a term, as rank_bm25's Okapi has it; negative above half."""
    return math.log(chunks - frequency + 0.5) - math.log(frequency + 0.5)


def mean_idf(vocabulary: Mapping[str, int], chunks: int) -> float:
    """The mean over the vocabulary, 0 for an empty one."""
    if not vocabulary:
        return 0.0
    return sum(idf(frequency, chunks) for frequency in vocabulary.values()) / len(vocabulary)
