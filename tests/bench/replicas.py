"""Three bots over PostgreSQL, restarted, killed, the server stopped: each request has exactly one outcome."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.bench.endurance import EVENTS, SEED, counts, faults_of
from tests.bench.options import Options
from tests.bench.table import Row, Table
from tests.endurance.book import Verdict
from tests.endurance.replicas import AWAY_SECONDS, KILLED, REPLICAS, replicas, replicate
from tests.postgres import postgres_server
from tests.slack.delivery import Delivery

_NOTE = (
    f"{REPLICAS} times `footnote serve` over one PostgreSQL with index and state, by a socket each or behind one "
    f"balancer. Each is restarted in its turn, {KILLED} are killed and started again, and the server is stopped for "
    f"{AWAY_SECONDS:g} s while people go on asking. Told: commands to which a bot said at once that it could not "
    "write them down. A digest each minute."
)


async def run(options: Options) -> list[Table]:
    """One run in each mode, with a server of its own."""
    rows: list[Row] = []
    faults: list[Row] = []
    for mode in options.modes:
        with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
            async with replicas(Path(folder), server, mode=mode, seed=SEED) as on:
                restarting = await replicate(on, server, events=options.count or EVENTS)
                verdict, digests = on.book.judge(), on.book.judge_digests()
        refused = [one for one in restarting if one in on.world.slack.timed_out]
        rows.append(
            {
                "mode": mode,
                "events": on.done.total(),
                **counts(on, verdict),
                "told": verdict.told,
                "sent while restarting": len(restarting),
                "refused then": len(refused),
                "repeated then": sum(one.attempts[0].acked_at is None for one in restarting) - len(refused),
                "digests": len(digests),
                "digests not once": sum(posted != 1 for posted in digests.values()),
            }
        )
        faults += _faults(mode, verdict, refused, digests)
    return [
        Table(title="replicas", note=_NOTE, rows=rows),
        Table(title="replicas: faults", note="Each of them.", rows=faults),
    ]


def _faults(mode: str, verdict: Verdict, refused: Sequence[Delivery], digests: Mapping[str, int]) -> list[Row]:
    return [
        *faults_of(mode, verdict),
        *({"mode": mode, "fault": "refused", "what": f"{one.kind}: {one.attempts[0].failure}"} for one in refused),
        *(
            {"mode": mode, "fault": "digest", "what": f"{slot}: {posted} times"}
            for slot, posted in digests.items()
            if posted != 1
        ),
    ]
