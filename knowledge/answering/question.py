"""What a question asks for: its telling terms, weighted by how rare they are in the whole index."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from knowledge.answering.verify import Wording
from knowledge.ports import TermStatistics
from knowledge.text import analyze, detect_language, query_terms

_ENGLISH = "english"
# The index does not count stop words; each weighs as if it stood in every second chunk.
STOP_WORD_WEIGHT = math.log(2)
# Letters and digits in one word, such as `err_1042`.
_NAME = re.compile(r"(?=.*[^\W\d_])(?=.*\d)[\w./:-]{4,}")
_QUANTITY = re.compile(
    r"\bhow (?:many|much|long|often|far|old|big|high|large|late|soon)\b"
    r"|\bwie ?(?:viele?|lange?|oft|hoch|weit|groß|gross|alt|spät|schnell)\b"
    r"|\bcombien\b|\bcuánt[oa]s?\b|\bquant[oaie]s?\b|كم|多少|多久|多长|多大|多高|几",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionTerms:
    """The question's terms in each language that it may be in, and what each is worth."""

    text: str
    language: str  # "" where its words do not tell
    telling: frozenset[str]
    weights: Mapping[str, float]  # inverse document frequency over all chunks, above 0; stop words a fixed one
    unknown_names: frozenset[str] = frozenset()  # codes and identifiers that no note holds

    @classmethod
    def of(cls, text: str, statistics: TermStatistics) -> QuestionTerms:
        """Weigh the terms, given the statistics of `query_terms(text)`."""
        telling = {
            term: _rarity(statistics.frequencies.get(term, 0), statistics.chunks) for term in query_terms(text)
        }
        return cls(
            text=text,
            language=detect_language(text),
            telling=frozenset(telling),
            weights=dict.fromkeys(analyze(text), STOP_WORD_WEIGHT) | telling,
            unknown_names=frozenset(
                term for term in telling if _NAME.fullmatch(term) and not statistics.frequencies.get(term)
            ),
        )

    @property
    def asks_for_a_number(self) -> bool:
        """Whether it asks how many, how long, how often ..., in one of the languages that we know to ask so."""
        return _QUANTITY.search(self.text) is not None

    @property
    def english(self) -> bool:
        """Whether the question is in English, or in so few ASCII words that it may be."""
        return self.language == _ENGLISH or (not self.language and self.text.isascii())

    def reading(self, language: str, *, every_word: bool = False) -> tuple[str, ...]:
        """Its telling terms as notes of that language write them, or every word; the telling ones where none fits."""
        found = dict.fromkeys(analyze(self.text, language=language or self.language or _ENGLISH))
        known = self.weights if every_word else self.telling
        return tuple(term for term in found if term in known) or tuple(self.telling)

    def coverage(self, terms: Collection[str], language: str, *, every_word: bool = False) -> float:
        """Share, 0 to 1, of the question's weight that the terms of a text in that language cover."""
        asked = self.reading(language, every_word=every_word)
        whole = sum(self.weights[term] for term in asked)
        return sum(self.weights[term] for term in asked if term in terms) / whole if whole else 0.0

    def covered_by(self, wording: Wording) -> float:
        """The share that a text covers."""
        return self.coverage(wording.terms, wording.language)


def _rarity(frequency: int, chunks: int) -> float:
    """The idf of BM25 in its form that stays above 0: ln(1 + (N - n + .5) / (n + .5))."""
    return math.log(1 + (max(chunks - frequency, 0) + 0.5) / (frequency + 0.5))
