"""The questions that one question consists of, by rule: another follows a sentence, an "and" or the end of a line."""

from __future__ import annotations

import re

from knowledge.planning.parsing import MAX_PARTS, distinct
from knowledge.planning.standing import POINTING, topic_words
from knowledge.text import content_words
from knowledge.types import Expansion, Query

CARRIED_WORDS = 3  # of the first part, for one that points back to it

_WORDS = (
    r"(?:what|which|who|whom|whose|when|where|why|how"
    r"|(?:is|are|do|does|did|can|could|should|must|may|will|would|has|have)\s+(?:i|we|you|they|it|there|the|an?|my|our)"
    r"|was|welche[rsmn]?|wer|wem|wen|wann|wo|warum|wieso|wie|wohin|woher|womit|wofür"
    r"|quel(?:le)?s?|qui|quand|où|pourquoi|comment|combien"
    r"|qué|cuál(?:es)?|quién(?:es)?|cuándo|dónde|por\s+qué|cómo|cuánt[oa]s?)\b"
)
_CHARACTERS = r"(?:怎么|如何|什么|哪|谁|多少|为什么|何时)"
_QUESTION = re.compile(rf"(?<!\w){_WORDS}|{_CHARACTERS}", re.IGNORECASE)
_BORDER = re.compile(
    rf"(?<=[?？])\s*(?=\S)|\s*\n\s*|[,;]?\s+(?:and|und|et|y)\s+(?=(?:also\s+|auch\s+|aussi\s+|también\s+)?{_WORDS})"
    rf"|[，；]\s*(?:以及|并且|而且|还有|另外|那么)?(?={_CHARACTERS})",
    re.IGNORECASE,
)
# Not every word that may point back to another message: "is there", "the one" and "then" stand in one's own question.
_POINTING = re.compile(rf"\b(?:{POINTING}|dies\w*|lo|los|las)\b|[它他她这那其该]", re.IGNORECASE)


def parts_of(question: str) -> tuple[str, ...]:
    """The questions in a question, at most MAX_PARTS and in order; empty where it asks one thing.

    Each says something of its own. One that points back ("and how do I ask for it?") gets words of the first with it.
    """
    pieces = (piece.strip(" ,;") for piece in _BORDER.split(question))
    first, *others = [piece for piece in pieces if _asks_something(piece)] or [""]
    parts = distinct([first, *(_standing_alone(part, first) for part in others)])
    return parts[:MAX_PARTS] if len(parts) > 1 else ()


class PartsByRule:
    """Finds the parts of a question without a model (`stages.Expander`)."""

    async def expand(self, query: Query) -> Expansion:
        """Return the parts, if there are several."""
        return Expansion(parts=parts_of(query.text))


def _asks_something(piece: str) -> bool:
    return _QUESTION.search(piece) is not None and bool(content_words(_QUESTION.sub(" ", piece)))


def _standing_alone(part: str, first: str) -> str:
    if _POINTING.search(part) is None:
        return part
    own = content_words(part)
    carried = [topic.word for term, topic in topic_words(first).items() if term not in own]
    return " ".join([part, *carried[:CARRIED_WORDS]])
