"""The same labelled questions in SQLite and in PostgreSQL, into which the index was migrated."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from knowledge.collections import Collection, Library
from knowledge.embedding.cached import CachedEmbedder
from knowledge.embedding.local import LocalEmbedder
from knowledge.evaluation import Dataset, benchmark_ranking, evaluate, ranking_of
from knowledge.evaluation.runner import Rank
from knowledge.ports import Embedder, Store
from knowledge.retrieval import Mode, Pipeline
from knowledge.retrieval.found import Found
from knowledge.store import SqliteStore
from knowledge.store.postgres import PostgresStore
from knowledge.text import readings
from knowledge.transfer import migrate
from knowledge.types import ChunkPlace, Query, Scope
from tests.bench.nearest import FIRST, TOP, recall
from tests.bench.notes import COLLECTION, indexed, kept
from tests.bench.options import Options
from tests.bench.sets import LabelledSet, find_sets
from tests.bench.table import Row, Table
from tests.postgres import PostgresServer, postgres_server

_NOTE = (
    "SQLite's index, migrated into PostgreSQL. Same first 10: the share of questions with the same chunks, in the "
    f"same order. Recall of the nearest {TOP} by every product. Server: without vectors in memory."
)


class Either:
    """A search over the file, or over the server."""

    def __init__(self, library: Library, file: Store, server: Store, embedder: Embedder) -> None:
        self.library = library
        self.file, self.server, self.embedder = file, server, embedder
        self.over_file = Pipeline(library, file, embedder)
        self.over_server = Pipeline(library, server, embedder)
        self.now = self.over_file

    async def find(self, query: Query, **options: Any) -> Found:
        """What the engine finds whose turn it is."""
        return await self.now.find(query, **options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """Both engines over one set, their ranking of notes, and the server without vectors in memory."""

    either: Either
    rank: Rank
    alone: Store


async def run(options: Options) -> list[Table]:
    """One row for each set below the data folder, and each of its languages."""
    if options.data is None:
        note = "Not measured: name a folder of labelled sets, `scripts/bench engines FOLDER`."
        return [Table(title="engines", note=note, rows=[])]
    rows: list[Row] = []
    with postgres_server() as server:
        for labelled in find_sets(options.data):
            async with opened(labelled, server) as both:
                rows += [await row_of(both, part) for part in labelled.parts(options.questions)]
    return [Table(title="engines", note=_NOTE, rows=rows)]


@asynccontextmanager
async def opened(labelled: LabelledSet, server: PostgresServer) -> AsyncIterator[Opened]:
    """One set in a file, and in the server that the file was migrated into."""
    async with AsyncExitStack() as stack:
        local = LocalEmbedder()
        stack.callback(local.close)
        url, embedder = server.new_database(), CachedEmbedder(local)
        target = await PostgresStore.open(url, readings=readings)
        stack.push_async_callback(target.close)
        found: list[Either] = []

        def made(library: Library, store: Store, embedder: Embedder) -> Either:
            found.append(Either(library, store, target, embedder))
            return found[0]

        if labelled.notes is None:
            rank = await stack.enter_async_context(
                benchmark_ranking(labelled.dataset, embedder, mode="hybrid", cache=kept(), finder=made)
            )
        else:
            notes = await stack.enter_async_context(indexed(labelled.notes, include=labelled.include))
            store = await SqliteStore.open(notes.database, readings=readings)
            stack.push_async_callback(store.close)
            library = Library(collections=(Collection(name=COLLECTION, root=labelled.notes),))
            rank = ranking_of(made(library, store, embedder), "hybrid")
        await migrate(found[0].file, target)
        alone = await PostgresStore.open(url, readings=readings, read_only=True, vector_memory_bytes=0)
        stack.push_async_callback(alone.close)
        yield Opened(either=found[0], rank=rank, alone=alone)


async def row_of(both: Opened, dataset: Dataset) -> Row:
    """One set, or one language of it."""
    either, questions = both.either, [query.text for query in dataset.queries]
    scores = {}
    for name, pipeline in (("SQLite", either.over_file), ("PostgreSQL", either.over_server)):
        either.now = pipeline
        scores[name] = (await evaluate(dataset, both.rank, mode="hybrid")).scores["ndcg@10"]
    right = await nearest_by_products(either, questions)
    return {
        "set": dataset.name,
        "chunks": sum(one.chunks for one in (await either.file.status()).collections),
        "questions": len(questions),
        "same first 10, keywords": await same_first(either, questions, "lexical"),
        "same first 10, hybrid": await same_first(either, questions, "hybrid"),
        **{f"nDCG@10, {name}": score for name, score in scores.items()},
        "nDCG@10, difference": abs(scores["SQLite"] - scores["PostgreSQL"]),
        f"recall@{TOP}": recall(await nearest(either, either.server, questions), right),
        f"recall@{TOP}, server": recall(await nearest(either, both.alone, questions), right),
    }


async def same_first(either: Either, questions: Sequence[str], mode: Mode) -> float:
    """The share of questions for which both engines give the same chunks first."""
    same = 0
    for question in questions:
        firsts = []
        for pipeline in (either.over_file, either.over_server):
            found = await pipeline.find(Query(text=question), limit=FIRST, mode=mode, strict=True)
            firsts.append([(one.chunk.ref, one.chunk.position) for one in found.candidates[:FIRST]])
        same += firsts[0] == firsts[1]
    return same / len(questions)


async def nearest(either: Either, store: Store, questions: Sequence[str]) -> list[list[int]]:
    """The nearest chunks of each question, by their ids in the file."""
    scope = Scope(collections=tuple(one.name for one in either.library.collections))
    numbers = await _numbers(either.file, scope)
    found = []
    for question in questions:
        ids = [one for one, _ in await store.nearest(await either.embedder.embed_query(question), scope, TOP)]
        found.append([numbers[_place(place)] for place in await store.places(ids)])
    return found


async def nearest_by_products(either: Either, questions: Sequence[str]) -> list[list[int]]:
    """The same, by every product."""
    names = [one.name for one in either.library.collections]
    whole = await either.file.snapshot(names)
    ids = [whole.chunks[at].id for at in whole.embedded.tolist()]
    vectors = [await either.embedder.embed_query(question) for question in questions]
    products = np.array(vectors) @ whole.vectors.T
    return [[ids[at] for at in np.argsort(-each, kind="stable")[:TOP].tolist()] for each in products]


async def _numbers(file: Store, scope: Scope) -> dict[tuple[Any, int], int]:
    """The file's chunks by where they are."""
    whole = await file.snapshot(scope.collections)
    return {(chunk.ref, chunk.position): chunk.id for chunk in whole.chunks}


def _place(place: ChunkPlace) -> tuple[Any, int]:
    return place.ref, place.position
