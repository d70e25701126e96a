"""The heading path that a chunk carries, shortened from the outside where it would take too much of the chunk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """A title that is no heading (or none), and the headings that a run stands under.

    `path` is what fits into `limit` tokens; `size` is what it takes, the line end behind it included.
    """

    measure: Callable[[str], int]
    limit: int
    title: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    size: int = 0

    def inside(self, headings: tuple[str, ...]) -> Context:
        """The context under these headings."""
        path = (*self.title, *headings)
        size = self._size(path)
        while path and size > self.limit:
            path = path[1:]
            size = self._size(path)
        return replace(self, headings=headings, path=path, size=size)

    def holds(self, headings: tuple[str, ...]) -> bool:
        """Whether the last of these headings stands in the path."""
        dropped = len(self.headings) - len(self.path)
        return self.headings[: len(headings)] == headings and len(headings) > dropped

    def _size(self, path: tuple[str, ...]) -> int:
        return self.measure(" > ".join(path)) + 1 if path else 0
