"""`inert` for a text that is still being written: no piece, and no two pieces together, hold anything live."""

from __future__ import annotations

from bot.text.escaping import clean
from bot.text.fences import open_after
from bot.text.markdown import certain, inert_line


class Piecewise:
    """Feed Markdown in any pieces; what comes out, joined, is `inert` of the whole.

    Only what no later character can change is given out: an open code span or link waits for its end.
    """

    def __init__(self) -> None:
        self._line = ""  # the last one, as it came
        self._given = 0  # characters of that line, as shown
        self._opener = ""
        self._return = ""  # a carriage return may be half of a line end

    def feed(self, piece: str) -> str:
        """Return what can be shown now, often less than came."""
        arrived = self._return + piece
        self._return = "\r" if arrived.endswith("\r") else ""
        *complete, self._line = f"{self._line}{clean(arrived.removesuffix(self._return))}".split("\n")
        given = ""
        for line in complete:
            given += f"{inert_line(line, self._opener)[self._given :]}\n"
            self._opener = open_after(line, self._opener)
            self._given = 0
        return given + self._give(certain(self._line, self._opener))

    def finish(self, rest: str = "") -> str:
        """Return all that is left, `rest` included."""
        given = self.feed(rest)
        if self._return:
            self._return = ""
            given += self.feed("\n")
        return given + self._give(len(self._line))

    def _give(self, characters: int) -> str:
        shown = inert_line(self._line[:characters], self._opener)
        piece = shown[self._given :]
        self._given += len(piece)
        return piece
