"""How long a question takes, by the stages that report themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from knowledge.traces import Asked, Step, Text, Trace, recorded


class StageTimes:
    """Takes a trace and keeps its times alone: milliseconds by stage, an inner one as `outer/inner`.

    A stage that runs more than once counts with all its runs; stages that run at the same time overlap.
    """

    def __init__(self) -> None:
        self.milliseconds: Mapping[str, float] = {}

    def keep(self, trace: Trace) -> None:
        """Add up the stages of the trace."""
        total: defaultdict[str, float] = defaultdict(float)
        for name, seconds in _stages(trace.root):
            total[name] += seconds * 1000
        self.milliseconds = dict(total)


@contextmanager
def timed_stages(question: str) -> Iterator[StageTimes]:
    """Time the stages of what happens in the block; they are known at its end."""
    times = StageTimes()
    with recorded(Asked(kind="search", text=Text(question)), times):
        yield times


def _stages(step: Step, within: str = "") -> Iterator[tuple[str, float]]:
    for inner in step.steps:
        name = f"{within}{inner.name}"
        yield name, inner.seconds
        yield from _stages(inner, f"{name}/")
