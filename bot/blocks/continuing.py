"""A text that goes on in another message: where it may be cut, and what mends the cut on both sides.

Unlike `splitting`, this never sees the whole text: the first part is out while the second is being written.
"""

from __future__ import annotations

import re

from bot.text import size
from bot.text.fences import closer, open_after
from bot.text.parsing import parse

# Where a text may be cut, best first; a marker stays with its sentence.
_ENDS = (r"\n\n", r"\n", r"(?:[.!?][\"')*_]*(?: ?\[\d+\])*\s|[。！？](?: ?\[\d+\])*)(?! ?\[)", r"\s")
_CUTS = tuple(map(re.compile, _ENDS))


def seam(markdown: str) -> tuple[str, str]:
    """What ends the text here, and what begins its continuation: an open code block, or the header of a table."""
    opener = ""
    for line in markdown.split("\n"):
        opener = open_after(line, opener)
    if not opener:
        return "", _header(markdown)
    return ("" if markdown.endswith("\n") else "\n") + closer(opener), f"{opener}\n"


def whole_rows(before: str, text: str) -> str:
    """The text without the beginning of a table row at its end; `before` is what stands in front of it."""
    line_start = text.rfind("\n") + 1
    line = text[line_start:] if line_start else before[before.rfind("\n") + 1 :] + text
    return text[:line_start] if line.lstrip(" >").startswith("|") else text


def fitting(text: str, room: int, *, tear: bool) -> str:
    """The beginning of the text that takes at most `room` UTF-16 units, cut at a good place; empty where none is.

    `tear`: between words, where nothing better is found.
    """
    if size(text) <= room:
        return text
    head = text[: max(0, room)]
    while size(head) > room:
        head = head[:-1]
    cuts = (_last(end, text, len(head)) for end in (_CUTS if tear else _CUTS[:-1]))
    return text[: next(filter(None, cuts), 0)]


def _last(end: re.Pattern[str], text: str, limit: int) -> int:
    """Behind the last such end that is within the limit; 0 where there is none."""
    behind = 0
    for found in end.finditer(text):
        if found.end() > limit:
            break
        behind = found.end()
    return behind


def _header(markdown: str) -> str:
    """The header of the table that the text ends in, where its next row would follow."""
    if not markdown.endswith("\n") or markdown.endswith("\n\n"):
        return ""
    blocks = parse(markdown).children
    if not blocks or blocks[-1].type != "table":
        return ""
    start, _ = blocks[-1].map or (0, 0)
    return "\n".join([*markdown.split("\n")[start : start + 2], ""])
