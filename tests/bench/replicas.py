"""Three bots over PostgreSQL, two of them killed, the server stopped: each request has exactly one outcome."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.bench.endurance import EVENTS, SEED, counts, faults_of
from tests.bench.options import Options
from tests.bench.table import Table
from tests.endurance.replicas import AWAY_SECONDS, KILLED, REPLICAS, replicas, replicate
from tests.postgres import postgres_server

_NOTE = (
    f"{REPLICAS} times `footnote serve` over one PostgreSQL with index and state; {KILLED} are killed and started "
    f"again, and the server is stopped for {AWAY_SECONDS:g} s while people go on asking. Told: commands to which a "
    "bot said at once that it could not write them down. A digest each minute."
)


async def run(options: Options) -> list[Table]:
    """One run over Socket Mode, with a server of its own."""
    events = options.count or EVENTS
    with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
        async with replicas(Path(folder), server, seed=SEED) as on:
            await replicate(on, server, events=events)
            verdict, digests = on.book.judge(), on.book.judge_digests()
        row = {"events": events, **counts(on, verdict), "told": verdict.told, "digests": len(digests)}
        row["digests not once"] = sum(posted != 1 for posted in digests.values())
    faults = faults_of("socket", verdict) + [
        {"mode": "socket", "fault": "digest", "what": f"{slot}: {posted} times"}
        for slot, posted in digests.items()
        if posted != 1
    ]
    return [
        Table(title="replicas", note=_NOTE, rows=[row]),
        Table(title="replicas: faults", note="Each of them.", rows=faults),
    ]
