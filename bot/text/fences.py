"""Which lines of a Markdown text lie in a fenced code block, also inside quotes and lists."""

from __future__ import annotations

import re

_FENCE = re.compile(r"^(?P<prefix>(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(?P<mark>`{3,}(?=[^`]*$)|~{3,})")
_LONGEST_OPENER = 200  # characters; a longer line is text that happens to begin like a fence


def open_after(line: str, opener: str) -> str:
    """The line that opened the code block which is open behind `line`; empty where none is.

    `opener` is the same for the line before. Feed lines one after the other, beginning with an empty opener.
    """
    fence = _FENCE.match(line)
    if not opener:
        return line if fence and len(line) <= _LONGEST_OPENER else ""
    closes = fence and fence["mark"].startswith(_mark(opener)) and line.strip(" \t>") == fence["mark"]
    return "" if closes else opener


def closer(opener: str) -> str:
    """The line that ends the code block which `opener` began."""
    fence = _FENCE.match(opener)
    return re.sub(r"[^\s>]", " ", fence["prefix"]) + fence["mark"] if fence else ""


def _mark(opener: str) -> str:
    fence = _FENCE.match(opener)
    return fence["mark"] if fence else ""
