"""Bots killed at random moments under load: after the last restart nothing is missing and nothing double."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.bench.endurance import SEED, counts, faults_of
from tests.bench.options import Options
from tests.bench.table import Table
from tests.endurance.runs import crash
from tests.endurance.stage import stage

KILLS = 50
_NOTE = (
    "SIGKILL at random moments while people ask and Slack has trouble, then a new bot on the same state file. "
    "Commands and buttons that nobody acknowledged show their error in Slack; they count if written down."
)


async def run(options: Options) -> list[Table]:
    """One series of bots in each mode."""
    kills = options.count or KILLS
    rows, faults = [], []
    for mode in options.modes:
        with tempfile.TemporaryDirectory() as folder:
            async with stage(Path(folder), mode=mode, seed=SEED) as on:
                await crash(on, kills=kills)
                verdict = on.book.judge()
        rows.append({"mode": mode, "kills": kills, **counts(on, verdict)})
        faults += faults_of(mode, verdict)
    return [
        Table(title="kills", note=_NOTE, rows=rows),
        Table(title="kills: faults", note="Each of them.", rows=faults),
    ]
