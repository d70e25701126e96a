"""A progress bar on a terminal; elsewhere nothing, so that logs hold summaries only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from knowledge.indexing import Progress as Step

Count = Callable[[str, int, int], None]  # what is done, how much of it, of how much


class RateColumn(ProgressColumn):
    """How many a second, of late."""

    def render(self, task: Task) -> Text:
        """Nothing until it is known."""
        return Text(f"{task.speed:,.1f}/s" if task.speed else "")


@contextmanager
def counting() -> Iterator[Count | None]:
    """A callback that draws on stderr, one bar a name; None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def count(name: str, done: int, total: int) -> None:
            if name not in tasks:
                tasks[name] = bars.add_task(name, total=total)
            bars.update(tasks[name], completed=done, total=total)

        yield count


@contextmanager
def progress_bar() -> Iterator[Callable[[Step], None] | None]:
    """The same for indexing: one bar a phase and collection."""
    with counting() as count:
        yield (
            (lambda step: count(f"{step.phase} {step.collection}".strip(), step.done, step.total)) if count else None
        )
