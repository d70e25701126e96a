"""Chunks of one section that touch or overlap are one text: no sentence stands in the evidence twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from knowledge.answering.verify import Wording
from knowledge.types import StoredChunk


@dataclass(frozen=True)  # not slotted: the text and its terms are worked out once
class Run:
    """Chunks of one section at neighbouring positions, in the order of the note."""

    chunks: tuple[StoredChunk, ...]

    @cached_property
    def text(self) -> str:
        """Their text without what they share; a gap keeps its line ends, so that lines can be counted."""
        text = self.chunks[0].text
        for before, chunk in zip(self.chunks, self.chunks[1:], strict=False):
            text = _append(text, before.lines[1] - self.chunks[0].lines[0], chunk, before)
        return text

    @cached_property
    def wording(self) -> Wording:
        """The terms of title, headings, header and text."""
        first = self.chunks[0]
        return Wording.of("\n".join([first.title, *first.heading_path, first.header, self.text]))

    def touches(self, chunk: StoredChunk) -> bool:
        """Whether the chunk continues this run, or this run the chunk."""
        first, last = self.chunks[0], self.chunks[-1]
        return (chunk.ref, chunk.heading_path) == (
            first.ref,
            first.heading_path,
        ) and first.position - 1 <= chunk.position <= last.position + 1


def join(runs: Sequence[Run], chunk: StoredChunk) -> tuple[Run, ...]:
    """The runs with the chunk in them: in the place of the first run that it touches, else at the end."""
    touched = [run for run in runs if run.touches(chunk)]
    if not touched:
        return (*runs, Run((chunk,)))
    chunks = [chunk, *(other for run in touched for other in run.chunks)]
    joined = Run(tuple(sorted(chunks, key=lambda one: one.position)))
    return tuple(joined if run is touched[0] else run for run in runs if run is touched[0] or run not in touched)


def _append(text: str, last_line: int, chunk: StoredChunk, before: StoredChunk) -> str:
    """The text with the chunk after it; `last_line` is where the text ends, counted from its own first line."""
    gap = chunk.lines[0] - before.lines[1]
    if gap > 0:
        return text + "\n" * gap + chunk.text
    lines_back = min(-gap, last_line)
    start = len(text)
    for _ in range(lines_back + 1):
        start = text.rfind("\n", 0, start)
    for at in range(max(start, 0), len(text)):
        if chunk.text.startswith(text[at:]):
            return text[:at] + chunk.text
    return f"{text} {chunk.text}"
