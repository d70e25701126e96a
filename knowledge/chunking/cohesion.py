"""Where the subject changes: neighbouring paragraphs that share few words.

After TextTiling (M. A. Hearst, Computational Linguistics 23(1), 1997): cosine similarity of the terms before and
after each gap. A gap is a boundary where the similarity is next to nothing, or clearly lower than on both sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, pstdev

from knowledge.text import search_terms

_WINDOW = 3  # paragraphs before and after a gap
_UNRELATED = 0.05
_FEW_GAPS = 4  # below, depths have no distribution to stand out from


def boundaries(texts: Sequence[str]) -> Iterator[int]:
    """Indices of the texts that begin a new subject, in order, never 0."""
    terms = [Counter(search_terms(text)) for text in texts]
    similarities = [_similarity(terms, gap) for gap in range(1, len(terms))]
    depths = [_depth(similarities, index) for index in range(len(similarities))]
    telling = len(depths) >= _FEW_GAPS
    deep = fmean(depths) + pstdev(depths) if telling else float("inf")
    for index, (similarity, depth) in enumerate(zip(similarities, depths, strict=True)):
        if similarity < _UNRELATED or depth > max(deep, _UNRELATED):
            yield index + 1


def _similarity(terms: Sequence[Counter[str]], gap: int) -> float:
    """Of the windows on both sides of the gap before text number `gap`."""
    before = sum(terms[max(gap - _WINDOW, 0) : gap], Counter[str]())
    after = sum(terms[gap : gap + _WINDOW], Counter[str]())
    product = sum(count * after[term] for term, count in before.items())
    return product / (_length(before) * _length(after)) if product else 0.0


def _length(terms: Counter[str]) -> float:
    return sqrt(sum(count * count for count in terms.values()))


def _depth(similarities: Sequence[float], index: int) -> float:
    """How far the similarity falls here, seen from the nearest peaks on both sides."""
    return _climb(similarities[index::-1]) + _climb(similarities[index:])


def _climb(similarities: Sequence[float]) -> float:
    highest = similarities[0]
    for similarity in similarities[1:]:
        if similarity < highest:
            break
        highest = similarity
    return highest - similarities[0]
