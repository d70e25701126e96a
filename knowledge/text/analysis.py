"""One analyzer for notes and questions: equal words in, equal terms out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from knowledge.text.folding import fold, visible
from knowledge.text.languages import is_stop_word, latin_languages, possible_languages, stem
from knowledge.text.stop_words import ENGLISH
from knowledge.text.words import words

_NO_WORD = re.compile(r"[\d_]")


@dataclass(frozen=True, slots=True)
class _Word:
    folded: str
    whole: bool

    def term(self, language: str) -> str:
        if self.whole or _NO_WORD.search(self.folded):
            return self.folded
        return stem(self.folded, language)


def analyze(text: str, *, language: str = "") -> list[str]:
    """The terms of a text in order, stop words included; no term holds white space or is empty.

    Identifiers give themselves whole and then their parts; scripts without spaces give every two neighbouring
    characters; other words their stem in `language`, or else in the language that the text seems to be in, or
    else in English. Linear in the text's length.
    """
    found = _folded(text)
    return _terms(found, language or _sure_language(found) or ENGLISH)


def detect_language(text: str) -> str:
    """The Snowball name of the language of a text in Latin script; empty where its stop words do not tell."""
    return _sure_language(_folded(text))


def index_terms(title: str, heading_path: Sequence[str], text: str, *, language: str = "") -> tuple[str, ...]:
    """The terms that a chunk is found by: title, headings, text.

    `language` is that of the whole note, which tells more than one chunk does.
    """
    headings = [heading for heading in heading_path if heading != title]
    return tuple(analyze("\n".join([title, *headings, text]), language=language))


def readings(text: str) -> tuple[tuple[str, ...], ...]:
    """Each sequence of terms that the text may have in a note, the likeliest first: what a phrase has to match.

    A few words do not say which language they are in, so each possible one gives its own stems.
    """
    found = _folded(text)
    return tuple(dict.fromkeys(tuple(_terms(found, language)) for language in _languages(found)))


def query_terms(text: str) -> list[str]:
    """The distinct `search_terms`."""
    return list(dict.fromkeys(search_terms(text)))


def search_terms(text: str) -> list[str]:
    """What to look for, in the order of the text: a word asked for twice counts twice.

    Each word gives its stem in every language that the text may be in. Stop words are left out, unless there is
    nothing else.
    """
    found = _folded(text)
    languages = _languages(found)
    telling = [word for word in found if not _is_stop(word, languages)]
    return [term for word in telling or found for term in dict.fromkeys(word.term(each) for each in languages)]


def content_words(text: str) -> dict[str, str]:
    """Term to word as written, for the words of a text that are no stop words; the first spelling of each."""
    found = list(words(visible(text)))
    folded = [_Word(fold(word.text), word.whole) for word in found]
    languages = _languages(folded)
    telling: dict[str, str] = {}
    for word, each in zip(found, folded, strict=True):
        if each.folded and not _is_stop(each, languages):
            telling.setdefault(each.term(languages[0]), word.text)
    return telling


def _folded(text: str) -> list[_Word]:
    return [_Word(folded, word.whole) for word in words(visible(text)) if (folded := fold(word.text))]


def _terms(found: Iterable[_Word], language: str) -> list[str]:
    return [word.term(language) for word in found]


def _sure_language(found: Iterable[_Word]) -> str:
    possible = possible_languages(word.folded for word in found)
    return possible[0] if len(possible) == 1 else ""


def _languages(found: Iterable[_Word]) -> tuple[str, ...]:
    """Those that a question may be in, and English, in which unsure notes are read."""
    possible = possible_languages(word.folded for word in found) or latin_languages()
    return tuple(dict.fromkeys((*possible, ENGLISH)))


def _is_stop(word: _Word, languages: Sequence[str]) -> bool:
    """Of an unsure text only words that no language doubts are stop words: `die` is English too."""
    return not word.whole and is_stop_word(word.folded, languages[0])
