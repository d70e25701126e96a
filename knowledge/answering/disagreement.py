"""Notes that say nearly the same, with another number, date or "not": a reader must hear of both, the newer first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from knowledge.answering.evidence import Excerpt, Link
from knowledge.answering.facts import Facts
from knowledge.answering.passages import Kind, Passage
from knowledge.reading.plain import plain_text
from knowledge.remarks import Remark, joined
from knowledge.text import analyze
from knowledge.types import LONG_AGO, Citation

ALIKE = 0.7  # Jaccard of the words without numbers; one other word in seven
FEWEST_WORDS = 4  # "Days: 5" and "Days: 6" are no claim of their own
MOST_TOLD = 2
_COMPARED = frozenset({Kind.SENTENCE, Kind.ITEM, Kind.ROW})
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Two passages of different notes; `says` is what each has instead of the other's, empty for yes against no."""

    newer: Passage
    older: Passage
    says: tuple[str, str]


def with_twins(chosen: Sequence[Passage], everything: Sequence[Passage]) -> list[Passage]:
    """The chosen passages, each beside one of another note that differs from it, the newer first."""
    others = [_Worded.of(one) for one in everything if one.kind in _COMPARED]
    placed: list[Passage] = []
    for passage in chosen:
        if passage in placed:
            continue
        worded = _Worded.of(passage)
        twins = (one.passage for one in others if one.passage not in placed and _difference(worded, one))
        placed += sorted([passage, *islice(twins, 1)], key=_changed, reverse=True)
    return placed


def tell_differences(
    text: str, citations: Sequence[Citation], everything: Sequence[Passage], link: Link
) -> tuple[str, tuple[Citation, ...]]:
    """The answer with a sentence for each difference between what it cites and another note, and its sources.

    `everything` holds the passages of the evidence. A difference whose two sides the answer names is left alone.
    """
    cited = list(citations)
    told: list[str] = []
    for found in _differences(citations, everything):
        if len(told) == MOST_TOLD or _is_told(found, text):
            continue
        markers = [_marker(each, cited, link) for each in (found.newer, found.older)]
        told.append(_sentence(found, markers))
    return joined([text, *dict.fromkeys(told)], "\n\n"), tuple(cited)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Worded:
    """A passage with its words, without numbers."""

    passage: Passage
    words: frozenset[str]

    @classmethod
    def of(cls, passage: Passage) -> _Worded:
        found = analyze(plain_text(passage.text), language=passage.excerpt.wording.language)
        return cls(passage=passage, words=frozenset(word for word in found if not _DIGIT.search(word)))

    def is_like(self, other: _Worded) -> bool:
        least = min(len(self.words), len(other.words))
        return least >= FEWEST_WORDS and len(self.words & other.words) >= ALIKE * len(self.words | other.words)


def _differences(citations: Sequence[Citation], everything: Sequence[Passage]) -> Iterator[Difference]:
    worded = [_Worded.of(one) for one in everything if one.kind in _COMPARED]
    quoted = [one for one in worded if any(_quotes(citation, one.passage) for citation in citations)]
    seen: set[frozenset[str]] = set()  # a third note that says the same as one of two tells nothing new
    for one in quoted:
        for other in worded:
            found = _difference(one, other)
            if found and frozenset(found.says) not in seen:
                seen.add(frozenset(found.says))
                yield found


def _difference(one: _Worded, other: _Worded) -> Difference | None:
    """What tells the passages apart, where they are of different notes and alike in all but that."""
    kinds = {one.passage.kind, other.passage.kind}
    if one.passage.excerpt.ref == other.passage.excerpt.ref or not kinds <= _COMPARED or not one.is_like(other):
        return None
    newer, older = sorted((one.passage, other.passage), key=_changed, reverse=True)
    new, old = (Facts.of(plain_text(each.text)) for each in (newer, older))
    if (new.names, new.identifiers) != (old.names, old.identifiers):
        return None  # it is said of something else
    says = new.quantities.missing_from(old.quantities), old.quantities.missing_from(new.quantities)
    if max(map(len, says)) > 1:
        return None  # another example, not another rule
    if not all(says) and (any(says) or new.denies == old.denies):
        return None
    return Difference(newer=newer, older=older, says=("".join(says[0]), "".join(says[1])))


def _quotes(citation: Citation, passage: Passage) -> bool:
    return citation.ref == passage.excerpt.ref and passage.text in citation.quote


def _is_told(found: Difference, text: str) -> bool:
    both = all(says and says in text for says in found.says)
    titles = all(_title(each.excerpt) in text for each in (found.newer, found.older))
    return both and titles


def _marker(passage: Passage, cited: list[Citation], link: Link) -> str:
    """The marker of the citation that quotes the passage; a new one is added where there is none."""
    for citation in cited:
        if _quotes(citation, passage):
            return citation.marker
    span = (passage.start, passage.end)
    cited.append(passage.excerpt.cite(len(cited) + 1, span, passage.heading, link))
    return cited[-1].marker


def _sentence(found: Difference, markers: Sequence[str]) -> Remark:
    sides = {"newer": _named(found.newer.excerpt), "older": _named(found.older.excerpt)}
    first, second = markers
    if not all(found.says):
        return Remark(
            "The notes differ: {newer} {first} says the opposite of {older} {second}.",
            first=first,
            second=second,
            **sides,
        )
    new, old = found.says
    return Remark(
        "The notes differ: {newer} says {new} {first}, {older} says {old} {second}.",
        first=first,
        second=second,
        new=new,
        old=old,
        **sides,
    )


def _named(excerpt: Excerpt) -> Remark:
    title, day = _title(excerpt), excerpt.updated
    if day is None:
        return Remark("“{title}”", title=title)
    return Remark("“{title}” (changed {day.day} {day:%b %Y})", title=title, day=day)


def _title(excerpt: Excerpt) -> str:
    """The title in plain words: nothing in it can be a marker, a link or a mention."""
    return re.sub(r"[\[\]<>`*_|!\n]+", " ", plain_text(excerpt.title)).strip() or excerpt.ref.path


def _changed(passage: Passage) -> datetime:
    return passage.excerpt.updated or LONG_AGO
