"""The four ways to choose what may share a chunk; packing and measuring are the same for all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from knowledge.chunking.cohesion import boundaries
from knowledge.chunking.context import Context
from knowledge.chunking.measuring import Ruler
from knowledge.chunking.options import ChunkingOptions
from knowledge.chunking.sections import Merging, Run, Section, runs, section_tree
from knowledge.chunking.units import Unit, UnitCutter
from knowledge.types import BlockKind

_SMALL_SECTION = 0.125  # of the target: about a sentence or two


class Planner:
    """Plans the runs of one document."""

    def __init__(self, ruler: Ruler, options: ChunkingOptions, context: Context) -> None:
        self._ruler = ruler
        self._options = options
        self._context = context
        self._blocks = ruler.document.blocks
        self.cutter = UnitCutter(ruler, options)

    def runs(self) -> list[Run]:
        """What to pack, in order."""
        match self._options.strategy:
            case "structure":
                return runs(self._sections(), self._context, self._merging())
            case "semantic":
                sections = runs(self._sections(), self._context, Merging(small=0, whole=0))
                return [part for run in sections for part in self._subjects(run)]
            case "paragraph":
                limit = self._limit()
                return self._flat(
                    [unit for index in range(len(self._blocks)) for unit in self.cutter.block(index, limit)]
                )
            case "fixed":
                return self._flat([unit for index in range(len(self._blocks)) for unit in self.cutter.words(index)])

    def _sections(self) -> Section:
        return section_tree(self._blocks, self.cutter, self._limit())

    def _merging(self) -> Merging:
        return Merging(small=int(self._options.target_tokens * _SMALL_SECTION), whole=self._options.target_tokens)

    def _limit(self) -> int:
        """What one unit may take so that it fits under the longest heading path of the note."""
        paths = {block.heading_path for block in self._blocks}
        longest = max((self._context.inside(path).size for path in paths), default=0)
        return self._options.max_tokens - longest

    def _subjects(self, run: Run) -> Iterator[Run]:
        """A run cut where its subject changes."""
        texts = [self._ruler.plain(unit.start, unit.end) for unit in run.units]
        starts = [0, *boundaries(texts), len(texts)]
        for first, last in pairwise(starts):
            yield Run(units=run.units[first:last], context=run.context)

    def _flat(self, units: list[Unit]) -> list[Run]:
        """All in one run: headings stand in the text, and each chunk carries the path that it begins under."""
        longest = max(
            (self._context.inside(block.heading_path) for block in self._blocks), key=lambda each: each.size
        )
        return [Run(units=tuple(units), context=longest)] if units else []

    def context_at(self, run: Run, unit: Unit) -> Context:
        """The context of a chunk of this run that begins with this unit."""
        if self._options.strategy in {"structure", "semantic"}:
            return run.context
        block = self._blocks[unit.block]
        is_heading = block.kind is BlockKind.HEADING
        return self._context.inside(block.heading_path[:-1] if is_heading else block.heading_path)
