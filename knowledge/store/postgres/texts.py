"""Text as PostgreSQL can hold it: the one character that it cannot, NUL, is written as two others."""

from __future__ import annotations

_MARK, _NUL = "\x1a", "\x00"


def stored(text: str) -> str:
    """Return the text without NUL, from which `read` gives it back."""
    if _NUL not in text and _MARK not in text:
        return text
    return text.replace(_MARK, f"{_MARK}{_MARK}").replace(_NUL, f"{_MARK}0")


def read(text: str) -> str:
    """Return the text that was stored."""
    if _MARK not in text:
        return text
    return _MARK.join(part.replace(f"{_MARK}0", _NUL) for part in text.split(f"{_MARK}{_MARK}"))
