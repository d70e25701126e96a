"""The whole search over many chunks, from typed words to previews, alone and with many people at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import closing
from functools import partial

from knowledge.errors import KnowledgeError
from knowledge.retrieval import Depths
from knowledge.retrieval.fusion import RRF_CONSTANT
from knowledge.text import search_terms
from tests.bench.clouds import COLLECTIONS
from tests.bench.crowds import crowd
from tests.bench.finding import TOP, HashedVectors, OpenCrowd, opened
from tests.bench.options import Options
from tests.bench.peers import PlainIndex
from tests.bench.table import Row, Table
from tests.bench.timing import Times, Work, in_turns

SIZES = (1_000, 10_000, 100_000)
QUESTIONS, ROUNDS = 100, 2
PEOPLE = (1, 8, 32)
QUESTIONS_EACH = 12
HYBRID = "footnote, hybrid"
DEPTHS = Depths()


async def run(options: Options) -> list[Table]:
    """A table for each size, and one of people at once for the largest."""
    tables: list[Table] = []
    source = options.source if options.notes else "invented words"
    for size in SIZES:
        made = await crowd(size, options.notes, questions=options.questions or QUESTIONS)
        async with opened(made.database) as ours:
            with closing(PlainIndex(made.database)) as plain:
                times = await in_turns(ways(ours, plain), made.questions, rounds=ROUNDS)
            note = f"{size:,} chunks of {source}, {len(made.questions)} questions of six words; vectors are given."
            tables.append(Table(title=f"hybrid: {size:,}", note=note, rows=rows(times)))
            if size == SIZES[-1]:
                crowded = [await at_once(ours, made.questions, people) for people in PEOPLE]
                note = f"The same {size:,} chunks; each person asks {QUESTIONS_EACH} questions, one after the other."
                tables.append(Table(title="hybrid: people at once", note=note, rows=crowded))
    return tables


def ways(ours: OpenCrowd, plain: PlainIndex) -> dict[str, Work]:
    """Footnote's searches, and the two plain queries of SQLite that they come from, fused."""
    embedder = HashedVectors()

    async def sqlite(question: str) -> object:
        vector = await embedder.embed_query(question)
        lists = plain.sqlite_vec(vector, DEPTHS.dense), plain.fts5(search_terms(question), DEPTHS.lexical)
        scores: dict[int, float] = {}
        for found in lists:
            for rank, chunk_id in enumerate(found, start=1):
                scores[chunk_id] = scores.get(chunk_id, 0) + 1 / (RRF_CONSTANT + rank)
        return sorted(scores, key=lambda chunk_id: -scores[chunk_id])[:TOP]

    return {
        HYBRID: ours.search,
        "footnote, hybrid, half the notes": partial(ours.search, collections=COLLECTIONS[:1]),
        "footnote, lexical": partial(ours.search, mode="lexical"),
        "footnote, dense": partial(ours.search, mode="dense"),
        "sqlite-vec and FTS5, fused": sqlite,
    }


def rows(times: dict[str, Times]) -> list[Row]:
    """One row a way, each compared with the hybrid search."""
    return [
        {
            "search": name,
            "p50 ms": each.p50,
            "p95 ms": each.p95,
            "p99 ms": each.p99,
            "CPU ms": each.cpu,
            "this / hybrid": each.p50 / times[HYBRID].p50,
        }
        for name, each in times.items()
    ]


async def at_once(ours: OpenCrowd, questions: Sequence[str], people: int) -> Row:
    """So many people, each with the next question as soon as the last one is answered."""
    taken: list[float] = []
    failed = 0

    async def person(number: int) -> None:
        nonlocal failed
        for turn in range(QUESTIONS_EACH):
            question = questions[(number * QUESTIONS_EACH + turn) % len(questions)]
            started = time.perf_counter()
            try:
                found = await ours.search(question)
            except KnowledgeError:
                failed += 1
            else:
                failed += not found.hits
            taken.append((time.perf_counter() - started) * 1_000)

    started = time.perf_counter()
    await asyncio.gather(*map(person, range(people)))
    seconds = time.perf_counter() - started
    each = Times(milliseconds=taken)
    return {
        "people": f"{people} at once",
        "searches/s": len(taken) / seconds,
        "p50 ms": each.p50,
        "p95 ms": each.p95,
        "p99 ms": each.p99,
        "failed": failed,
    }
