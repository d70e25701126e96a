"""What every suite is told."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`notes` None: the sample notes; `data` None: no labelled sets. `questions` bounds those taken of each set.

    `large`: also a million vectors. `count`: events, kills, or chunks; None: as many as the suite promises.
    """

    notes: Path | None = None
    data: Path | None = None
    questions: int | None = None
    large: bool = False
    count: int | None = None
    modes: tuple[str, ...] = ("socket", "http")

    @property
    def folder(self) -> Path:
        """The notes to measure on, absolute."""
        return self.notes.resolve() if self.notes else sample_notes()

    @property
    def source(self) -> str:
        """What these notes are called in a table: never a path."""
        return "other notes" if self.notes else "sample notes"


def sample_notes() -> Path:
    """The notes that an installed package carries, absolute."""
    return Path(str(files("bot").joinpath("sample_notes"))).resolve()
