"""BM25 of a few texts with the statistics of the whole index."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rank_bm25 import BM25Okapi

from knowledge.ports import TermStatistics


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedText:
    """How often a text holds each term that is looked for, and its length in the unit of the mean length."""

    counts: Mapping[str, int]
    length: float
    first: int = 0  # place of the first of these terms; titles and headings come before the text


class IndexBM25(BM25Okapi):  # type: ignore[misc]  # published without types
    """rank_bm25's Okapi formula and constants, over some texts of an index instead of a whole corpus.

    Its floor for terms that more than half of the corpus holds is a share of the mean idf of the vocabulary, which
    is `mean_idf` here.
    """

    def __init__(
        self,
        texts: Sequence[CountedText],
        *,
        weights: Mapping[str, float],
        statistics: TermStatistics,
        mean_idf: float,
    ) -> None:
        """Take the texts and what each term counts: one that stands twice in a question weighs 2."""
        self._weights = weights
        self._statistics = statistics
        self._mean_idf = mean_idf
        super().__init__(texts)

    def _initialize(self, corpus: Sequence[CountedText]) -> Mapping[str, int]:
        self.corpus_size = self._statistics.chunks
        self.avgdl = self._statistics.mean_length
        self.doc_len = [text.length for text in corpus]
        self.doc_freqs = [text.counts for text in corpus]
        return self._statistics.frequencies

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        for term, weight in self._weights.items():
            exact = idf(nd.get(term, 0), self.corpus_size)
            self.idf[term] = weight * (exact if exact >= 0 else self.epsilon * self._mean_idf)

    def scores(self) -> list[float]:
        """The score of each text, in order."""
        scored: list[float] = self.get_batch_scores(list(self._weights), list(range(len(self.doc_len))))
        return scored


def count(terms: str, wanted: Container[str]) -> CountedText:
    """A text from its terms, one space between two, of which only the wanted ones are counted."""
    listed = terms.split(" ") if terms else []
    found = [term for term in listed if term in wanted]
    counts: dict[str, int] = {}
    for term in found:  # Counter takes longer for so few
        counts[term] = counts.get(term, 0) + 1
    return CountedText(counts=counts, length=len(listed), first=listed.index(found[0]) if found else 0)


def merge(texts: Iterable[CountedText], *, length: float) -> CountedText:
    """One text or more as one of that length."""
    first, *others = texts
    if not others:
        return CountedText(counts=first.counts, length=length)
    counts = Counter(first.counts)
    for text in others:
        counts.update(text.counts)
    return CountedText(counts=counts, length=length)


def idf(frequency: int, chunks: int) -> float:
    """Robertson and Sparck Jones's weight of a term, as rank_bm25's Okapi has it; negative above half."""
    return math.log(chunks - frequency + 0.5) - math.log(frequency + 0.5)


def mean_idf(vocabulary: Mapping[str, int], chunks: int) -> float:
    """The mean over the vocabulary, 0 for an empty one."""
    if not vocabulary:
        return 0.0
    return sum(idf(frequency, chunks) for frequency in vocabulary.values()) / len(vocabulary)
