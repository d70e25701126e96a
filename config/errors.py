"""The one error of this package."""

from __future__ import annotations


class SettingsError(Exception):
    """Settings that cannot be used: every problem found, one line each, none with a secret in it."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        self.lines = tuple(map(_printable, lines))
        super().__init__("\n".join(self.lines))


def _printable(line: str) -> str:
    """The line without what could break it or move a terminal's cursor: keys and values are shown as found."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in line)
