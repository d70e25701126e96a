"""A follow-up without a model: the telling words of earlier questions go along with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.ports import Store
from knowledge.retrieval.bm25 import idf
from knowledge.text import content_words
from knowledge.types import CarriedWord, Query

MAX_CARRIED = 4
RECENT_QUESTIONS = 4
FADING = 0.7  # of a word's worth with each turn back
WEIGHT = 0.5  # of a carried word, where one of the message has 1
SHORT_MESSAGE_WORDS = 4  # a longer one without a pronoun probably stands alone

_POINTING = re.compile(
    r"""\b(?:it|its|this|that|these|those|they|them|their|theirs|he|him|his|she|her|hers|there|then|one|ones|same|else
    |er|es|sie|ihn|ihm|ihr|ihre|dies|diese[rmns]?|jene[rmns]?|dort|davon|dafür|damit|darüber|dazu|dabei|sonst
    |il|elle|ils|elles|ça|cela|ceci|celui|celle|ceux|celles|y|ello|eso|esto|esos|ellos|ellas|isso|isto|ele|eles)\b
    |[它他她这那其該该]""",
    re.IGNORECASE | re.VERBOSE,
)


class CarryWords:
    """Words of earlier questions go along with a follow-up, at a lower weight.

    A word is worth its idf in the index, faded for each turn that it lies back. The words stand beside the
    question's text, which stays as it was typed.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def transform(self, query: Query) -> Query:
        """Return the query with up to four carried words; the same query where it has no history."""
        asked = [turn.text for turn in query.history if turn.role == "person"]
        if not asked or not query.text:
            return query
        own = content_words(query.text)
        offered = _offered(asked, frozenset(own))
        statistics = await self._store.term_statistics([each.term for each in offered])
        worth = {
            each: each.fading * idf(frequency, statistics.chunks)
            for each in offered
            if (frequency := statistics.frequencies.get(each.term, 0))
        }
        best = sorted((each for each in worth if worth[each] > 0), key=lambda each: -worth[each])[:MAX_CARRIED]
        weight = WEIGHT / 2 if stands_alone(query.text, content=len(own)) else WEIGHT
        return replace(query, carried=tuple(CarriedWord(word=each.word, weight=weight) for each in best))


def stands_alone(message: str, *, content: int) -> bool:
    """Whether a message of so many content words probably needs no earlier one: it is long and points nowhere."""
    return content > SHORT_MESSAGE_WORDS and _POINTING.search(message) is None


@dataclass(frozen=True, slots=True)
class _Offer:
    term: str
    word: str
    fading: float


def _offered(asked: Sequence[str], own: frozenset[str]) -> list[_Offer]:
    """Words of the first and the most recent questions that the message lacks, each at its latest place."""
    offers: dict[str, _Offer] = {}
    for age, text in enumerate(reversed(asked)):
        if age >= RECENT_QUESTIONS and age != len(asked) - 1:
            continue
        for term, word in content_words(text).items():
            if term not in own:
                offers.setdefault(term, _Offer(term, word, FADING**age))
    return list(offers.values())
