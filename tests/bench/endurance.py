"""Thousands of mixed events from fifty people, with trouble on all sides: each request has exactly one outcome."""

from __future__ import annotations

import tempfile
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
    rows, faults = [], []
    for mode in options.modes:
        with tempfile.TemporaryDirectory() as folder:
            async with stage(Path(folder), mode=mode, seed=SEED) as on:
                early, late = await endure(on, events=events, first=min(FIRST, events))
                verdict = on.book.judge()
        figures = {"MB early": early, "MB late": late, "growth": late / early}
        rows.append({"mode": mode, "events": events, **counts(on, verdict), **figures})
        faults += faults_of(mode, verdict)
    return [
        Table(title="endurance", note=_NOTE, rows=rows),
        Table(title="endurance: faults", note="Each of them.", rows=faults),
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
