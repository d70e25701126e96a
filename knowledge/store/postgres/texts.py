"""Text as PostgreSQL can hold it: the one character that it cannot, NUL, is written as two others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_MARK, _NUL = "\x1a", "\x00"
# The columns that may hold such a text; a failure's message goes by two names.
_COLUMNS = frozenset({"title", "author", "text", "plain", "header", "message", "failure"})


def stored(text: str) -> str:
    """Return the text without NUL, from which `read` gives it back."""
    if _NUL not in text and _MARK not in text:
        return text
    return text.replace(_MARK, f"{_MARK}{_MARK}").replace(_NUL, f"{_MARK}0")


def stored_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row, its columns in order, with texts that can be stored."""
    return {name: stored(value) if name in _COLUMNS else value for name, value in row.items()}


def read(text: str) -> str:
    """Return the text that was stored."""
    if _MARK not in text:
        return text
    return _MARK.join(part.replace(f"{_MARK}0", _NUL) for part in text.split(f"{_MARK}{_MARK}"))


def read_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row, its columns in order, with the texts that were stored."""
    return {name: read(value) if value and name in _COLUMNS else value for name, value in row.items()}
