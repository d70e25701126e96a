"""Where the words of a text are: plain words, identifiers whole and in parts, runs without spaces as pairs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from knowledge.text.folding import fold

MAX_WORD_CHARS = 128  # longer runs (encoded data) are searched by their parts, and those by their beginning

_CACHED_CHARS = 40

# Scripts written without spaces between words: Thai, Lao, Burmese, Khmer, kana, Han, Hangul.
_UNSPACED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
    r"\uf900-\ufaff\U00020000-\U0003ffff"
)
# Vowel signs and points are no word characters for `re`, so they are named; the danda ends sentences there.
_SIGNS = (
    r"\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    r"\u0900-\u0963\u0966-\u0dff"
)
_LETTER = rf"(?:[^\W{_UNSPACED}]|[{_SIGNS}])"
_JOINERS = r"[.\-/:@'’+#&=?%~\\]+"
_RUN = re.compile(
    rf"[{_UNSPACED}]+"
    rf"|(?:(?<![^\s(\[`\"'])(?:--?|\.))?{_LETTER}+(?:{_JOINERS}{_LETTER}+)*(?:\+\+|\#(?!\w))?"
)
_UNSPACED_START = re.compile(rf"[{_UNSPACED}]")
_PLAIN = re.compile(r"[^\W\d_]+")
_SEGMENTS = re.compile(r"[/:@?&=#%~\\]+")
_PARTS = re.compile(r"[.\-_+'’]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z][a-z])")
_PLURAL_ACRONYM = re.compile(r"[A-Z]{2,}s")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.\-]*://[^/]+/(?P<path>.+)", re.IGNORECASE)
_GROUPED_NUMBER = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_ELISION = re.compile(
    r"^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|[ad]ll|dall|dell|nell|sull|un)['’](?=\w\w)", re.IGNORECASE
)


class Word(NamedTuple):
    """A searchable piece. A `whole` identifier or a pair of an unspaced run is never stemmed."""

    text: str  # as written
    folded: str  # never empty
    whole: bool


def words(text: str) -> list[Word]:
    """The words of visible text, in order; an identifier comes whole first, then its parts."""
    plain = _GROUPED_NUMBER.sub(lambda number: number[0].replace(",", ""), text) if "," in text else text
    found: list[Word] = []
    for run in _RUN.findall(plain):
        found += _cached(run) if len(run) <= _CACHED_CHARS else _words_of(run)
    return found


def _words_of(run: str) -> tuple[Word, ...]:
    return tuple(Word(text, folded, whole) for text, whole in _pieces(run) if (folded := fold(text)))


_cached = lru_cache(maxsize=50_000)(_words_of)


def _pieces(run: str) -> Iterator[tuple[str, bool]]:
    """What a run holds, and whether each piece is whole."""
    if _UNSPACED_START.match(run):
        yield from _pairs(run)
    elif _PLAIN.fullmatch(run) and not _CAMEL.search(run):
        yield _singular(run[:MAX_WORD_CHARS]), False
    elif "'" in run or "’" in run:
        yield from _apostrophe(run)
    else:
        yield from _identifier(run)


def _pairs(run: str) -> Iterator[tuple[str, bool]]:
    """Every two neighbouring characters; a lone character is its own word."""
    for start in range(max(len(run) - 1, 1)):
        yield run[start : start + 2], True


def _identifier(run: str) -> Iterator[tuple[str, bool]]:
    """`bot/deployService.py`: itself, `deployService.py`, then bot, deploy, Service, py."""
    address = _ADDRESS.fullmatch(run)
    segments = [segment for segment in _SEGMENTS.split(run) if segment]
    compounds = [run, *([address["path"]] if address else []), *segments]
    parts = [part for segment in segments for part in _split(segment)]
    for compound in dict.fromkeys(compounds):
        if compound not in parts and len(compound) <= MAX_WORD_CHARS:
            yield compound, not compound.isalpha()
    for part in parts:
        yield part[:MAX_WORD_CHARS], False


def _split(segment: str) -> Iterator[str]:
    for part in _PARTS.split(segment):
        yield from (_singular(piece) for piece in _CAMEL.split(part) if piece)


def _singular(piece: str) -> str:
    """`PDFs` is `PDF`, which no stemmer knows."""
    return piece[:-1] if _PLURAL_ACRONYM.fullmatch(piece) else piece


def _apostrophe(run: str) -> Iterator[tuple[str, bool]]:
    """`company's` is company, `l'école` is l and école, `don't` is dont."""
    bare = _POSSESSIVE.sub("", run)
    elision = _ELISION.match(bare)
    if elision:
        yield elision[0][:-1], False
        bare = bare[elision.end() :]
    yield from _pieces(bare.replace("'", "").replace("’", ""))
