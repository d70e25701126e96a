"""Which language a text is in, by its commonest words; and the stem of a word in that language."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from threading import get_ident

import Stemmer

from knowledge.text.folding import fold
from knowledge.text.stop_words import ALSO_ENGLISH, ENGLISH, STOP_WORDS

# Scripts that only one of the stemmers knows, by their first and last character (after folding).
_SCRIPTS = (
    ("\u0370", "\u03ff", "greek"),
    ("\u0400", "\u04ff", "russian"),
    ("\u0530", "\u058f", "armenian"),
    ("\u0600", "\u06ff", "arabic"),
    ("\u0900", "\u097f", "hindi"),
    ("\u0b80", "\u0bff", "tamil"),
)
_NO_WORD = re.compile(r"[\d_]")
_LATIN = tuple(language for language in STOP_WORDS if language not in {"russian", "arabic"})
_STOPS = {
    language: frozenset(fold(word).replace("'", "") for word in words.split())
    for language, words in STOP_WORDS.items()
}
_ALSO_ENGLISH = frozenset(ALSO_ENGLISH.split())
_SPEAKERS = {
    word: tuple(
        language for language in _LATIN if word in _STOPS[language] or (language == ENGLISH and word in _ALSO_ENGLISH)
    )
    for word in frozenset().union(*(_STOPS[language] for language in _LATIN))
    if len(word) > 1  # a letter alone is a name or a variable as often as a word
}


def latin_languages() -> tuple[str, ...]:
    """The languages in Latin script that are told apart, English first."""
    return _LATIN


def is_stop_word(word: str, language: str) -> bool:
    """Whether the folded word says nothing about a text in that language, or in its script's only one."""
    return word in _STOPS.get(script_language(word) or language, frozenset())


def possible_languages(words: Iterable[str]) -> tuple[str, ...]:
    """Languages whose stop words are among the folded words, likeliest first; one alone is sure, none is anything.

    A word that n languages share counts 1/n² for each. English starts with half a point; the best is sure with
    at least one whole point and more than half as much again as the second.
    """
    points = defaultdict(float, {ENGLISH: 0.5})
    for word in words:
        speakers = _SPEAKERS.get(word, ())
        for language in speakers:
            points[language] += 1 / len(speakers) ** 2
    ranking = sorted(points.items(), key=lambda item: -item[1])
    (best, most), (_, second) = [*ranking, ("", 0.0)][:2]
    if most >= 1 and most > 1.5 * second:
        return (best,)
    return tuple(language for language, _ in ranking) if len(ranking) > 1 else ()


def script_language(word: str) -> str:
    """The language that stands for the script of the word's first letter; empty for Latin and unknown scripts."""
    first = word[:1]
    if first < _SCRIPTS[0][0]:
        return ""
    return next((language for start, end, language in _SCRIPTS if start <= first <= end), "")


@lru_cache(maxsize=100_000)
def stem(word: str, language: str) -> str:
    """The Snowball stem of a folded word, folded again; words of a script of their own ignore `language`.

    What holds a digit or an underscore is no word and stays as it is.
    """
    if _NO_WORD.search(word):
        return word
    return fold(_stemmer(script_language(word) or language, get_ident()).stemWord(word)) or word


@lru_cache(maxsize=256)
def _stemmer(language: str, _thread: int) -> Stemmer.Stemmer:
    """A stemmer is not safe to share between threads."""
    return Stemmer.Stemmer(language)
