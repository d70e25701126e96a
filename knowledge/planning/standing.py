"""Whether a message can be understood without the ones before it, and which of its words are about something."""

from __future__ import annotations

import re
from dataclasses import dataclass

from knowledge.planning.small_talk import SMALL_TALK
from knowledge.text import content_words, detect_language

SHORT_MESSAGE_WORDS = 2  # a longer one that neither points back nor goes on probably stands alone
PAIRS_PER_WORD = 3  # scripts without spaces give overlapping pairs of characters instead of words

# Words that point back wherever they stand: to another message, or to another part of the same one.
POINTING = (
    "it|its|this|that|these|those|they|them|their|es|sie|ihn|ihm|ihr|ihre|dies|diese[rmns]?|davon|dafür|damit|dazu"
    "|il|elle|ils|elles|ello|eso"
)
_POINTING = re.compile(
    rf"""\b(?:{POINTING}|theirs|he|him|his|she|her|hers|there|then|one|ones|same|else
    |er|jene[rmns]?|dort|darüber|dabei|sonst
    |ça|cela|ceci|celui|celle|ceux|celles|y|esto|esos|ellos|ellas|isso|isto|ele|eles)\b
    |[它他她这那]|(?<!尤)其(?!实)|(?<!应)该""",
    re.IGNORECASE | re.VERBOSE,
)
_GOING_ON = re.compile(
    r"""^\W*(?:(?:ok(?:ay)?|thanks?(?:\ you)?|danke|merci|gracias|yes|no|ja|nein|so|well|fine|good|great)\W+)?
    (?:and|or|but|also|plus|(?:what|how)\ about|what\ if|und|oder|aber|auch|et|ou|mais|y|pero|o)(?=[\s,.?!]|$)
    |^\W*(?:那|还有)|呢\W*$""",
    re.IGNORECASE | re.VERBOSE,
)
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_IDENTIFIER = re.compile(r"\d|[a-z][A-Z]|\w[_./\-]\w")


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicWord:
    """A word that says what a message is about. `name`: it is written like a name or an identifier."""

    term: str
    word: str
    name: bool


def topic_words(message: str) -> dict[str, TopicWord]:
    """The content words by term, without those that people say about anything."""
    start = message.lstrip("\"'“„«¿¡( \t\n")
    every_noun = detect_language(message) == "german"  # which has a capital there, and so tells nothing
    return {
        term: TopicWord(
            term=term,
            word=word,
            name=_IDENTIFIER.search(word) is not None
            or (word[0].isupper() and not every_noun and not start.startswith(word)),
        )
        for term, word in content_words(message).items()
        if word.casefold() not in SMALL_TALK
    }


def stands_alone(message: str) -> bool:
    """Whether it says enough by itself: more than two words about something, of which a name counts twice.

    Not one that points back ("is it free?") or goes on ("and for contractors?").
    """
    if _POINTING.search(message) or _GOING_ON.search(message):
        return False
    return sum(_says(word) for word in topic_words(message).values()) > SHORT_MESSAGE_WORDS


def _says(word: TopicWord) -> float:
    if _UNSPACED.match(word.word):
        return 1 / PAIRS_PER_WORD
    return 2 if word.name else 1
