"""Thousands of mixed events from fifty people, with trouble on all sides: each request has exactly one outcome."""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from tests.bench.options import Options
from tests.bench.table import Row, Table
from tests.endurance.book import Verdict
from tests.endurance.runs import endure
from tests.endurance.stage import Stage, stage

EVENTS, FIRST = 2_000, 200
SEED = 1
_NOTE = (
    "`footnote serve` over the sample notes with a model of many moods; calls refused, failing, slow and lost, "
    "sockets taken away. Memory once everything is answered, after the first events and after all."
)


async def run(options: Options) -> list[Table]:
    """The same acts in each mode, a bot of its own in each."""
    events = options.count or EVENTS

    async def act(on: Stage) -> Row:
        early, late = await endure(on, events=events, first=min(FIRST, events))
        return {"events": events, "MB early": early, "MB late": late, "growth": late / early}

    return await played("endurance", _NOTE, options.modes, act)


async def played(title: str, note: str, modes: Sequence[str], act: Callable[[Stage], Awaitable[Row]]) -> list[Table]:
    """One run in each mode, on a stage of its own: its figures and its outcomes, then its faults."""
    rows, faults = [], []
    for mode in modes:
        with tempfile.TemporaryDirectory() as folder:
            async with stage(Path(folder), mode=mode, seed=SEED) as on:
                figures = await act(on)
                verdict = on.book.judge()
        rows.append({"mode": mode, **figures, **counts(on, verdict)})
        faults += faults_of(mode, verdict)
    return [
        Table(title=title, note=note, rows=rows),
        Table(title=f"{title}: faults", note="Each of them.", rows=faults),
    ]


def counts(on: Stage, verdict: Verdict) -> Row:
    """How many requests came to which end."""
    return {
        "requests": len(on.book.asked),
        "one outcome": verdict.once,
        "not acknowledged": verdict.timed_out,
        "lost": len(verdict.lost) + len(verdict.unwritten),
        "visible twice": len(verdict.doubled),
        "stray": len(verdict.stray),
        "private twice": len(verdict.repeated),
        "of these uncounted": len(verdict.uncounted),
        "status left": len(verdict.statuses),
        "refused payloads": len(on.world.slack.violations),
    }


def faults_of(mode: str, verdict: Verdict) -> list[Row]:
    """One row for everything that went wrong, and for each private reply that came twice."""
    return [
        {"mode": mode, "fault": name, "what": what}
        for name in ("lost", "unwritten", "doubled", "stray", "repeated", "uncounted", "statuses")
        for what in getattr(verdict, name)
    ]
