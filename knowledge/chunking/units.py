"""The pieces that chunks are packed from: whole blocks, or parts of a block that is too large for one chunk.

A block that is too large falls apart as late as it can: into lines (code, tables) or sentences (prose), those into
words, those into tokens. Nothing between two parts is lost but white space.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from knowledge.chunking.measuring import CHARS_PER_TOKEN, Ruler
from knowledge.chunking.options import ChunkingOptions
from knowledge.text import sentences
from knowledge.types import Block, BlockKind

_BY_LINE = frozenset({BlockKind.CODE, BlockKind.TABLE, BlockKind.HTML})
_PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.QUOTE, BlockKind.LIST_ITEM})
_LINE = re.compile(r"^[^\n]*\S", re.MULTILINE)
_WORD = re.compile(r"\S+")
_MAX_MARKS = 16  # combining characters looked back over, so that a letter keeps its marks

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A span of the source that stays in one piece. `header` is repeated above it where it begins a chunk."""

    start: int
    end: int
    size: int  # tokens without markup
    block: int  # index of the block that it is, or is a part of
    is_prose: bool = False
    header: str = ""
    header_size: int = 0


class UnitCutter:
    """Turns the blocks of one document into units of at most `limit` tokens."""

    def __init__(self, ruler: Ruler, options: ChunkingOptions) -> None:
        self._ruler = ruler
        self._options = options
        self._source = ruler.document.text
        self._sizes = ruler.sizes(ruler.plains)

    def block(self, index: int, limit: int) -> list[Unit]:
        """One block, in one piece if it fits."""
        block = self._ruler.document.blocks[index]
        whole = Unit(
            start=block.start,
            end=block.end,
            size=self._sizes[index],
            block=index,
            is_prose=block.kind in _PROSE and not self._holds_code(block),
        )
        shows_words = bool(self._ruler.plains[index]) or block.end - block.start <= limit
        return [whole] if whole.size <= limit and shows_words else self._split(whole, block, limit)

    def _split(self, whole: Unit, block: Block, limit: int) -> list[Unit]:
        """The parts of a block, each under its table's header where it stands below that."""
        header, header_size = self._header(block)
        spans = self._parts(block)
        sizes = self._ruler.sizes([self._ruler.plain(*span) for span in spans])
        units: list[Unit] = []
        for (start, end), size in zip(spans, sizes, strict=True):
            below = bool(header) and start >= block.header_end
            part = replace(whole, header=header, header_size=header_size) if below else whole
            units += [
                replace(part, start=first, end=last, size=piece_size)
                for first, last, piece_size in self._fitting(start, end, size, limit - part.header_size)
            ]
        return units

    def halves(self, unit: Unit) -> list[Unit]:
        """A unit that turned out too large, in parts of about half its size; one character cannot be halved."""
        sized = self._words_or_tokens(unit.start, unit.end, max(unit.size // 2, 1))
        middle = (unit.start + unit.end) // 2
        if len(sized) < 2 and unit.start < middle:  # noqa: PLR2004 - in one piece still
            sized = [(unit.start, middle, unit.size // 2), (middle, unit.end, unit.size - unit.size // 2)]
        return [replace(unit, start=start, end=end, size=size) for start, end, size in sized]

    def words(self, index: int) -> list[Unit]:
        """One block word by word, with the markup counted."""
        block = self._ruler.document.blocks[index]
        spans = [match.span() for match in _WORD.finditer(self._source, block.start, block.end)]
        sizes = self._ruler.sizes([self._source[start:end] for start, end in spans])
        return [
            Unit(start=first, end=last, size=piece_size, block=index, is_prose=True)
            for (start, end), size in zip(spans, sizes, strict=True)
            for first, last, piece_size in self._fitting(start, end, size, self._options.target_tokens // 4)
        ]

    def _header(self, block: Block) -> tuple[str, int]:
        """A table's header and its size; none where it would take too much of every chunk."""
        header = self._source[block.start : block.header_end] if block.header_end else ""
        size = self._ruler.size(header) if header else 0
        return (header, size) if size <= self._options.context_tokens else ("", 0)

    def _parts(self, block: Block) -> list[Span]:
        """Lines of code and tables, the header with the first row; sentences of everything else."""
        if block.kind not in _BY_LINE and not self._holds_code(block):
            found = sentences(self._source[block.start : block.end])
            return [(block.start + start, block.start + end) for start, end in found]
        lines = [
            match.span() for match in _LINE.finditer(self._source, max(block.header_end, block.start), block.end)
        ]
        return [(block.start, lines[0][1]), *lines[1:]] if block.header_end else lines

    def _holds_code(self, block: Block) -> bool:
        source = self._source[block.start : block.end]
        return "```" in source or "~~~" in source

    def _fitting(self, start: int, end: int, size: int, limit: int) -> Sequence[tuple[int, int, int]]:
        room = max(limit, 1)
        return [(start, end, size)] if size <= room else self._words_or_tokens(start, end, room)

    def _words_or_tokens(self, start: int, end: int, limit: int) -> list[tuple[int, int, int]]:
        """Runs of words of at most `limit` tokens; within a longer word, runs of tokens."""
        cuts, sizes, size, last_gap, size_at_gap = [start], [], 0, start, 0
        for offset, weight in self._atoms(start, end, limit):
            if offset > start and self._source[offset - 1].isspace():
                last_gap, size_at_gap = offset, size
            if size and size + weight > limit:
                at_gap = last_gap > cuts[-1]
                cuts.append(last_gap if at_gap else offset)
                sizes.append(size_at_gap if at_gap else size)
                size -= sizes[-1]
            size += weight
        return [
            (first, first + len(self._source[first:last].rstrip()), piece)
            for first, last, piece in zip(cuts, [*cuts[1:], end], [*sizes, size], strict=True)
            if first < last
        ]

    def _atoms(self, start: int, end: int, limit: int) -> Iterator[tuple[int, int]]:
        """Tokens; those that are larger than `limit` in runs of characters."""
        for offset, weight in self._ruler.weighted(start, end):
            if weight <= limit:
                yield offset, weight
                continue
            position, rest = offset, weight
            while rest > 0:
                yield position, min(limit, rest)
                position = self._letter_start(position + limit * CHARS_PER_TOKEN, position)
                rest -= limit
                if position >= end:
                    return

    def _letter_start(self, offset: int, lowest: int) -> int:
        """The start of the letter at an offset: before its combining marks."""
        for position in range(min(offset, len(self._source) - 1), max(lowest, offset - _MAX_MARKS), -1):
            if not unicodedata.category(self._source[position]).startswith("M"):
                return position
        return offset
