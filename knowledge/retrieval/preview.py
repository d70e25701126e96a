"""What to show of a chunk: the paragraph that matches, whole where it fits."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

from knowledge.text import ENGLISH, analyze, sentences
from knowledge.text.folding import fold

PREVIEW_CHARS = 320
OMISSION = "..."
_BEGINNING = 3  # letters; of a longer stem all but the last, which an ending may change

_GAP = re.compile(r"\n[ \t]*\n")
_SPACE = re.compile(r"\s+")
_ITEM = re.compile(r"(?m)^[ \t]*[-*+][ \t]+(?:\[[ xX]\][ \t]+)?")
_LAST_SPACE = re.compile(r"\s\S*$")

Span = tuple[int, int]


def preview(text: str, terms: Collection[str], *, language: str = ENGLISH, limit: int = PREVIEW_CHARS) -> str:
    """A chunk's plain text on one line: at most `limit` characters, and `...` where text is left out.

    `language` is the question's.

    The paragraph with most of the terms; if it does not fit, its sentences from the best one on; if that does not
    fit either, the best piece of that sentence. Without any term the chunk's beginning.
    """
    if _fits(text, (0, len(text)), limit):
        return _shown(text, (0, len(text)))
    matching = _Matching(text, frozenset(terms), language)
    paragraph = matching.best(list(_paragraphs(text)))
    if _fits(text, paragraph, limit):
        return _shown(text, paragraph)
    pieces = _sentences(text, paragraph)
    first = pieces.index(matching.best(pieces))
    chosen = pieces[first]
    for piece in pieces[first + 1 :]:
        if not _fits(text, (chosen[0], piece[1]), limit):
            break
        chosen = (chosen[0], piece[1])
    return _shown(text, chosen if _fits(text, chosen, limit) else _cut(text, chosen, matching, limit))


class _Matching(NamedTuple):
    """A text and the terms that are looked for in it."""

    text: str
    wanted: frozenset[str]
    language: str

    def best(self, spans: list[Span]) -> Span:
        """The first of those spans that hold most of the terms."""
        if not self.wanted or len(spans) == 1:
            return spans[0]
        likely = max(spans, key=self._beginnings)
        if not self._beginnings(likely) or self._held(likely):
            return likely
        return max(spans, key=self._held)

    def _beginnings(self, span: Span) -> int:
        """How many terms seem to begin somewhere in it: far quicker to tell than its words, and hardly ever wrong."""
        folded = fold(self.text[slice(*span)])
        return sum([term[: max(len(term) - 1, _BEGINNING)] in folded for term in self.wanted])

    def _held(self, span: Span) -> int:
        return len(self.wanted.intersection(analyze(self.text[slice(*span)], language=self.language)))


def _paragraphs(text: str) -> Iterator[Span]:
    start = 0
    for gap in _GAP.finditer(text):
        if text[start : gap.start()].strip():
            yield start, gap.start()
        start = gap.end()
    if text[start:].strip() or not start:
        yield start, len(text)


def _sentences(text: str, span: Span) -> list[Span]:
    start, end = span
    return [(start + left, start + right) for left, right in _remembered_sentences(text[start:end])] or [span]


@lru_cache(maxsize=2_000)
def _remembered_sentences(paragraph: str) -> tuple[Span, ...]:
    """Most questions find chunks that others have found, and taking them apart is half the work of a preview."""
    return tuple(sentences(paragraph))


def _cut(text: str, span: Span, matching: _Matching, limit: int) -> Span:
    """The best of overlapping pieces of the span, cut between words where it has any."""
    start, end = span
    step = max(limit // 2, 1)
    left, right = matching.best([(left, min(left + limit, end)) for left in range(start, end, step)])
    if left > start and (space := _SPACE.search(text, left, left + step // 4)):
        left = space.end()
    if right < end and (space := _LAST_SPACE.search(text, right - step // 4, right)):
        right = space.start()
    return left, right


def _fits(text: str, span: Span, limit: int) -> bool:
    """Whether the span has at most so many characters, runs of white space counted as one."""
    start, end = span
    # Hardly any text is half white space: what is twice as long is not looked at.
    if end - start <= limit:
        return True
    return end - start <= 2 * limit and len(_SPACE.sub(" ", text[start:end].strip())) <= limit


def _shown(text: str, span: Span) -> str:
    start, end = span
    before = OMISSION if text[:start].strip() else ""
    after = OMISSION if text[end:].strip() else ""
    items = _ITEM.sub("· ", text[start:end].strip()).removeprefix("· ")
    return " ".join(part for part in (before, _SPACE.sub(" ", items), after) if part)
