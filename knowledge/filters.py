"""Filters judge notes: a small boolean expression that a store turns into its own query language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class FilterKind(StrEnum):
    """What a term looks at.

    Dates are ISO days: AFTER includes the named day, BEFORE excludes it. PATH is a folder or file boundary (`docs/a`
    does not match `docs/ab`). PHRASE needs adjacent words, WORD any form of the word, both anywhere in the note.
    """

    COLLECTION = "in"
    PATH = "path"
    TAG = "tag"
    AUTHOR = "author"
    AFTER = "after"
    BEFORE = "before"
    PHRASE = "phrase"
    WORD = "word"


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One test of a note."""

    kind: FilterKind
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Not:
    """Notes that the operand does not match."""

    operand: Filter


@dataclass(frozen=True, slots=True, kw_only=True)
class AllOf:
    """Notes that every operand matches; at least one operand."""

    operands: tuple[Filter, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf:
    """Notes that some operand matches; at least one operand."""

    operands: tuple[Filter, ...]


Filter = Term | Not | AllOf | AnyOf


def terms_of(filter_: Filter) -> Iterator[Term]:
    """Every term of the expression, left to right, negated ones included."""
    match filter_:
        case Term():
            yield filter_
        case Not(operand=operand):
            yield from terms_of(operand)
        case AllOf(operands=operands) | AnyOf(operands=operands):
            for operand in operands:
                yield from terms_of(operand)
