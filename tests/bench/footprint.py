"""How much memory a way to search takes: a process of its own prints by how many bytes it grew."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from knowledge.text import search_terms
from tests.bench.finding import TOP, opened
from tests.bench.keyword_peers import peers
from tests.bench.peers import PlainIndex

KEYWORDS, HYBRID = "footnote, keywords", "footnote, hybrid"
_ROOT = Path(__file__).parents[2]
_FEW = {1: ["tea"], 2: ["milk"], 3: ["cup"]}


def grown(way: str, database: Path, questions: Sequence[str]) -> float | None:
    """Megabytes that a new process takes to answer the questions; None where the system does not tell."""
    command = [sys.executable, "-m", "tests.bench.footprint", way, str(database), *questions]
    done = subprocess.run(command, check=True, capture_output=True, cwd=_ROOT, text=True)
    return int(done.stdout) / 2**20 if int(done.stdout) else None


async def growth(way: str, database: Path, questions: Sequence[str]) -> int:
    """Bytes; everything is imported before."""
    made = peers()
    if way in made:
        made[way](_FEW).best(["tea"], 1)
        before = resident()
        with closing(PlainIndex(database)) as plain:
            peer = made[way](plain.terms())
        for question in questions:
            peer.best(search_terms(question), TOP)
        return _grown_since(before)
    before = resident()
    async with opened(database, vectors=way == HYBRID) as crowd:
        for question in questions:
            await (crowd.search(question) if way == HYBRID else crowd.keywords(question))
        return _grown_since(before)


def _grown_since(before: int) -> int:
    gc.collect()
    return resident() - before if before else 0


def resident() -> int:
    """Bytes of this process in memory; 0 where there is no /proc."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    sys.stdout.write(str(asyncio.run(growth(sys.argv[1], Path(sys.argv[2]), sys.argv[3:]))))
