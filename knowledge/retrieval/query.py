"""A typed question to what to look for and where: filters taken out of the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from knowledge.errors import QueryError
from knowledge.filters import AllOf, AnyOf, Filter, FilterKind, Not, Term
from knowledge.remarks import Remark
from knowledge.retrieval.lexing import Kind, Token, lex
from knowledge.text import analyze

_DATES = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")
_NAMED = {kind.value: kind for kind in FilterKind if kind not in {FilterKind.PHRASE, FilterKind.WORD}}


class ParsedText(NamedTuple):
    """What to look for, which notes may match, and what the person should be told."""

    words: str
    filter: Filter | None
    notices: tuple[str, ...]


@dataclass(slots=True)
class _Parser:
    """Items side by side must all hold, `OR` joins its two neighbours. Words filter only inside `-` and `OR`."""

    tokens: Sequence[Token]
    position: int = 0
    words: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)

    def everything(self, *, negated: bool = False) -> Filter | None:
        """Read items up to the end or the closing parenthesis."""
        filters: list[Filter] = []
        while (token := self._peek()) is not None and token.kind is not Kind.CLOSE:
            item = self._alternatives(negated=negated)
            if item is not None:
                filters.append(item)
        return _together(filters)

    def _alternatives(self, *, negated: bool) -> Filter | None:
        operands = [self._operand(negated=negated)]
        while (token := self._peek()) is not None and token.kind is Kind.OR:
            self.position += 1
            if (after := self._peek()) is None or after.kind in {Kind.OR, Kind.CLOSE}:
                continue
            operands.append(self._operand(negated=negated))
        filters = [operand.filter for operand in operands]
        if not any(filters):
            return None
        chosen = [operand.filter or operand.as_words() for operand in operands]
        return _any([one for one in chosen if one is not None])

    def _operand(self, *, negated: bool) -> _Operand:
        token = self.tokens[self.position]
        self.position += 1
        excluded = negated or token.negated
        if token.kind is Kind.OPEN:
            return self._group(token, negated=excluded)
        if token.kind is Kind.FILTER and token.name in _NAMED:
            return _Operand(filter=_not(_named(token), only_if=token.negated))
        if token.kind is Kind.FILTER:
            self.notices.append(_unknown(token))
        if token.kind is Kind.OR:  # with nothing before it
            return _Operand()
        text = token.text
        if not excluded:
            self.words.append(text)
        term = _searched(token)
        if term is not None and (token.kind is Kind.PHRASE or excluded):
            return _Operand(filter=_not(term, only_if=token.negated))
        return _Operand(words=(term,) if term else ())

    def _group(self, token: Token, *, negated: bool) -> _Operand:
        start = len(self.words)
        inner = self.everything(negated=negated)
        if self._peek() is not None:
            self.position += 1
        if inner is not None:
            return _Operand(filter=_not(inner, only_if=token.negated))
        return _Operand(words=tuple(_word(word) for word in self.words[start:] if analyze(word)))

    def _peek(self) -> Token | None:
        return self.tokens[self.position] if self.position < len(self.tokens) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Operand:
    filter: Filter | None = None
    words: tuple[Term, ...] = ()

    def as_words(self) -> Filter | None:
        return _together(self.words)


def parse_query(text: str) -> ParsedText:
    """Take `in:`, `path:`, `tag:`, `author:`, `after:`, `before:`, `"phrases"`, `-words`, `OR`, `( )` out of a text.

    One kind twice means either, different kinds mean both; a phrase's words are looked for too. Anything else with a
    colon stays text; what looks like a filter that does not exist is noticed. Raises QueryError for a bad date.
    """
    parser = _Parser(lex(text))
    found = parser.everything()
    words = " ".join(parser.words) if found is not None else text.strip()
    return ParsedText(words, found, tuple(dict.fromkeys(parser.notices)))


def _named(token: Token) -> Term:
    kind = _NAMED[token.name]
    if kind in {FilterKind.AFTER, FilterKind.BEFORE}:
        return Term(kind=kind, value=_day(token))
    value = token.value.strip()
    if kind in {FilterKind.COLLECTION, FilterKind.TAG}:
        value = value.removeprefix("#")
    elif kind is FilterKind.AUTHOR:
        value = value.removeprefix("@")
    return Term(kind=kind, value=value)


def _day(token: Token) -> str:
    """The first day of what was named: `2025` and `2025-03` are dates too."""
    match = _DATES.fullmatch(token.value)
    try:
        if match:
            year, month, day = (int(part or 1) for part in match.groups())
            return date(year, month, day).isoformat()
    except ValueError:
        pass
    raise QueryError(
        "{name}:{value} is no date.",
        hint="Write it as year-month-day, like {name}:2025-01-31.",
        name=token.name,
        value=token.value,
    )


def _searched(token: Token) -> Term | None:
    """A phrase or word as a filter; None where there is nothing in it to look for."""
    if not analyze(token.text):
        return None
    return Term(kind=FilterKind.PHRASE, value=token.text) if token.kind is Kind.PHRASE else _word(token.text)


def _word(text: str) -> Term:
    return Term(kind=FilterKind.WORD, value=text)


def _together(filters: Iterable[Filter]) -> Filter | None:
    """All of them, where plain terms of one kind are alternatives."""
    kinds: dict[object, list[Filter]] = {}
    for one in filters:
        kinds.setdefault(_alternative_kind(one), []).append(one)
    together = tuple(_any(alternatives) for alternatives in kinds.values())
    if not together:
        return None
    return together[0] if len(together) == 1 else AllOf(operands=together)


def _alternative_kind(filter_: Filter) -> object:
    """What terms must share to be alternatives; an object of its own for what always counts."""
    return filter_.kind if isinstance(filter_, Term) and filter_.kind is not FilterKind.WORD else object()


def _any(filters: Sequence[Filter]) -> Filter:
    distinct = tuple(dict.fromkeys(filters))
    return distinct[0] if len(distinct) == 1 else AnyOf(operands=distinct)


def _not(filter_: Filter, *, only_if: bool) -> Filter:
    return Not(operand=filter_) if only_if else filter_


def _unknown(token: Token) -> Remark:
    known = ", ".join(f"{name}:" for name in _NAMED)
    return Remark(
        "{token} is no filter, so it was searched as words. Filters are {known}.", token=token.text, known=known
    )
