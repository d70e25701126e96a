"""Plain text to blocks: paragraphs between blank lines, no markup."""

from __future__ import annotations

from collections.abc import Iterator

from knowledge.reading.lines import Lines
from knowledge.types import Block, BlockKind


def text_blocks(text: str) -> tuple[Block, ...]:
    """One block for each run of lines that are not blank."""
    return tuple(_runs(Lines.of(text)))


def _runs(lines: Lines) -> Iterator[Block]:
    first = 0
    for number in range(lines.count + 1):
        if number == lines.count or not lines.text_of(number).strip():
            block = lines.block(BlockKind.PARAGRAPH, first, number, ())
            if block is not None:
                yield block
            first = number + 1
