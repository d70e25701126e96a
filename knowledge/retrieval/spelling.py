"""Words that no note holds, probably mistyped, and the terms of the index that are spelt nearly so."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from cachetools import LRUCache
from rapidfuzz import process
from rapidfuzz.distance import OSA

from knowledge.ports import Store, TermStatistics
from knowledge.text import content_words, query_terms
from knowledge.types import Query, Spelling

WEIGHT = 0.5  # of a term that is only nearly what was asked for
SHORTEST = 5  # letters: shorter words have too many neighbours
TWO_MISTAKES = 8  # letters from which two mistakes are forgiven
MOST_TERMS = 3  # for one word
LETTERS_KEPT = 16  # first letters whose terms are remembered


class Speller:
    """Finds the neighbours of unknown words. Only a word of which the index holds no stem has any.

    Its first letter is taken as right: that is seldom mistyped, and only the terms with it need to be read.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._terms: LRUCache[tuple[Hashable, str], Mapping[str, int]] = LRUCache(LETTERS_KEPT)

    async def spellings(self, query: Query, statistics: TermStatistics) -> tuple[Spelling, ...]:
        """What to look for instead of the question's unknown words; `statistics` are those of its terms."""
        known = statistics.frequencies
        doubtful = {
            term: word
            for term, word in content_words(query.text).items()
            if not known.get(term) and term.isalpha() and len(word) >= SHORTEST
        }
        if not doubtful:
            return ()
        forms = {term: query_terms(word) for term, word in doubtful.items()}
        held = (await self._store.term_statistics([form for found in forms.values() for form in found])).frequencies
        unknown = [term for term, found in forms.items() if not any(held.get(form) for form in found)]
        spellings = [Spelling(word=doubtful[term], terms=await self._near(term, doubtful[term])) for term in unknown]
        return tuple(spelling for spelling in spellings if spelling.terms)

    async def _near(self, term: str, word: str) -> tuple[str, ...]:
        """The nearest terms to the word's stem, those in most chunks first."""
        held = await self._beginning_with(term[0])
        mistakes = 1 if len(word) < TWO_MISTAKES else 2
        near = process.extract(term, list(held), scorer=OSA.distance, score_cutoff=mistakes, limit=None)
        if not near:
            return ()
        least = min(distance for _, distance, _ in near)
        best = [found for found, distance, _ in near if distance == least and found.isalpha()]
        return tuple(sorted(best, key=lambda found: -held[found])[:MOST_TERMS])

    async def _beginning_with(self, letter: str) -> Mapping[str, int]:
        key = (await self._store.generation(), letter)
        if key not in self._terms:
            self._terms[key] = await self._store.vocabulary(letter)
        return self._terms[key]


def spelt_terms(spellings: Sequence[Spelling]) -> dict[str, float]:
    """The terms to look for, each with its weight."""
    return {term: WEIGHT for spelling in spellings for term in spelling.terms}
