"""Globs over POSIX paths: `*` and `?` stay inside one name, `**` spans folders, `[...]` is one character of a set."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_TOKEN = re.compile(
    r"(?P<folders>(?:^|(?<=/))\*\*/)|(?P<anything>\*\*)|(?P<star>\*)|(?P<one>\?)|(?P<set>\[[!^]?\]?[^\]/]*\])"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PathFilter:
    """Which relative paths are notes: those that match an include glob and no exclude glob.

    `**/*.md` matches at the top too. An exclude glob that matches a folder leaves out everything in it. Patterns
    and paths are compared in composed Unicode form, so that a pattern typed on one system fits names of another.
    """

    include: re.Pattern[str]
    exclude: re.Pattern[str]

    @classmethod
    def of(cls, include: Sequence[str], exclude: Sequence[str]) -> PathFilter:
        """Compile the globs."""
        return cls(include=_compile(include), exclude=_compile(exclude))

    def matches(self, path: str) -> bool:
        """Whether the file at this path is a note."""
        composed = unicodedata.normalize("NFC", path)
        return self.include.fullmatch(composed) is not None and not self._excluded(composed)

    def leaves_out(self, folder: str) -> bool:
        """Whether nothing in this folder can be a note."""
        return self._excluded(unicodedata.normalize("NFC", folder) + "/")

    def excludes(self, path: str) -> bool:
        """Whether a file is left out, by its own path or with a folder above it."""
        return self._excluded(unicodedata.normalize("NFC", path))

    def _excluded(self, path: str) -> bool:
        folders = (path[: slash.start()] for slash in re.finditer("/", path))
        return self.exclude.fullmatch(path) is not None or any(self.exclude.fullmatch(name) for name in folders)


def _compile(patterns: Sequence[str]) -> re.Pattern[str]:
    """One expression for all patterns; none matches nothing."""
    return re.compile("|".join(f"(?:{_expression(pattern)})" for pattern in patterns) or r"(?!)", re.DOTALL)


def _expression(pattern: str) -> str:
    """A pattern that ends in `/` names a folder and so everything in it."""
    composed = unicodedata.normalize("NFC", pattern.removeprefix("./"))
    if composed.endswith("/"):
        composed += "**"
    pieces, position = [], 0
    for token in _TOKEN.finditer(composed):
        pieces += [re.escape(composed[position : token.start()]), _translated(token)]
        position = token.end()
    return "".join([*pieces, re.escape(composed[position:])])


def _translated(token: re.Match[str]) -> str:
    if token["set"]:
        negated, members = token[0][1] in "!^", token[0][1:-1]
        members = members[1:] if negated else members
        escaped = members.replace("\\", r"\\").replace("[", r"\[").replace("]", r"\]").replace("^", r"\^")
        return f"[{'^/' if negated else ''}{escaped}]"
    return {"folders": r"(?:[^/]+/)*", "anything": r".*", "star": r"[^/]*", "one": r"[^/]"}[str(token.lastgroup)]
