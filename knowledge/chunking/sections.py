"""A note as a tree of sections, and which of them share a chunk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from knowledge.chunking.context import Context
from knowledge.chunking.units import Unit, UnitCutter
from knowledge.types import Block, BlockKind


@dataclass(slots=True, kw_only=True)
class Section:
    """A heading, what stands under it before the next heading, and the sections inside. Grown while reading."""

    path: tuple[str, ...]
    heading: tuple[Unit, ...] = ()
    units: list[Unit] = field(default_factory=list)
    children: list[Section] = field(default_factory=list)
    size: int = 0  # tokens of all that is inside, own heading apart

    def inside(self) -> Iterator[Unit]:
        """Everything inside, in order, with the headings of the sections in it."""
        yield from self.units
        for child in self.children:
            yield from child.heading
            yield from child.inside()

    @property
    def whole(self) -> int:
        """Tokens of all of it, own heading included."""
        return self.size + _total(self.heading)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Units in a row that stand under one heading path: to be packed into chunks."""

    units: tuple[Unit, ...]
    context: Context


def section_tree(blocks: Sequence[Block], cutter: UnitCutter, limit: int) -> Section:
    """The sections of a note; the root holds what stands above the first heading."""
    root = Section(path=())
    opened = [root]
    for index, block in enumerate(blocks):
        units = cutter.block(index, limit)
        if block.kind is BlockKind.HEADING:
            opened = opened[: _depth_of_parent(opened, block.heading_path)]
            section = Section(path=block.heading_path, heading=tuple(units))
            opened[-1].children.append(section)
            opened.append(section)
            grown = opened[:-1]
        else:
            opened[-1].units += units
            grown = opened
        for section in grown:
            section.size += _total(units)
    return root


def _total(units: Iterable[Unit]) -> int:
    return sum(unit.size for unit in units)


def _depth_of_parent(opened: Sequence[Section], path: Sequence[str]) -> int:
    """How many of the open sections stay open above a heading: one for each outer heading, and the root."""
    return min(len(path), len(opened))


@dataclass(frozen=True, slots=True, kw_only=True)
class Merging:
    """Which sections share a chunk: neighbours of at most `small` tokens, and a whole of at most `whole`."""

    small: int
    whole: int


def runs(section: Section, context: Context, merging: Merging) -> list[Run]:
    """Split a section into runs. A heading stands in the path of a run below it, or else among the units."""
    inner = context.inside(section.path)
    found = _inner_runs(section, inner, merging)
    if section.heading and not any(run.context.holds(section.path) for run in found):
        return [Run(units=section.heading, context=context), *found]
    return found


def _inner_runs(section: Section, inner: Context, merging: Merging) -> list[Run]:
    if section.size <= merging.whole - inner.size and (section.units or len(section.children) > 1):
        return [Run(units=tuple(section.inside()), context=inner)]
    found: list[Run] = []
    gathered = _Gathered(units=list(section.units), size=_total(section.units))
    for child in section.children:
        one_is_small = child.whole <= merging.small or 0 < gathered.size <= merging.small
        if not one_is_small or gathered.size + child.whole > merging.whole - inner.size:
            found += gathered.runs(inner, merging)
            gathered = _Gathered()
        if child.whole <= merging.small or gathered.size:
            gathered.add(child)
        else:
            found += runs(child, inner, merging)
    return found + gathered.runs(inner, merging)


@dataclass(slots=True, kw_only=True)
class _Gathered:
    """What will share a run: units of the section itself, then small sections in it."""

    units: list[Unit] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    size: int = 0

    def add(self, section: Section) -> None:
        self.sections.append(section)
        self.size += section.whole

    def runs(self, context: Context, merging: Merging) -> list[Run]:
        """One run; a lone section keeps its own path."""
        if not self.units and len(self.sections) == 1:
            return runs(self.sections[0], context, merging)
        units = tuple(Section(path=(), units=self.units, children=self.sections).inside())
        return [Run(units=units, context=context)] if units else []
