"""Once, very many chunks in both engines: how long they take to load, how large they are, and a search."""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from knowledge.ports import Store
from knowledge.store import SqliteStore
from knowledge.store.postgres import PostgresStore
from knowledge.text import readings
from knowledge.types import Scope
from tests.bench.clouds import COLLECTIONS, DIMENSION, Cloud, Piece, cloud, write_index
from tests.bench.footprint import resident
from tests.bench.nearest import FIRST, TOP, exact, recall, same_first, scopes, search, warmed
from tests.bench.peers import database_bytes
from tests.bench.server_clouds import index, load, load_terms
from tests.bench.table import Row, Table
from tests.bench.timing import Times, Work, in_turns
from tests.postgres import PostgresServer

CHUNKS = 1_000_000
QUESTIONS = 50
TERMS, QUESTION_TERMS = 12, 4  # a chunk, and a question
VOCABULARY = 60_000  # terms, the k-th as often as 1 / k
SEED = 1
Right = Mapping[str, list[list[int]]]  # of each scope, the nearest of each question
SIZES = """
SELECT pg_database_size(current_database()) / 1e6, pg_relation_size('footnote.vectors_near') / 1e6,
    pg_relation_size('footnote.vectors') / 1e6
"""


async def run(server: PostgresServer, count: int) -> list[Table]:
    """Two tables: what each engine holds, and what its searches take."""
    made = cloud(count, questions=QUESTIONS)
    right = {name: exact(made, within) for name, within in scopes().items()}
    with tempfile.TemporaryDirectory() as folder:
        engines = [await on_server(server, made, right), await in_file(Path(folder, "index.db"), made, right)]
    held = f"{count:,} chunks of {TERMS} made terms and {DIMENSION} dimensions, ten a note."
    asked = f"{QUESTIONS} questions, warm: the nearest {TOP}, the best {TOP} by {QUESTION_TERMS} terms."
    return [
        Table(title=f"postgres: {count:,}", note=held, rows=[row for row, _ in engines]),
        Table(title=f"postgres: {count:,} searched", note=asked, rows=[row for _, rows in engines for row in rows]),
    ]


async def on_server(server: PostgresServer, made: Cloud, right: Right) -> tuple[Row, list[Row]]:
    """What PostgreSQL holds, and its searches."""
    url, started = server.new_database(), time.perf_counter()
    await load(url, made.vectors)
    load_terms(url, pieces(len(made.vectors)))
    loaded = time.perf_counter()
    index(url)
    built = time.perf_counter()
    disk, near, vectors = (float(str(size)) for size in server.execute(SIZES, url)[0])
    row = {
        "engine": "PostgreSQL",
        "load s": loaded - started,
        "HNSW s": built - loaded,
        "disk MB": disk,
        "HNSW MB": near,  # which its own searches want in memory
        "of these vectors MB": vectors,
    }
    store = await PostgresStore.open(url, readings=readings, read_only=True, vector_memory_bytes=0)
    rows = await searched("PostgreSQL, the server", store, made, right)
    await store.close()
    gc.collect()
    before = resident()
    store = await PostgresStore.open(url, readings=readings, read_only=True)
    started = time.perf_counter()
    await warmed(store, made.questions[0])
    row |= {"into memory s": time.perf_counter() - started, "of the process MB": (resident() - before) / 1e6}
    rows += await searched("PostgreSQL, in memory", store, made, right)
    await store.close()
    return row, rows


async def in_file(database: Path, made: Cloud, right: Right) -> tuple[Row, list[Row]]:
    """What SQLite holds, and its searches, as a bot makes them."""
    started = time.perf_counter()
    await write_index(database, made.vectors, pieces(len(made.vectors)))
    loaded = time.perf_counter()
    gc.collect()
    before = resident()
    store = await SqliteStore.open(database, readings=readings, read_only=True)
    await warmed(store, made.questions[0])
    rows = await searched("SQLite, in memory", store, made, right)
    gc.collect()
    memory = (resident() - before) / 1e6
    await store.close()
    row = {"engine": "SQLite", "load s": loaded - started, "disk MB": database_bytes(database) / 1e6}
    return {**row, "of the process MB": memory}, rows


async def searched(engine: str, store: Store, made: Cloud, right: Right) -> list[Row]:
    """Vectors in each scope, and words in all."""
    rows: list[Row] = []
    for name, within in scopes().items():
        way = search(store, made, within)
        found = [await way(str(number)) for number in range(QUESTIONS)]
        times = await warm([str(number) for number in range(QUESTIONS)], way)
        best = right[name]
        found_well = {f"recall@{TOP}": recall(found, best), f"same first {FIRST}": same_first(found, best)}
        rows.append({"way": f"{engine}: {name}", "p50 ms": times.p50, "p95 ms": times.p95, **found_well})

    async def words(question: str) -> None:
        await store.term_candidates(question.split(), Scope(collections=COLLECTIONS), TOP)

    asked = [" ".join(piece.terms[:QUESTION_TERMS]) for piece in pieces(QUESTIONS, seed=SEED + 1)]
    times = await warm(asked, words)
    return [*rows, {"way": f"{engine}: words", "p50 ms": times.p50, "p95 ms": times.p95}]


async def warm(questions: Sequence[str], way: Work) -> Times:
    """Each question once, after a round that is not counted."""
    return (await in_turns({"": way}, questions))[""]


def pieces(count: int, *, seed: int = SEED) -> Iterator[Piece]:
    """So many short chunks, the same ones in every run."""
    random = np.random.default_rng(seed)
    shares = 1 / np.arange(1, VOCABULARY + 1)
    sums = np.cumsum(shares / shares.sum())
    names = [f"w{number}" for number in range(VOCABULARY + 1)]
    for _ in range(count):
        terms = tuple(names[number] for number in np.searchsorted(sums, random.random(TERMS)))
        yield Piece(text=" ".join(terms), terms=terms)
