"""One whole audit over a corpus of a given size in this process: its time, and the most memory it took."""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from knowledge.collections import Collection, Library
from knowledge.duplicates import AuditOptions, Auditor
from knowledge.ports import Snapshot
from tests.bench.planted import COLLECTION, Plan, Planter, snapshot

DIMENSION = 384


class InMemory:
    """What an audit needs of a store."""

    def __init__(self, taken: Snapshot) -> None:
        self._taken = taken

    async def snapshot(self, collections: Sequence[str]) -> Snapshot:
        return self._taken


def main(chunks: int) -> None:
    """Prints one row as JSON."""
    plan = Plan(documents=chunks * 2 // 5, chunks=chunks, dimension=DIMENSION, copies=chunks // 100)
    store = InMemory(snapshot(Planter(plan).plant()))
    before = _peak_megabytes()
    library = Library(collections=(Collection(name=COLLECTION, root=Path()),))
    started, cpu = time.perf_counter(), time.process_time()
    audit = asyncio.run(Auditor(library, store).audit(AuditOptions()))  # type: ignore[arg-type]
    row = {
        "passages": chunks,
        "seconds": time.perf_counter() - started,
        "CPU s": time.process_time() - cpu,
        "vectors s": audit.seconds["vectors"],
        "words s": audit.seconds["words"],
        "peak MB": _peak_megabytes(),
        "of it the corpus MB": before,
        "found": len(audit.clusters),
    }
    sys.stdout.write(json.dumps(row))


def _peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_024


if __name__ == "__main__":
    main(int(sys.argv[1]))
