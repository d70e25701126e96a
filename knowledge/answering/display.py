"""A note's words as Markdown for people: links as their words, code kept, nothing that reads as a marker."""

from __future__ import annotations

import re
from itertools import zip_longest

from knowledge.answering.passages import Passage
from knowledge.answering.safety import CODE_SPAN, SafeLine, addresses
from knowledge.reading.plain import plain_text

_STASHED = re.compile("\ue000([0-9]+)\ue001")
_PRIVATE = re.compile("[\ue000\ue001]")
_SPECIAL = re.compile(r"\*|(?<!\w)_|_(?!\w)|<(?=[\w/!?])|~(?=~)")
_ITEM = re.compile(r"(?P<mark>[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?(?P<words>.*)")


def readable(markdown: str) -> str:
    """One line of Markdown that shows the same words. Code spans stay code; other markup is gone."""
    kept: list[str] = []

    def keep(code: re.Match[str]) -> str:
        kept.append(code[0])
        return f"\ue000{len(kept) - 1}\ue001"

    plain = plain_text(CODE_SPAN.sub(keep, _PRIVATE.sub("", markdown)))
    plain = _SPECIAL.sub(lambda special: f"\\{special[0]}", " ".join(plain.split()))
    line = _STASHED.sub(lambda stashed: kept[int(stashed[1])], plain)
    safe = SafeLine(line, addresses(line), lambda _: False)
    return "".join(str(piece) for piece in safe.pieces()).strip()


def readable_row(passage: Passage) -> str:
    """`Code: ERR_1 · Cause: lid open`: each cell under its column's name, empty cells left out."""
    cells = zip_longest(passage.columns, passage.cells, fillvalue="")
    named = [(readable(name), readable(cell)) for name, cell in cells]
    return " · ".join(f"{name}: {cell}" if name else cell for name, cell in named if cell)


def readable_list(passage: Passage) -> str:
    """The list with its own bullets and numbers."""
    lines = [_ITEM.fullmatch(line) for line in passage.text.split("\n") if line.strip()]
    return "\n".join(f"{line['mark'] or ''}{readable(line['words'])}" for line in lines if line)


def as_code(text: str) -> str:
    """One line as a code span, several as a block."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    if "\n" in text:
        fence = "`" * max(3, longest + 1)
        return f"{fence}\n{text}\n{fence}"
    ticks = "`" * (longest + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{space}{text}{space}{ticks}"
