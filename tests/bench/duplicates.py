"""The duplicate audit: planted pairs found, its cost beside a search for each passage, growth in time and memory."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from knowledge.collections import Collection, Library
from knowledge.duplicates import Audit, AuditOptions, Auditor
from knowledge.duplicates.join import Owners, Pairs, join
from knowledge.ports import Entry, Snapshot
from knowledge.store import SqliteStore
from knowledge.text import readings
from tests.bench.options import Options
from tests.bench.peers import PlainIndex
from tests.bench.planted import COLLECTION, Pair, Plan, Planted, Planter, document
from tests.bench.table import Row, Table

THRESHOLD, COVERAGE = 0.95, 0.8
NEIGHBOURS = 64  # of each passage
SIZES = (5_000, 20_000, 50_000)  # passages
OURS, PEER = "footnote", f"sqlite-vec, {NEIGHBOURS} neighbours of each passage"


async def run(options: Options) -> list[Table]:
    """Planted pairs and the peer in this process, growth in one process for each size."""
    planted = Planter(Plan()).plant()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "index.db"
        await build(database, planted)
        audit, cost, pairs = await audited(database)
        peer = per_passage(database, pairs)
    peer["times the CPU of footnote"] = float(peer["search CPU s"]) / float(cost["search CPU s"])
    note = f"{audit.documents:,} notes, {audit.chunks:,} passages x {Plan().dimension:,}: the same index and pairs."
    return [
        correctness(planted, audit),
        Table(title="duplicates", note=note, rows=[cost, peer]),
        bounds(planted),
        Table(title="duplicates: growth", note="A whole audit with its words, one process each.", rows=growth()),
    ]


async def build(database: Path, planted: Planted) -> None:
    """An index of the corpus."""
    store = await SqliteStore.open(database, readings=readings)
    for path, texts in planted.texts.items():
        made, chunks = document(path, texts)
        await store.put(made, [Entry(chunk=chunk, terms=("w",)) for chunk in chunks])
    ids = [waiting.id for waiting in await store.pending(planted.chunks)]
    await store.store_vectors("planted", ids, np.vstack(list(planted.vectors.values())))
    await store.close()


async def audited(database: Path) -> tuple[Audit, Row, set[tuple[int, int]]]:
    """One audit, what its parts cost, and the chunk ids of every pair."""
    store = await SqliteStore.open(database, readings=readings, untouched=True)
    started, cpu = time.perf_counter(), time.process_time()
    taken = await store.snapshot([COLLECTION])
    load, load_cpu = time.perf_counter() - started, time.process_time() - cpu
    cpu = time.process_time()
    pairs = joined(taken)
    search_cpu = time.process_time() - cpu
    cpu = time.process_time()
    library = Library(collections=(Collection(name=COLLECTION, root=database.parent),))
    audit = await Auditor(library, store).audit(AuditOptions(threshold=THRESHOLD, coverage=COVERAGE))
    audit_cpu = time.process_time() - cpu
    await store.close()
    row: dict[str, str | float] = {
        "way": OURS,
        "load s": load,
        "load CPU s": load_cpu,
        "search CPU s": search_cpu,
        "whole audit CPU s": audit_cpu,
        "pairs": len(pairs.left),
    }
    ids = [chunk.id for chunk in taken.chunks]
    return audit, row, {(ids[one], ids[other]) for one, other in zip(pairs.left, pairs.right, strict=True)}


def joined(taken: Snapshot, *, bound: bool | None = None) -> Pairs:
    """Every pair of passages, whatever the size of their notes."""
    paths = [chunk.ref.path for chunk in taken.chunks]
    _, owner, sizes = np.unique(paths, return_inverse=True, return_counts=True)
    return join(taken.vectors, Owners(of=owner, sizes=sizes[owner]), threshold=THRESHOLD, bound=bound)


def per_passage(database: Path, expected: set[tuple[int, int]]) -> dict[str, str | float]:
    """The pairs that a nearest-neighbour search for each passage finds, and what it costs."""
    index = PlainIndex(database)
    rows = index.vectors()
    cpu = time.process_time()
    found = {
        (min(chunk_id, other), max(chunk_id, other))
        for chunk_id, embedding in rows
        for other, cosine in index.neighbours(embedding, NEIGHBOURS)
        if other != chunk_id and cosine >= THRESHOLD
    }
    seconds = time.process_time() - cpu
    index.close()
    own = {(min(pair), max(pair)) for pair in expected}
    return {"way": PEER, "search CPU s": seconds, "pairs": len(found), "other pairs": len(found ^ own)}


def correctness(planted: Planted, audit: Audit) -> Table:
    """What was planted beside what was found."""
    found = {Pair(member.ref.path for member in cluster.members) for cluster in audit.clusters}
    kinds = {
        "copies": planted.copies,
        "partly shared": planted.partial,
        "chains, both links": planted.links,
        "chains, the ends": planted.ends,
        "near misses": planted.near,
    }
    rows: list[Row] = [
        {"planted": name, "pairs": len(pairs), "found": len(pairs & found)} for name, pairs in kinds.items()
    ]
    stray = found.difference(*kinds.values())
    rows.append({"planted": "nothing", "pairs": 0, "found": len(stray)})
    return Table(title="duplicates: planted", note="Pairs of notes planted, and those reported.", rows=rows)


def bounds(planted: Planted) -> Table:
    """The same pairs with and without the bound that skips products, on three corpora."""
    from tests.bench.planted import snapshot

    clustered = Planter(Plan(documents=900, chunks=3_000, dimension=384, copies=200, near=200), seed=2).plant()
    flat = Planter(Plan(documents=900, chunks=3_000, dimension=96, copies=100), seed=3).plant()
    rows: list[Row] = []
    for name, corpus in (("1,024 dimensions", planted), ("many near misses", clustered), ("96 dimensions", flat)):
        taken = snapshot(corpus)
        plain, bounded = joined(taken, bound=False), joined(taken, bound=True)
        differing = {*zip(plain.left, plain.right, strict=True)} ^ {*zip(bounded.left, bounded.right, strict=True)}
        rows.append({"corpus": name, "pairs": len(plain.left), "differences": len(differing)})
    return Table(title="duplicates: bound", note="Pairs with every product made, and with those skipped.", rows=rows)


def growth() -> list[Row]:
    """Seconds and peak memory of a whole audit at each size."""
    command = [sys.executable, "-m", "tests.bench.duplicates_growth"]
    return [
        json.loads(subprocess.run([*command, str(size)], check=True, capture_output=True, text=True).stdout)
        for size in SIZES
    ]
