"""Conditions on `documents` whose values are bound, never written into the text; what engines write differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Part of a WHERE clause, and the values of its question marks in order.

    `names` are the collections that it allows, where it asks for nothing else.
    """

    sql: str
    values: tuple[object, ...] = ()
    names: frozenset[str] | None = None

    @property
    def key(self) -> str:
        """Equal where the same is asked for."""
        return f"{self.sql} {self.values!r}"


class Dialect(Protocol):
    """The conditions that each engine writes in its own way."""

    def within(self, collections: Sequence[str]) -> Condition:
        """The document is of one of the collections."""
        ...

    def at_or_below(self, paths: Sequence[str]) -> Condition:
        """The document has one of these paths, of which there is at least one, or lies below one of them."""
        ...

    def written_by(self, words: str) -> Condition:
        """The author's name holds these folded words, whole and side by side."""
        ...

    def holding(self, terms: Sequence[str]) -> Condition:
        """One of the document's chunks holds every one of the terms."""
        ...

    def side_by_side(self, phrase: str) -> Condition:
        """The words of the phrase stand side by side in title, headings or text, as `folding.side_by_side` tells."""
        ...


def joined_by(word: str, conditions: Sequence[Condition]) -> Condition:
    """The conditions, of which there is at least one, with AND or OR between them."""
    return Condition(
        sql=f"({f' {word} '.join(condition.sql for condition in conditions)})",
        values=tuple(value for condition in conditions for value in condition.values),
    )
