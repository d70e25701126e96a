"""Where two notes differ: sentence beside sentence, the words that differ marked, numbers and dates told apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel

from knowledge.duplicates.notes import Note
from knowledge.duplicates.values import Change, Drift, Value
from knowledge.text import sentences
from knowledge.text.stop_words import STOP_WORDS

SAME_SENTENCE = 55  # of 100: with less in common, two sentences are one removed and one added
MOST_COMPARED = 40_000  # pairs of sentences in one place: texts that differ more have no sentence in common
_TOKEN = re.compile(r"\d+(?:[.,:/-]\d+)*|[^\W\d]\w*|\w+|[^\w\s]")
_DIGIT = re.compile(r"\d")
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:19|20)\d\d\b",
    re.IGNORECASE,
)
_UNIT = re.compile(r"[ \u00a0]?(?:[^\W\d_]+|[%°€$£])")
_NO_UNITS = frozenset(" ".join(STOP_WORDS.values()).split())
_MONTH = re.compile(
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december) $", re.IGNORECASE
)


def differences(left: Note, right: Note) -> Drift:
    """Every place where the two notes differ, in the order of the left one; what only moved is left out."""
    own, others = _sentences(left.text), _sentences(right.text)
    moved = Counter(own) & Counter(others)
    changes: list[Change] = []
    for removed, added in _blocks(own, others):
        gone, came = _without(own[removed], moved), _without(others[added], moved)
        changes += (_change(one, other) for one, other in _side_by_side(gone, came))
    values = dict.fromkeys(value for change in changes for value in change.values)
    return Drift(changes=tuple(changes), values=tuple(values))


def _sentences(text: str) -> list[str]:
    return [" ".join(text[start:end].split()) for start, end in sentences(text)]


def _blocks(own: Sequence[str], others: Sequence[str]) -> Iterator[tuple[slice, slice]]:
    """Runs that do not stand on both sides at this place: what goes, what comes."""
    left = right = 0
    for block in Indel.opcodes(own, others):
        if block.tag != "equal":
            continue
        if block.src_start > left or block.dest_start > right:
            yield slice(left, block.src_start), slice(right, block.dest_start)
        left, right = block.src_end, block.dest_end
    if left < len(own) or right < len(others):
        yield slice(left, len(own)), slice(right, len(others))


def _without(sentences_: Sequence[str], moved: Counter[str]) -> list[str]:
    return [sentence for sentence in sentences_ if not moved[sentence]]


def _side_by_side(removed: Sequence[str], added: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each sentence with the one that it became, in order; an empty text stands for none."""
    partners = _partners(removed, added)
    told = 0
    for left, one in enumerate(removed):
        if left in partners:
            yield from (("", other) for other in added[told : partners[left]])
            told = partners[left] + 1
        yield one, added[partners[left]] if left in partners else ""
    yield from (("", other) for other in added[told:])


def _partners(removed: Sequence[str], added: Sequence[str]) -> dict[int, int]:
    """Which sentence became which, by position: the most alike first, none crossing another."""
    if len(removed) * len(added) > MOST_COMPARED:
        return {}
    scored = sorted(
        (-score, left, right)
        for left, one in enumerate(removed)
        for right, other in enumerate(added)
        if (score := fuzz.ratio(one, other, score_cutoff=SAME_SENTENCE))
    )
    partners: dict[int, int] = {}
    for _, left, right in scored:
        if all((left - one) * (right - other) > 0 for one, other in partners.items()):
            partners[left] = right
    return partners


def _change(left: str, right: str) -> Change:
    if not left or not right:
        return Change(left=left, right=right, left_marks=_whole(left), right_marks=_whole(right))
    own = [match.span() for match in _TOKEN.finditer(left)]
    others = [match.span() for match in _TOKEN.finditer(right)]
    runs = list(_blocks([left[a:b] for a, b in own], [right[a:b] for a, b in others]))
    return Change(
        left=left,
        right=right,
        left_marks=tuple(_span(own[run]) for run, _ in runs if own[run]),
        right_marks=tuple(_span(others[run]) for _, run in runs if others[run]),
        values=tuple(
            value
            for one, other in runs
            if own[one] and others[other]
            if (value := _value(left, _span(own[one]), right, _span(others[other])))
        ),
    )


def _whole(text: str) -> tuple[tuple[int, int], ...]:
    return ((0, len(text)),) if text else ()


def _span(tokens: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return tokens[0][0], tokens[-1][1]


def _value(left: str, own: tuple[int, int], right: str, others: tuple[int, int]) -> Value | None:
    """What is exchanged, where it is a number, a date or a name: numbers with the unit behind them."""
    one, other = left[slice(*own)], right[slice(*others)]
    if _DIGIT.search(one) and _DIGIT.search(other):
        unit = _UNIT.match(left, own[1])
        if unit and unit[0].strip().casefold() not in _NO_UNITS and right.startswith(unit[0], others[1]):
            one, other = one + unit[0], other + unit[0]
        month = _MONTH.search(left[: own[0]])
        if month and right[: others[0]].endswith(month[0]):
            one, other = month[0] + one, month[0] + other
        return Value(left=one, right=other, type="date" if _DATE.search(one) and _DATE.search(other) else "number")
    if _is_name(left, own) and _is_name(right, others):
        return Value(left=one, right=other, type="name")
    return None


def _is_name(sentence: str, span: tuple[int, int]) -> bool:
    """Whether this is written as a name or an identifier; the first word of a sentence is large anyway."""
    text = sentence[slice(*span)]
    capital = text[:1].isupper() and span[0] > 0 and sentence[span[0] - 1].isspace()
    return capital or "_" in text or any(character.isupper() for character in text[1:])
