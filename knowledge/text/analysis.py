"""One analyzer for notes and questions: equal words in, equal terms out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from knowledge.text.folding import visible
from knowledge.text.languages import is_stop_word, latin_languages, possible_languages, stem
from knowledge.text.stop_words import ENGLISH
from knowledge.text.words import Word, words


def analyze(text: str, *, language: str = "") -> list[str]:
    """The terms of a text in order, stop words included; no term holds white space or is empty.

    Identifiers give themselves whole and then their parts; scripts without spaces give every two neighbouring
    characters; other words their stem in `language`, or else in the language that the text seems to be in, or
    else in English. Linear in the text's length.
    """
    found = _words(text)
    return _terms(found, language or _language(found))


def detect_language(text: str) -> str:
    """The Snowball name of the language of a text in Latin script; empty where its stop words do not tell."""
    return _sure_language(_words(text))


def index_terms(title: str, heading_path: Sequence[str], text: str, *, language: str = "") -> tuple[str, ...]:
    """The terms that a chunk is found by: title and headings whole, the text without stop words.

    Stop words would only make some languages' texts look long. `language` is that of the whole note, which tells
    more than one chunk does.
    """
    headings = _words("\n".join([title, *(heading for heading in heading_path if heading != title)]))
    body = _words(text)
    known = language or _language([*headings, *body])
    return tuple(_terms([*headings, *(word for word in body if not _says_nothing(word, known))], known))


def readings(text: str) -> tuple[tuple[str, ...], ...]:
    """Each sequence of terms by which the text may be indexed in a note, the likeliest first.

    A few words do not say which language they are in, so each possible one gives its own stems, without its stop
    words unless there is nothing else.
    """
    found = _words(text)
    return tuple(dict.fromkeys(tuple(_terms(_telling(found, each), each)) for each in _languages(found)))


def query_terms(text: str) -> list[str]:
    """The distinct `search_terms`."""
    return list(dict.fromkeys(search_terms(text)))


def search_terms(text: str) -> list[str]:
    """What to look for, in the order of the text: a word asked for twice counts twice.

    Each word gives its stem in every language that the text may be in. Stop words are left out, unless there is
    nothing else.
    """
    found = _words(text)
    languages = _languages(found)
    return [
        term
        for word in _telling(found, languages[0])
        for term in dict.fromkeys(_term(word, each) for each in languages)
    ]


def content_words(text: str) -> dict[str, str]:
    """Term to word as written, for the words of a text that are no stop words; the first spelling of each."""
    found = _words(text)
    language = _languages(found)[0]
    telling: dict[str, str] = {}
    for word in found:
        if not _says_nothing(word, language):
            telling.setdefault(_term(word, language), word.text)
    return telling


def _words(text: str) -> list[Word]:
    return words(visible(text))


def _term(word: Word, language: str) -> str:
    return word.folded if word.whole else stem(word.folded, language)


def _terms(found: Iterable[Word], language: str) -> list[str]:
    return [_term(word, language) for word in found]


def _says_nothing(word: Word, language: str) -> bool:
    """Whether it is a stop word; in capitals it is a name (IT, WHO, US)."""
    if word.whole or not is_stop_word(word.folded, language):
        return False
    return len(word.text) == 1 or not word.text.isupper()


def _telling(found: Sequence[Word], language: str) -> Sequence[Word]:
    """The words without stop words, or all where there is nothing else."""
    return [word for word in found if not _says_nothing(word, language)] or found


def _language(found: Iterable[Word]) -> str:
    return _sure_language(found) or ENGLISH


def _sure_language(found: Iterable[Word]) -> str:
    possible = possible_languages(word.folded for word in found)
    return possible[0] if len(possible) == 1 else ""


def _languages(found: Iterable[Word]) -> tuple[str, ...]:
    """The one that a question is surely in, else those it may be in and English, in which unsure notes are read."""
    possible = possible_languages(word.folded for word in found)
    if len(possible) == 1:
        return possible
    return tuple(dict.fromkeys((*(possible or latin_languages()), ENGLISH)))
