"""Traces, and where they go, for the tests of this folder."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from knowledge.traces import Asked, Origin, Outcome, Step, Text, Trace
from knowledge.traces.describing import asked
from knowledge.types import Query

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
QUESTION = asked("ask", Query(text="how many vacation days do I get?"))


@dataclass(frozen=True)
class Kept:
    """A sink that keeps what it gets."""

    traces: list[Trace] = field(default_factory=list)

    def keep(self, trace: Trace) -> None:
        self.traces.append(trace)

    @property
    def root(self) -> Step:
        """The stages of the only trace."""
        (trace,) = self.traces
        return trace.root


def trace_of(
    trace_id: str = "t1", *, words: str = "how many days?", age: timedelta = timedelta(), **figures: Any
) -> Trace:
    """A finished trace with one stage, begun so long before noon."""
    stage = Step(name="dense", at=0.001, seconds=0.25, figures=figures)
    return Trace(
        id=trace_id,
        started=NOON - age,
        origin=Origin(surface="slack", person="p1"),
        asked=Asked(kind="ask", text=Text(words)),
        outcome=Outcome(mode="extractive", confidence="strong", text=Text("30 days [1]"), queries=(Text(words),)),
        root=Step(name="ask", at=0.0, seconds=0.5, figures={}, steps=(stage,)),
    )
