"""What a suite found: tables that print as Markdown and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Cell = str | float | int | None  # None: not measured here
Row = Mapping[str, Cell]  # column name, with its unit, to cell; the first column names the row


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows with the same first column; `note` says what was measured, in one sentence."""

    title: str
    note: str
    rows: Sequence[Row]

    @property
    def columns(self) -> list[str]:
        """Every column that some row has, in order of appearance."""
        return list(dict.fromkeys(name for row in self.rows for name in row))

    def as_json(self) -> dict[str, Any]:
        """Cells as numbers, unrounded enough to compute with."""
        rows = [
            {name: round(cell, 5) if isinstance(cell, float) else cell for name, cell in row.items()}
            for row in self.rows
        ]
        return {"title": self.title, "note": self.note, "rows": rows}


def markdown(table: Table) -> str:
    """The table as Markdown, its columns aligned for a terminal too; without rows only what the note says."""
    head = [f"### {table.title}", "", table.note]
    if not table.rows:
        return "\n".join(head)
    cells = [[shown(row.get(name)) for name in table.columns] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(table.columns, *cells, strict=True)]
    lines = [table.columns, ["-" * width for width in widths], *cells]
    return "\n".join([*head, "", *(_line(line, widths) for line in lines)])


def shown(cell: Cell) -> str:
    """A number with three significant digits or so, and thousands told apart."""
    if cell is None:
        return "-"
    if isinstance(cell, float):
        digits = 0 if abs(cell) >= 100 else 1 if abs(cell) >= 10 else 2 if abs(cell) >= 1 else 3
        return f"{cell:,.{digits}f}"
    return f"{cell:,}" if isinstance(cell, int) else cell


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return f"| {' | '.join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))} |"
