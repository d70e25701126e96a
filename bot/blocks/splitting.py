"""Long Markdown in several parts, torn only where it does not hurt.

A part ends between two blocks. A block too long for one part is torn inside: a list or a quote between lines, a code
block between lines too (closed and opened again), a table between rows (its header repeated), a paragraph between
sentences, and only then between words. Each part holds at most one table, because a Slack message takes no second.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from markdown_it.tree import SyntaxTreeNode

from bot.text import clean, size
from bot.text.fences import closer, open_after
from bot.text.mrkdwn import aligned
from bot.text.parsing import parse
from knowledge.text import sentences

TABLE_ROWS, TABLE_COLUMNS = 99, 20  # what Slack takes of a table, besides its header

Fits = Callable[[str], bool]
Tear = Callable[[str, Fits], Iterator[str]]


def split(markdown: str, limit: int) -> tuple[str, ...]:
    """Parts of at most `limit` UTF-16 units with every word of the text in order; none for a blank text.

    Only a word longer than a part is torn.
    """

    def fits(text: str) -> bool:
        return size(text) <= limit

    parts: list[str] = []
    tables = 0
    for is_table, piece in _pieces(clean(markdown), fits):
        joined = f"{parts[-1]}\n\n{piece}" if parts else piece
        if parts and fits(joined) and tables + is_table <= 1:
            parts[-1] = joined
            tables += is_table
        else:
            parts.append(piece)
            tables = int(is_table)
    return tuple(parts)


def _pieces(markdown: str, fits: Fits) -> Iterator[tuple[bool, str]]:
    """Whether it is a table, and its text, for each block, or for each part of one that is too long."""
    for node, source in _blocks(markdown):
        if node.type != "table":
            yield from ((False, piece) for piece in ([source] if fits(source) else _torn(node, source, fits)))
        elif len(node.children[0].children[0].children) > TABLE_COLUMNS:
            yield from ((False, piece) for piece in _lines(f"```\n{aligned(node)}\n```", fits))
        else:
            yield from ((True, piece) for piece in _table(source, fits))


def _blocks(markdown: str) -> Iterator[tuple[SyntaxTreeNode, str]]:
    """Each block with its lines."""
    lines = markdown.split("\n")
    for node in parse(markdown).children:
        start, end = node.map or (0, 0)
        source = "\n".join(lines[start:end]).rstrip()
        if source:
            yield node, source


def _torn(node: SyntaxTreeNode, source: str, fits: Fits) -> Iterator[str]:
    return (_sentences if node.type in {"paragraph", "heading", "html_block"} else _lines)(source, fits)


def _table(source: str, fits: Fits) -> Iterator[str]:
    header, rule, *rows = source.split("\n")
    if not fits(f"{header}\n{rule}"):
        yield from _sentences(source, fits)
        return
    kept: list[str] = []
    for row in rows:
        if kept and (len(kept) == TABLE_ROWS or not fits("\n".join([header, rule, *kept, row]))):
            yield "\n".join([header, rule, *kept])
            kept = []
        if fits(f"{header}\n{rule}\n{row}"):
            kept.append(row)
        else:
            yield from _sentences(row, fits)
    if kept or not rows:
        yield "\n".join([header, rule, *kept])


def _lines(source: str, fits: Fits) -> Iterator[str]:
    kept: list[str] = []
    opener = ""
    for line in map(str.rstrip, source.split("\n")):
        before, opener = opener, open_after(line, opener)
        if kept and not fits(_closed([*kept, line], opener)):
            yield from _ended(kept, before)
            kept = [before] if before else []
        if fits(_closed([*kept, line], opener)):
            kept.append(line)
        else:
            yield from _long_line(line, before, fits)
    yield from _ended(kept, opener)


def _ended(kept: Sequence[str], opener: str) -> Iterator[str]:
    """The lines as a part; a code block that would be empty in it is left to the next one."""
    empty = opener and kept[-1:] == [opener] and kept.count(opener) == 1
    part = "\n".join(kept[:-1]) if empty else _closed(kept, opener)
    if part.strip():
        yield part


def _long_line(line: str, opener: str, fits: Fits) -> Iterator[str]:
    if not opener:
        return _sentences(line, fits)
    pieces = _words(line, lambda text: fits(_closed([opener, text], opener)))
    return (_closed([opener, piece], opener) for piece in pieces)


def _closed(lines: Sequence[str], opener: str) -> str:
    return "\n".join([*lines, closer(opener)] if opener else lines)


def _sentences(text: str, fits: Fits) -> Iterator[str]:
    starts = [start for start, _ in sentences(text)]
    ends = [*starts[1:], len(text)]
    return _grouped([text[start:end] for start, end in zip(starts, ends, strict=True)], fits, _words)


def _words(text: str, fits: Fits) -> Iterator[str]:
    return _grouped(re.findall(r"(?:^\s*)?\S+\s*", text), fits, _characters)


def _characters(text: str, fits: Fits) -> Iterator[str]:
    return _grouped(text, fits, lambda character, _: iter([character]))


def _grouped(units: Sequence[str], fits: Fits, tear: Tear) -> Iterator[str]:
    """As many units together as fit; one that does not fit alone is torn."""
    start = 0
    while start < len(units):
        count = _most(units, start, fits)
        if count:
            yield "".join(units[start : start + count]).rstrip()
        else:
            yield from tear(units[start], fits)
        start += count or 1


def _most(units: Sequence[str], start: int, fits: Fits) -> int:
    """How many units from `start` on fit together."""
    low, high = 0, len(units) - start
    while low < high:
        middle = (low + high + 1) // 2
        if fits("".join(units[start : start + middle]).rstrip()):
            low = middle
        else:
            high = middle - 1
    return low
