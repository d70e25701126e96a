"""Filters to SQL: checked first, then one condition on `documents`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from datetime import date

from knowledge.errors import QueryError
from knowledge.filters import AllOf, AnyOf, Filter, FilterKind, Not, Term
from knowledge.store.conditions import Condition, Dialect, joined_by
from knowledge.store.folding import words_of
from knowledge.text.folding import fold
from knowledge.types import Scope

MAX_TERMS = 100
MAX_DEPTH = 50  # SQLite parses expressions of at most 1,000 levels, some of which each of ours costs

# The sequences of terms that a text may have in a note: one for each language that it may be in.
Readings = Callable[[str], Sequence[Sequence[str]]]


def compile_scope(scope: Scope, readings: Readings, dialect: Dialect) -> Condition:
    """Return what a document must fulfil to lie in the scope; no collections: nothing does. Raises QueryError."""
    inside = dialect.within(scope.collections)
    if scope.filter is None:
        return inside
    return joined_by("AND", [inside, compile_filter(scope.filter, readings, dialect)])


def compile_filter(filter_: Filter, readings: Readings, dialect: Dialect) -> Condition:
    """Return what a document must fulfil to match. Raises QueryError for a value that cannot be judged."""
    terms = _count(filter_, depth=1)
    if terms > MAX_TERMS:
        raise QueryError(
            "There are {terms} filters; at most {most} can be used.",
            hint="Leave some out.",
            terms=terms,
            most=MAX_TERMS,
        )
    return _compile(filter_, readings, dialect)


def _count(filter_: Filter, *, depth: int) -> int:
    if depth > MAX_DEPTH:
        raise QueryError("The filters are nested too deeply.", hint="Use fewer parentheses.")
    match filter_:
        case Term():
            return 1
        case Not(operand=operand):
            return _count(operand, depth=depth + 1)
        case AllOf(operands=operands) | AnyOf(operands=operands):
            return sum(_count(operand, depth=depth + 1) for operand in operands)


def _compile(filter_: Filter, readings: Readings, dialect: Dialect) -> Condition:
    match filter_:
        case Term(kind=kind):
            return _term(kind, _value(filter_), readings, dialect)
        case Not(operand=operand):
            inner = _compile(operand, readings, dialect)
            return Condition(sql=f"NOT ({inner.sql})", values=inner.values)
        case AllOf(operands=operands):
            return _some("AND", [_compile(operand, readings, dialect) for operand in operands])
        case AnyOf(operands=operands):
            return _some("OR", _alternatives(operands, readings, dialect))


def _alternatives(operands: Sequence[Filter], readings: Readings, dialect: Dialect) -> list[Condition]:
    """The paths as one condition: an engine can look them up together; each of the others as its own."""
    paths = [each for each in operands if isinstance(each, Term) and each.kind is FilterKind.PATH]
    others = [_compile(each, readings, dialect) for each in operands if each not in paths]
    return [_paths([_value(each) for each in paths], dialect), *others] if paths else others


def _some(word: str, conditions: Sequence[Condition]) -> Condition:
    if not conditions:
        raise QueryError("A filter without any condition cannot be judged.", hint="Leave it out.")
    return joined_by(word, conditions)


def _value(term: Term) -> str:
    value = term.value.replace("\0", "").strip()  # no name holds it
    if not value:
        raise QueryError(
            "The filter {name}: has no value.",
            hint="Write one after the colon, or leave it out.",
            name=term.kind.value,
        )
    return value


def _term(kind: FilterKind, value: str, readings: Readings, dialect: Dialect) -> Condition:
    match kind:
        case FilterKind.COLLECTION:
            return Condition(sql="documents.collection = ?", values=(value,))
        case FilterKind.PATH:
            return _paths((value,), dialect)
        case FilterKind.TAG:
            tagged = "documents.id IN (SELECT document_id FROM tags WHERE tag = ?)"
            return Condition(sql=tagged, values=(fold(value.removeprefix("#")),))
        case FilterKind.AUTHOR:
            return _author(value, dialect)
        case FilterKind.AFTER | FilterKind.BEFORE:
            return _date(kind, value)
        case FilterKind.WORD | FilterKind.PHRASE:
            return _text(kind, value, readings, dialect)


def _paths(values: Sequence[str], dialect: Dialect) -> Condition:
    """Match the notes of these paths and the notes below the folders of these paths."""
    paths = [value.removeprefix("./").strip("/") for value in values]
    if not all(paths):  # the root: every note
        return Condition(sql="TRUE")
    # An accented letter is one character or two, by the system that the files were named on.
    forms = [(path, *(unicodedata.normalize(form, path) for form in ("NFC", "NFD"))) for path in paths]
    return dialect.at_or_below(list(dict.fromkeys(form for each in forms for form in each)))


def _author(value: str, dialect: Dialect) -> Condition:
    """Match whole words of the name, whatever their case: `ann` matches Ann Lee, not Annette."""
    words = words_of(value)
    if not words:
        raise QueryError("author:{value} holds no name.", hint="Write a name after author:.", value=value)
    return dialect.written_by(words)


def _date(kind: FilterKind, value: str) -> Condition:
    if not _is_day(value):
        raise QueryError(
            "{name}:{value} is no date.",
            hint="Write it as year-month-day, like {name}:2025-01-31.",
            name=kind.value,
            value=value,
        )
    sign = ">=" if kind is FilterKind.AFTER else "<"
    # A note without a date is neither before nor after, so that NOT lets it through.
    return Condition(sql=f"(documents.updated IS NOT NULL AND documents.updated {sign} ?)", values=(value,))


def _is_day(value: str) -> bool:
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _text(kind: FilterKind, value: str, readings: Readings, dialect: Dialect) -> Condition:
    """Match the whole note: every term of the word in one of its chunks; a phrase also side by side, as written."""
    possible = [terms for terms in readings(value) if terms]
    if not possible or (kind is FilterKind.PHRASE and not words_of(value)):
        raise QueryError('"{value}" holds no word to look for.', hint="Use letters or digits.", value=value)
    if kind is FilterKind.WORD:
        return joined_by("OR", [dialect.holding(terms) for terms in possible])
    # A phrase may run over the border of two chunks, so its terms are looked for one by one.
    holding = [joined_by("AND", [dialect.holding((term,)) for term in set(terms)]) for terms in possible]
    return joined_by("AND", [joined_by("OR", holding), dialect.side_by_side(value)])
