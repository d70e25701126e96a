"""Names in notes and in git to people in Slack, as the settings alone know them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from email.utils import parseaddr


@dataclass(frozen=True, slots=True, kw_only=True)
class Owners:
    """User ids by name or address; `fallback` is told where no name is known, empty: nobody."""

    people: Mapping[str, str] = field(default_factory=dict)
    fallback: str = ""

    @property
    def known(self) -> bool:
        """Whether anybody can be told at all."""
        return bool(self.people or self.fallback)

    def of(self, names: Iterable[str]) -> str:
        """The user id of the first of these names that is known, however it is written; else the fallback."""
        people = {_folded(name): user for name, user in self.people.items()}
        found = (people[written] for name in names for written in _spellings(name) if written in people)
        return next(found, self.fallback)


def _spellings(name: str) -> tuple[str, ...]:
    """`Ann Lee <ann@example.org>` is known by the whole, by its name and by its address."""
    return tuple(_folded(part) for part in (name, *parseaddr(name)) if part)


def _folded(name: str) -> str:
    return " ".join(name.strip().removeprefix("@").casefold().split())
