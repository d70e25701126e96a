"""Filters to SQL: a condition on `documents` whose values are bound, never written into the text."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from knowledge.errors import QueryError
from knowledge.filters import AllOf, AnyOf, Filter, FilterKind, Not, Term
from knowledge.store.folding import words_of
from knowledge.store.matching import match_all
from knowledge.text.folding import fold
from knowledge.types import Scope

MAX_TERMS = 100
MAX_DEPTH = 50  # SQLite parses expressions of at most 1,000 levels, some of which each of ours costs

# The sequences of terms that a text may have in a note: one for each language that it may be in.
Readings = Callable[[str], Sequence[Sequence[str]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Part of a WHERE clause, and the values of its question marks in order.

    `names` are the collections that it allows, where it asks for nothing else.
    """

    sql: str
    values: tuple[str, ...] = ()
    names: frozenset[str] | None = None


def compile_scope(scope: Scope, readings: Readings) -> Condition:
    """Return what a document must fulfil to lie in the scope; no collections: nothing does. Raises QueryError."""
    inside = Condition(
        sql="documents.collection IN (SELECT value FROM json_each(?))",
        values=(json.dumps(scope.collections),),
        names=frozenset(scope.collections),
    )
    if scope.filter is None:
        return inside
    return _join(" AND ", [inside, compile_filter(scope.filter, readings)])


def compile_filter(filter_: Filter, readings: Readings) -> Condition:
    """Return what a document must fulfil to match. Raises QueryError for a value that cannot be judged."""
    terms = _count(filter_, depth=1)
    if terms > MAX_TERMS:
        raise QueryError(f"There are {terms} filters; at most {MAX_TERMS} can be used.", hint="Leave some out.")
    return _compile(filter_, readings)


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


def _compile(filter_: Filter, readings: Readings) -> Condition:
    match filter_:
        case Term(kind=kind, value=value):
            return _term(kind, value.strip(), readings)
        case Not(operand=operand):
            inner = _compile(operand, readings)
            return Condition(sql=f"NOT ({inner.sql})", values=inner.values)
        case AllOf(operands=operands):
            return _join(" AND ", [_compile(operand, readings) for operand in operands])
        case AnyOf(operands=operands):
            return _join(" OR ", [_compile(operand, readings) for operand in operands])


def _join(word: str, conditions: Sequence[Condition]) -> Condition:
    if not conditions:
        raise QueryError("A filter without any condition cannot be judged.", hint="Leave it out.")
    return Condition(
        sql=f"({word.join(condition.sql for condition in conditions)})",
        values=tuple(value for condition in conditions for value in condition.values),
    )


def _term(kind: FilterKind, value: str, readings: Readings) -> Condition:
    if not value:
        raise QueryError(
            f"The filter {kind.value}: has no value.", hint="Write one after the colon, or leave it out."
        )
    match kind:
        case FilterKind.COLLECTION:
            return Condition(sql="documents.collection = ?", values=(value,))
        case FilterKind.PATH:
            return _path(value)
        case FilterKind.TAG:
            tagged = "documents.id IN (SELECT document_id FROM tags WHERE tag = ?)"
            return Condition(sql=tagged, values=(fold(value.removeprefix("#")),))
        case FilterKind.AUTHOR:
            return _author(value)
        case FilterKind.AFTER | FilterKind.BEFORE:
            return _date(kind, value)
        case FilterKind.WORD | FilterKind.PHRASE:
            return _text(kind, value, readings)


def _path(value: str) -> Condition:
    """Match the note of that path and the notes below the folder of that path."""
    path = value.removeprefix("./").strip("/")
    if not path:  # the root: every note
        return Condition(sql="1")
    # An accented letter is one character or two, by the system that the files were named on.
    forms = dict.fromkeys((path, *(unicodedata.normalize(form, path) for form in ("NFC", "NFD"))))
    return _join(" OR ", [_at_or_below(form) for form in forms])


def _at_or_below(path: str) -> Condition:
    # "0" follows "/": the range holds exactly what starts with the folder and a slash, and an index can find it.
    return Condition(
        sql="documents.path = ? OR (documents.path >= ? AND documents.path < ?)",
        values=(path, f"{path}/", f"{path}0"),
    )


def _author(value: str) -> Condition:
    """Match whole words of the name, whatever their case: `ann` matches Ann Lee, not Annette."""
    words = words_of(value)
    if not words:
        raise QueryError(f"author:{value} holds no name.", hint="Write a name after author:.")
    return Condition(sql="instr(documents.author_words, ?) > 0", values=(f" {words} ",))


def _date(kind: FilterKind, value: str) -> Condition:
    if not _is_day(value):
        raise QueryError(
            f"{kind.value}:{value} is no date.", hint=f"Write it as year-month-day, like {kind.value}:2025-01-31."
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


def _text(kind: FilterKind, value: str, readings: Readings) -> Condition:
    """Match the whole note: every term of the word in one of its chunks; a phrase also side by side, as written."""
    possible = [terms for terms in readings(value) if terms]
    if not possible or (kind is FilterKind.PHRASE and not words_of(value)):
        raise QueryError(f'"{value}" holds no word to look for.', hint="Use letters or digits.")
    if kind is FilterKind.WORD:
        return _join(" OR ", [_holds(match_all(terms)) for terms in possible])
    # A phrase may run over the border of two chunks, so its terms are looked for one by one.
    holding = [_join(" AND ", [_holds(match_all((term,))) for term in set(terms)]) for terms in possible]
    adjacent = Condition(
        sql="""side_by_side(?, documents.title || char(10) || (
            SELECT group_concat(heading_path || char(10) || header || char(10) || plain, char(10))
            FROM (SELECT * FROM chunks WHERE document_id = documents.id ORDER BY position)
        ))""",
        values=(value,),
    )
    return _join(" AND ", [_join(" OR ", holding), adjacent])


def _holds(expression: str) -> Condition:
    return Condition(
        sql="""documents.id IN (
            SELECT document_id FROM chunks WHERE id IN (SELECT rowid FROM chunk_terms WHERE chunk_terms MATCH ?)
        )""",
        values=(expression,),
    )
