"""What to show of a chunk: the paragraph that matches, whole where it fits."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from knowledge.text import analyze, sentences

PREVIEW_CHARS = 320
OMISSION = "..."

_GAP = re.compile(r"\n[ \t]*\n")
_SPACE = re.compile(r"\s+")
_LAST_SPACE = re.compile(r"\s\S*$")

Span = tuple[int, int]


def preview(text: str, terms: Collection[str], *, limit: int = PREVIEW_CHARS) -> str:
    """A chunk's plain text on one line: at most `limit` characters, and `...` where text is left out.

    The paragraph with most of the terms; if it does not fit, its sentences from the best one on; if that does not
    fit either, the best piece of that sentence. Without any term the chunk's beginning.
    """
    wanted = frozenset(terms)
    paragraph = _best(text, list(_paragraphs(text)), wanted)
    if _length(text, paragraph) <= limit:
        return _shown(text, paragraph)
    start, end = paragraph
    pieces = [(start + left, start + right) for left, right in sentences(text[start:end])]
    first = pieces.index(_best(text, pieces, wanted))
    chosen = pieces[first]
    for piece in pieces[first + 1 :]:
        if _length(text, (chosen[0], piece[1])) > limit:
            break
        chosen = (chosen[0], piece[1])
    return _shown(text, chosen if _length(text, chosen) <= limit else _around(text, chosen, wanted, limit))


def _paragraphs(text: str) -> Iterator[Span]:
    start = 0
    for gap in _GAP.finditer(text):
        if text[start : gap.start()].strip():
            yield start, gap.start()
        start = gap.end()
    yield start, len(text)


def _best(text: str, spans: list[Span], wanted: frozenset[str]) -> Span:
    """The first of those that hold most of the wanted terms."""
    return max(spans, key=lambda span: len(wanted.intersection(analyze(text[slice(*span)]))))


def _around(text: str, span: Span, wanted: frozenset[str], limit: int) -> Span:
    """The best of overlapping pieces of the span, cut between words where it has any."""
    start, end = span
    step = max(limit // 2, 1)
    pieces = [(left, min(left + limit, end)) for left in range(start, end, step)]
    left, right = _best(text, pieces, wanted)
    if left > start and (space := _SPACE.search(text, left, left + step // 4)):
        left = space.end()
    if right < end and (space := _LAST_SPACE.search(text, right - step // 4, right)):
        right = space.start()
    return left, right


def _length(text: str, span: Span) -> int:
    return len(_SPACE.sub(" ", text[slice(*span)].strip()))


def _shown(text: str, span: Span) -> str:
    start, end = span
    before = OMISSION if text[:start].strip() else ""
    after = OMISSION if text[end:].strip() else ""
    return " ".join(part for part in (before, _SPACE.sub(" ", text[start:end].strip()), after) if part)
