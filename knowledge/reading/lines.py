"""The lines of a text: from line numbers to offsets, and to blocks."""

from __future__ import annotations

from dataclasses import dataclass

from knowledge.types import Block, BlockKind

_HEADER_LINES = 2  # of a table: its header row and the rule below


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """A text whose lines end with LF, and where each begins. Line numbers here are 0-based."""

    source: str
    starts: tuple[int, ...]  # one more than there are lines: the last is behind the end

    @classmethod
    def of(cls, source: str) -> Lines:
        """Find the line starts."""
        starts, position = [0], 0
        for line in source.split("\n"):
            position += len(line) + 1
            starts.append(position)
        return cls(source=source, starts=tuple(starts))

    @property
    def count(self) -> int:
        """How many lines there are; a final line end starts one more."""
        return len(self.starts) - 1

    def text_of(self, number: int) -> str:
        """One line without its end."""
        return self.source[self.starts[number] : self.starts[number + 1] - 1]

    def block(self, kind: BlockKind, first: int, last: int, heading_path: tuple[str, ...]) -> Block | None:
        """The block of lines [first, last) without blank lines around; None where all are blank."""
        last = min(last, self.count)
        while first < last and not self.text_of(first).strip():
            first += 1
        while last > first and not self.text_of(last - 1).strip():
            last -= 1
        if first >= last:
            return None
        has_rows = kind is BlockKind.TABLE and last - first > _HEADER_LINES
        return Block(
            kind=kind,
            start=self.starts[first],
            end=self.starts[last - 1] + len(self.text_of(last - 1).rstrip()),
            first_line=first + 1,
            last_line=last,
            heading_path=heading_path,
            header_end=self.starts[first + _HEADER_LINES] - 1 if has_rows else 0,
        )
