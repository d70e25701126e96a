"""Where the words of a text are: plain words, identifiers whole and in parts, runs without spaces as pairs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

MAX_WORD_CHARS = 128  # longer runs (encoded data) are searched by their parts, and those by their beginning

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
    rf"(?P<unspaced>[{_UNSPACED}]+)"
    rf"|(?P<spaced>(?:(?<![^\s(\[`\"'])(?:--?|\.))?{_LETTER}+(?:{_JOINERS}{_LETTER}+)*(?:\+\+|\#(?!\w))?)"
)
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


@dataclass(frozen=True, slots=True)
class Word:
    """A searchable piece as written. A `whole` identifier or a pair of an unspaced run is never stemmed."""

    text: str
    whole: bool = False


def words(text: str) -> Iterator[Word]:
    """The words of visible text, in order; an identifier comes whole first, then its parts."""
    for match in _RUN.finditer(_GROUPED_NUMBER.sub(lambda number: number[0].replace(",", ""), text)):
        run = match[0]
        if match["unspaced"]:
            yield from _pairs(run)
        elif _PLURAL_ACRONYM.fullmatch(run):
            yield Word(run[:-1])
        elif _PLAIN.fullmatch(run) and not _CAMEL.search(run):
            yield Word(run[:MAX_WORD_CHARS])
        else:
            yield from _identifier(run)


def _pairs(run: str) -> Iterator[Word]:
    """Every two neighbouring characters; a lone character is its own word."""
    for start in range(max(len(run) - 1, 1)):
        yield Word(run[start : start + 2], whole=True)


def _identifier(run: str) -> Iterator[Word]:
    """`bot/deployService.py`: itself, `deployService.py`, then bot, deploy, Service, py."""
    if "'" in run or "’" in run:
        yield from _apostrophe(run)
        return
    address = _ADDRESS.fullmatch(run)
    segments = [segment for segment in _SEGMENTS.split(run) if segment]
    compounds = [run, *([address["path"]] if address else []), *segments]
    parts = [part for segment in segments for part in _split(segment)]
    for compound in dict.fromkeys(compounds):
        if compound not in parts and len(compound) <= MAX_WORD_CHARS:
            yield Word(compound, whole=not compound.isalpha())
    for part in parts:
        yield Word(part[:MAX_WORD_CHARS])


def _split(segment: str) -> Iterator[str]:
    for part in _PARTS.split(segment):
        yield from (piece for piece in _CAMEL.split(part) if piece)


def _apostrophe(run: str) -> Iterator[Word]:
    """`company's` is company, `l'école` is l and école, `don't` is dont."""
    bare = _POSSESSIVE.sub("", run)
    elision = _ELISION.match(bare)
    if elision:
        yield Word(elision[0][:-1])
        bare = bare[elision.end() :]
    bare = bare.replace("'", "").replace("’", "")
    yield from words(bare)
