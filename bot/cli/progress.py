"""A progress bar on a terminal; elsewhere nothing, so that logs hold summaries only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from knowledge.indexing import Progress as Step


@contextmanager
def progress_bar() -> Iterator[Callable[[Step], None] | None]:
    """A callback that draws on stderr, one bar a phase and collection; None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def show(step: Step) -> None:
            name = f"{step.phase} {step.collection}".strip()
            if name not in tasks:
                tasks[name] = bars.add_task(name, total=step.total)
            bars.update(tasks[name], completed=step.done, total=step.total)

        yield show
