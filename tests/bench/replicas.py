"""Three bots over PostgreSQL, restarted, killed, the server stopped: each request has exactly one outcome."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.bench.endurance import EVENTS, SEED, counts, faults_of
from tests.bench.options import Options
from tests.bench.table import Row, Table
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
    """One run in each mode, with a server of its own: its outcomes, what its restarts met, then all faults."""
    rows: list[Row] = []
    faults: list[Row] = []
    restarts: list[Table] = []
    for mode in options.modes:
        with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
            async with replicas(Path(folder), server, mode=mode, seed=SEED) as on:
                sent = await replicate(on, server, events=options.count or EVENTS)
                verdict, digests = on.book.judge(), on.book.judge_digests()
        twice = {slot: posted for slot, posted in digests.items() if posted != 1}
        row = {"mode": mode, "events": on.done.total(), **counts(on, verdict), "told": verdict.told}
        rows.append({**row, "digests": len(digests), "digests not once": len(twice)})
        refused = [one for one in sent if one in on.world.slack.timed_out]
        restarts.append(_restarts(mode, sent, refused))
        faults += [*faults_of(mode, verdict), *_more_faults(mode, refused, twice)]
    return [
        Table(title="replicas", note=_NOTE, rows=rows),
        *restarts,
        Table(title="replicas: faults", note="Each of them.", rows=faults),
    ]


def _restarts(mode: str, sent: Sequence[Delivery], refused: Sequence[Delivery]) -> Table:
    """What became of all that Slack sent while bots were restarted."""
    again = sum(one.attempts[0].acked_at is None for one in sent if one.kind == "events_api")
    return Table(
        title=f"replicas: restarts, {mode}",
        note="Refused: commands and buttons that nobody acknowledged. Repeated: events of which the first was not.",
        rows=[{"mode": mode, "sent": len(sent), "refused": len(refused), "repeated": again}],
    )


def _more_faults(mode: str, refused: Sequence[Delivery], twice: Mapping[str, int]) -> Iterator[Row]:
    for one in refused:
        yield {"mode": mode, "fault": "refused", "what": f"{one.kind}: {one.attempts[0].failure}"}
    for slot, posted in twice.items():
        yield {"mode": mode, "fault": "digest", "what": f"{slot}: {posted} times"}
