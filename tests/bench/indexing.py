"""How soon notes are searchable: first run, unchanged notes, one changed note while serving; and vectors a second."""

from __future__ import annotations

import asyncio
import resource
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from knowledge.chunking import ChunkingOptions
from knowledge.collections import Collection, Library
from knowledge.embedding.cpus import usable_cpus
from knowledge.embedding.files import find_files
from knowledge.embedding.local import MAX_TOKENS, LocalEmbedder
from knowledge.embedding.session import open_session
from knowledge.embedding.tokens import load_tokenizer
from knowledge.errors import ModelUnreachable
from knowledge.indexing import Indexer, SyncReport, watch
from knowledge.indexing.delta import Job
from knowledge.indexing.embedding import VectorFiller
from knowledge.indexing.preparing import Preparation
from knowledge.indexing.workers import WORTH_PROCESSES
from knowledge.ports import Embedder, Matrix
from knowledge.reading import scan
from knowledge.store import SqliteStore
from knowledge.text import readings
from tests.bench.notes import EVERY_NOTE
from tests.bench.options import Options
from tests.bench.table import Row, Table
from tests.bench.timing import Times

NAME = "notes"
PART = 10  # every tenth note is read by the peer, which has one thread
CHANGES = 20
LOOK_SECONDS = 0.005
BOUND_SECONDS = 60
EMBEDDED = 256  # texts
INPUTS = ("input_ids", "attention_mask", "token_type_ids")


class Bounded(LocalEmbedder):
    """The embedded model until it has embedded so many texts: 0 leaves phase one alone."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._most = most

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """As the model does. Raises ModelUnreachable from then on."""
        if len(self.texts) >= self._most:
            raise ModelUnreachable("No more vectors are measured here.")
        self.texts += texts
        return await super().embed_documents(texts)


@dataclass(slots=True, kw_only=True)
class Spent:
    """What some work took, in this process and in those that it started and that have ended."""

    wall: float = 0.0
    cpu: float = 0.0

    def row(self, work: str, notes: int) -> Row:
        return {"work": work, "notes": notes, "wall s": self.wall, "CPU s": self.cpu, "notes/s": notes / self.wall}


@contextmanager
def spending() -> Iterator[Spent]:
    """Measure the block."""
    spent, wall, cpu = Spent(), time.perf_counter(), _cpu_seconds()
    yield spent
    spent.wall, spent.cpu = time.perf_counter() - wall, _cpu_seconds() - cpu


def _cpu_seconds() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _peak_mb(who: int) -> float:
    return resource.getrusage(who).ru_maxrss / 1_024


async def run(options: Options) -> list[Table]:
    """All of it on a copy of the notes, since some of them are changed."""
    with tempfile.TemporaryDirectory() as place:
        notes = Path(place, NAME)
        shutil.copytree(options.folder, notes, symlinks=True)
        collection = Collection(name=NAME, root=notes, include=EVERY_NOTE)
        store = await SqliteStore.open(Path(place, "index.db"), readings=readings)
        try:
            rows = await first_and_second(collection, store)
            memory: list[Row] = [{"process": "the one that stores", "peak MB": _peak_mb(resource.RUSAGE_SELF)}]
            if len(scan(collection).files) >= WORTH_PROCESSES and usable_cpus() > 1:
                memory.append({"process": "the largest that reads", "peak MB": _peak_mb(resource.RUSAGE_CHILDREN)})
            changed = await changes(collection, store)
            vectors = await vector_rows(store)
        finally:
            await store.close()
    about = f"{options.source}, by words alone; the peer reads a part of them in one thread and stores nothing."
    return [
        Table(title="indexing", note=about, rows=rows),
        Table(title="indexing: memory", note="Peaks of the first run.", rows=memory),
        Table(title="indexing: one changed note", note="From its last byte to a search that finds it.", rows=changed),
        Table(title="indexing: vectors", note="Phase two beside the bare network on the same texts.", rows=vectors),
    ]


async def first_and_second(collection: Collection, store: SqliteStore) -> list[Row]:
    """A run into an empty index, one that finds nothing changed, and reading alone."""
    indexer = indexer_over(collection, store, Bounded(0))
    with spending() as first:
        read = (await indexer.sync()).collections[0].read
    with spending() as second:
        unchanged = (await indexer.sync()).collections[0].unchanged
    jobs = [Job(source=file) for file in scan(collection).files[::PART]]
    preparation = Preparation(tokenizer=LocalEmbedder().tokenizer, chunking=ChunkingOptions())
    with spending() as alone:
        preparation.run(jobs, {})
    return [
        first.row("first run: searchable by words", read),
        second.row("second run: nothing changed", unchanged),
        alone.row("one thread: read, cut, analyse", len(jobs)),
    ]


async def changes(collection: Collection, store: SqliteStore) -> list[Row]:
    """Notes written one after the other while a bot's watcher runs."""
    stop, milliseconds = asyncio.Event(), list[float]()
    indexer = indexer_over(collection, store, Bounded(0))
    reports = asyncio.Queue[SyncReport]()
    watching = asyncio.create_task(watch(indexer, stop, reports.put_nowait, undone=[NAME]))
    for number in range(CHANGES):
        await reports.get()  # nothing is under way
        word = f"changedword{number}"
        (collection.root / "changed.md").write_text(f"# Changed\n\nNow it says {word}.\n", encoding="utf-8")
        written = time.perf_counter()
        async with asyncio.timeout(BOUND_SECONDS):
            while not await store.vocabulary(word):  # noqa: ASYNC110 - as somebody who searches again and again
                await asyncio.sleep(LOOK_SECONDS)
        milliseconds.append((time.perf_counter() - written) * 1_000)
    stop.set()
    await watching
    times = Times(milliseconds=milliseconds)
    return [{"what": "searchable by words", "p50 ms": times.p50, "p95 ms": times.p95, "most ms": max(milliseconds)}]


async def vector_rows(store: SqliteStore) -> list[Row]:
    """The first batches of phase two, beside the network alone with the same texts ready in its memory."""
    embedder = Bounded(EMBEDDED)
    await embedder.embed_query("ready")  # the network is loaded at its first use
    with spending() as ours:
        await VectorFiller(store, embedder).fill(lambda done, total: None)
    embedder.close()
    bare, tokens = bare_network(embedder.texts)
    return [
        _speed("embed and store", ours, tokens, texts=len(embedder.texts), limit=bare),
        _speed("bare network", bare, tokens, texts=len(embedder.texts), limit=bare),
    ]


def bare_network(texts: Sequence[str]) -> tuple[Spent, int]:
    """What the processors can do: nothing but calls of the network, one text each, on all of them; and the tokens."""
    files = find_files()
    session, tokenizer = open_session(files.network), load_tokenizer(files.tokenizer)
    tokenizer.enable_truncation(MAX_TOKENS)
    encoded = sorted(tokenizer.encode_batch(list(texts)), key=lambda each: -len(each.ids))
    inputs = [
        {name: np.array([ids], dtype=np.int64) for name, ids in zip(INPUTS, columns, strict=True)}
        for columns in ((each.ids, each.attention_mask, each.type_ids) for each in encoded)
    ]
    with ThreadPoolExecutor(usable_cpus()) as threads, spending() as spent:
        list(threads.map(lambda each: session.run(None, each), inputs))
    return spent, sum(len(each.ids) for each in encoded)


def indexer_over(collection: Collection, store: SqliteStore, embedder: Embedder) -> Indexer:
    """Default settings over one folder."""
    return Indexer(Library(collections=(collection,)), store, embedder, chunking=ChunkingOptions())


def _speed(work: str, spent: Spent, tokens: int, *, texts: int, limit: Spent) -> Row:
    return {
        "work": work,
        "texts/s": texts / spent.wall,
        "tokens/s": tokens / spent.wall,
        "tokens/CPU s": tokens / spent.cpu,
        "processors used": spent.cpu / spent.wall,
        "x bare network": limit.wall / spent.wall,
    }
