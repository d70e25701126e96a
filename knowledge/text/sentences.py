"""Where sentences begin and end, in prose, lists and tables of several languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

WRAPPED_LINE_CHARS = 50  # a shorter line that breaks off was not wrapped by an editor: it stands alone

_MARKER = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>|\||```|~~~)(?:[ \t|]|$)|[ \t]*\|")
_LINE_END = re.compile(r"\n")
_FINISHED = re.compile(r"(?:[.!?:;…。！？：；؟।|]|  |\\)[\"'”’»)\]]*\s*$")
_STOP = re.compile(  # possessive, so that a line of dots costs no more than a line of words
    r"[。！？｡؟۔।॥][\"'”’»」』）)\]]*+"  # needs no space after it
    r"|(?<![.!?…])[.!?…]++(?:[ \u00a0\u202f]»)?[\"'”’»)\]*_]*+(?:\[\^?\w{1,9}\])*+(?=\s)"
)
_LAST_WORD = re.compile(r"[^\s(\[\"'“„«]+$")
_NEXT = re.compile(r"\s*[\"'“„«(\[*_]*(.)", re.DOTALL)
_INITIAL = re.compile(r"(?:[^\W\d_]\.)+")
_ORDINAL = re.compile(r"\b(?:am|vom|zum|der|die|das|den|dem|des|im|bis|seit|ab)\s+\d{1,2}\.$", re.IGNORECASE)
_ABBREVIATIONS = """
    abb abs adj adv al anm approx apr art aufl aug bd bsp bspw bzgl bzw ca cf chap chr co corp dec dept dez dipl dr
    ed eds env etc evtl excl feb fig figs fr geb gem ggf ggü hon hr hrsg inc incl inkl insb jan jr jul jun kap lt ltd
    mag max med min mio mme mmes mr mrd mrs ms msgr mt nb no nos nov nr núm oct okt op par phil pp prof pág resp rev
    sen sep sept sog sr sra st std str tab tel tsd univ usf usw vgl vol vs zb zit zt zzgl
"""

_ABBREVIATED = frozenset(_ABBREVIATIONS.split())


def sentences(text: str) -> list[tuple[int, int]]:
    """Character spans (start, end exclusive) of the sentences, in order, without the space around them.

    Every character that is not white space lies in exactly one span. A list item, a heading, a table row and a line
    that was not wrapped end a sentence; a full stop of an abbreviation, an initial, a number or a file name does not.
    """
    return [
        span
        for start, end in _blocks(text)
        for piece in _pieces(text, start, end)
        if (span := _trimmed(text, *piece))
    ]


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Runs of lines that belong together."""
    start = line_start = 0
    for match in _LINE_END.finditer(text):
        if _breaks(text, line_start, match.start()):
            yield start, match.start()
            start = match.end()
        line_start = match.end()
    yield start, len(text)


def _breaks(text: str, start: int, end: int) -> bool:
    """Whether the end of the line `text[start:end]` is the end of a sentence."""
    line = text[start:end]
    after = text[end + 1 : end + 80].partition("\n")[0]
    if not line.strip() or not after.strip() or _MARKER.match(after) or line.lstrip().startswith(("#", "|")):
        return True
    width = len(line) if line.isascii() else sum(2 if "\u2e80" <= each <= "\uffef" else 1 for each in line)
    broken_off = width < WRAPPED_LINE_CHARS and not after.lstrip()[:1].islower()
    return broken_off or bool(_FINISHED.search(line[-8:]))


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in _STOP.finditer(text, start, end):
        if _ends_sentence(text, start, match):
            yield start, match.end()
            start = match.end()
    yield start, end


def _ends_sentence(text: str, start: int, stop: re.Match[str]) -> bool:
    if stop[0][0] not in ".…!?":
        return True
    following = _NEXT.match(text, stop.end())
    if following and following[1].islower():
        return False
    if not stop[0].startswith(".") or stop[0].startswith(".."):
        return True
    before = text[max(start, stop.start() - 40) : stop.start()]
    word = _LAST_WORD.search(before)
    return word is not None and not _is_abbreviation(word[0], before, first=word.start() == 0)


def _is_abbreviation(word: str, before: str, *, first: bool) -> bool:
    """Whether `word` keeps its full stop; a number that begins a line is a list's."""
    return (
        word.casefold() in _ABBREVIATED
        or _INITIAL.fullmatch(f"{word}.") is not None
        or (word.isdecimal() and first)
        or _ORDINAL.search(f"{before}.") is not None
    )


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return (start, end) if start < end else None
