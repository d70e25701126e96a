"""A follow-up without a model: the telling words of earlier questions go along with it."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from knowledge.planning.standing import stands_alone, topic_words
from knowledge.ports import Store
from knowledge.retrieval.bm25 import idf
from knowledge.types import CarriedWord, Query

MAX_CARRIED = 5
RECENT_QUESTIONS = 4
FADING = 0.7  # of a word's worth with each turn back
WEIGHT = 0.6  # of a carried word, where one of the message has 1
NAME_WORTH = 1.5  # of a name, where another word as rare has 1


class CarryWords:
    """Words of earlier questions go along with a follow-up, at a lower weight.

    A word is worth its idf in the index, more as a name, and faded for each turn that it lies back. The question
    that opened the topic fades by one turn only, however far back it is. The words stand beside the question's text,
    which stays as it was typed.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def transform(self, query: Query) -> Query:
        """Return the query with up to five carried words; the same query where it has no history or stands alone."""
        asked = [turn.text for turn in query.history if turn.role == "person"]
        if not asked or not query.text or stands_alone(query.text):
            return query
        offered = _offered(_since_topic(asked), own=topic_words(query.text).keys())
        statistics = await self._store.term_statistics([each.term for each in offered])
        worth = {
            each: each.share * idf(frequency, statistics.chunks)
            for each in offered
            if (frequency := statistics.frequencies.get(each.term, 0))
        }
        best = sorted((each for each in worth if worth[each] > 0), key=lambda each: -worth[each])[:MAX_CARRIED]
        return replace(query, carried=tuple(CarriedWord(word=each.word, weight=WEIGHT) for each in best))


@dataclass(frozen=True, slots=True)
class _Offer:
    term: str
    word: str
    share: float  # of its idf


def _since_topic(asked: Sequence[str]) -> Sequence[str]:
    """The questions from the latest that stands alone, which opened the topic; all where none does."""
    opening = next((place for place in reversed(range(len(asked))) if stands_alone(asked[place])), 0)
    return asked[opening:]


def _offered(asked: Sequence[str], *, own: AbstractSet[str]) -> list[_Offer]:
    """Words of the first and the most recent questions that the message lacks, each where it is worth most."""
    offers: dict[str, _Offer] = {}
    for age, text in enumerate(reversed(asked)):
        opening = age == len(asked) - 1
        if age >= RECENT_QUESTIONS and not opening:
            continue
        fading = FADING ** (min(age, 1) if opening else age)
        for word in topic_words(text).values():
            offer = _Offer(word.term, word.word, fading * (NAME_WORTH if word.name else 1))
            known = offers.get(word.term)
            if word.term not in own and (known is None or known.share < offer.share):
                offers[word.term] = offer
    return list(offers.values())
