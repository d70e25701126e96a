"""Units in a row to chunk spans: up to the target, never over the maximum, with overlap where prose is cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.chunking.options import ChunkingOptions
from knowledge.chunking.units import Unit
from knowledge.text import sentences

_MOST_OVERLAP = 4 / 3  # of the one asked for: whole sentences seldom meet it exactly
_SMALL_TAIL = 0.25  # of the target


@dataclass(slots=True, kw_only=True)
class Pack:
    """The units of one chunk. It begins at `start`, before its first unit where it repeats sentences."""

    start: int
    units: list[Unit]
    size: int  # tokens, repeated header and sentences included, context not
    repeated: int = 0  # tokens of the repeated sentences

    @property
    def end(self) -> int:
        """Offset behind its last unit."""
        return self.units[-1].end


class Packer:
    """Packs the units of one run, which share a context of `context_size` tokens."""

    def __init__(self, source: str, options: ChunkingOptions, context_size: int) -> None:
        self._source = source
        self._overlap = options.overlap * options.target_tokens
        self._target = max(options.target_tokens - context_size, 1)
        self._maximum = max(options.max_tokens - context_size, 1)

    def pack(self, units: Sequence[Unit]) -> list[Pack]:
        """Every unit is in exactly one pack, in order."""
        packs: list[Pack] = []
        for unit in units:
            if packs and packs[-1].size + unit.size <= self._target:
                packs[-1].units.append(unit)
                packs[-1].size += unit.size
            else:
                packs.append(self._begun(unit, packs[-1] if packs else None))
        return self._without_small_tail(packs)

    def _begun(self, unit: Unit, before: Pack | None) -> Pack:
        """A pack that begins with this unit, and with the last sentences before it where prose was cut."""
        size = unit.size + unit.header_size
        start, repeated = self._overlap_with(before, unit) if before else (unit.start, 0)
        if size + repeated > self._maximum:
            start, repeated = unit.start, 0
        return Pack(start=start, units=[unit], size=size + repeated, repeated=repeated)

    def _overlap_with(self, before: Pack, unit: Unit) -> tuple[int, int]:
        """Where the repeated sentences begin, and their tokens; never all of the pack before."""
        start, repeated = unit.start, 0
        if not unit.is_prose:
            return start, repeated
        for sentence_start, size in self._sentences_backwards(before):
            too_much = repeated + size > self._overlap * _MOST_OVERLAP
            if repeated >= self._overlap or too_much or sentence_start <= before.start:
                break
            start, repeated = sentence_start, repeated + size
        return start, repeated

    def _sentences_backwards(self, pack: Pack) -> Iterator[tuple[int, int]]:
        """(start, tokens) of the sentences at its end, the last one first, as far as there is prose."""
        for unit in reversed(pack.units):
            if not unit.is_prose:
                return
            length = unit.end - unit.start
            for start, end in reversed(sentences(self._source[unit.start : unit.end])):
                yield unit.start + start, max(round(unit.size * (end - start) / length), 1)

    def _without_small_tail(self, packs: list[Pack]) -> list[Pack]:
        """A last pack of a few words goes into the one before, where the maximum allows."""
        if len(packs) > 1:
            before, tail = packs[-2:]
            fresh = tail.size - tail.repeated
            if fresh < self._target * _SMALL_TAIL and before.size + fresh <= self._maximum:
                before.units += tail.units
                before.size += fresh
                packs.pop()
        return packs
