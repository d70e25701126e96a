"""Inline links and images of Markdown, to their text: one pass over the brackets with a stack, in linear time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MARK = re.compile(r"!?\[|\]")
# `(address "title")` or `[reference]` right behind a closing bracket; no part can run past white space or quotes.
_TARGET = re.compile(
    r"\([ \t]*(?P<address><[^<>\n]*>|(?:[^\s()]|\([^\s()]*\))*)"
    r"(?:[ \t\n]+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?[ \t]*\)"
    r"|\[[^\[\]\n]*\]"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class InlineLink:
    """A link or image: offsets of all of it and of its text, and its address (empty for a reference)."""

    start: int
    end: int
    text_start: int
    text_end: int
    address: str


def inline_links(text: str) -> Iterator[InlineLink]:
    """Every `[text](address)`, `![text](address)` and `[text][reference]`; an inner one before its outer one."""
    opened: list[tuple[int, int]] = []
    position = 0
    for mark in _MARK.finditer(text):
        if mark.start() < position:
            continue
        if mark[0] != "]":
            opened.append((mark.start(), mark.end()))
        elif opened:
            start, text_start = opened.pop()
            target = _TARGET.match(text, mark.end())
            if target and not (target["address"] is None and _is_index(text, start)):
                address = (target["address"] or "").strip("<>")
                yield InlineLink(
                    start=start, end=target.end(), text_start=text_start, text_end=mark.start(), address=address
                )
                position = target.end()


def _is_index(text: str, start: int) -> bool:
    """Whether a bracket stands right behind a name, as in `row[0][1]`."""
    return start > 0 and text[start - 1].isascii() and (text[start - 1].isalnum() or text[start - 1] == "_")


def without_links(text: str) -> str:
    """The text with each link and image replaced by what it shows."""
    gone: list[tuple[int, int]] = []
    for link in inline_links(text):
        gone += [(link.start, link.text_start), (link.text_end, link.end)]
    pieces, position = [], 0
    for start, end in sorted(gone):
        pieces.append(text[position:start])
        position = end
    return "".join([*pieces, text[position:]])
