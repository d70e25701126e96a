"""The best of many chunks for a few words: Footnote beside rank-bm25 over all, FTS5, and others where installed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from knowledge.evaluation.metrics import mean
from knowledge.retrieval import Depths
from knowledge.text import search_terms
from tests.bench.crowds import Crowd, crowd
from tests.bench.finding import TOP, OpenCrowd, opened
from tests.bench.footprint import KEYWORDS, grown
from tests.bench.keyword_peers import RANK_BM25, Corpus, Peer, peers
from tests.bench.options import Options
from tests.bench.peers import PlainIndex, RankBM25, agreement
from tests.bench.table import Row, Table
from tests.bench.timing import Times, Work, in_turns

SIZES = (1_000, 10_000, 100_000)
LARGE = 1_000_000
QUESTIONS, ROUNDS = 100, 2
FTS5 = f"FTS5 ORDER BY rank, top {Depths().lexical}"
FIRST = "footnote, a question's first time"


async def run(options: Options) -> list[Table]:
    """One table for each size."""
    wanted = min(QUESTIONS, options.questions or QUESTIONS)
    tables = []
    for size in (*SIZES, LARGE) if options.large else SIZES:
        made = await crowd(size, options.notes, questions=2 * wanted)
        tables.append(await measured(made, wanted, options.source if options.notes else "invented words", size))
    return tables


async def measured(made: Crowd, wanted: int, source: str, size: int) -> Table:
    """Every way over the same chunks, in turns."""
    questions, others = made.questions[:wanted], made.questions[wanted:]
    with closing(PlainIndex(made.database)) as plain:
        built = _built(plain.terms()) if size < LARGE else {}
        async with opened(made.database, vectors=False) as ours:
            first = await first_times(ours, others, questions)
            ways = {
                KEYWORDS: ours.keywords,
                FTS5: _fts5(plain),
                **{name: _ids(each.peer) for name, each in built.items()},
            }
            times = await in_turns(ways, questions, rounds=ROUNDS)
            same = await same_share(ours, built[RANK_BM25].peer, questions) if built else None
    rows: list[Row] = [
        {
            "way": name,
            "p50 ms": each.p50,
            "p95 ms": each.p95,
            "p99 ms": each.p99,
            "CPU ms": each.cpu,
            "this / footnote": each.p50 / times[KEYWORDS].p50,
            "same top 10": same if name == KEYWORDS else None,
            "build s": built[name].seconds if name in built else None,
            "MB": grown(name, made.database, questions) if name in {KEYWORDS, *built} else None,
        }
        for name, each in (times | {FIRST: first}).items()
    ]
    note = f"{size:,} chunks of {source}, {len(questions)} questions of six words, common ones among them."
    return Table(title=f"keywords: {size:,}", note=note, rows=rows)


async def first_times(ours: OpenCrowd, others: Sequence[str], questions: Sequence[str]) -> Times:
    """Each question for the first time, after others: only words that these held too are known."""
    for question in others:
        await ours.keywords(question)
    wall, cpu = [], []
    for question in questions:
        started, worked = time.perf_counter(), time.process_time()
        await ours.keywords(question)
        wall.append((time.perf_counter() - started) * 1_000)
        cpu.append((time.process_time() - worked) * 1_000)
    return Times(milliseconds=wall, processor=cpu)


async def same_share(ours: OpenCrowd, peer: Peer, questions: Sequence[str]) -> float:
    """The share of questions whose ten best chunks are rank-bm25's; equal scores may stand for each other."""
    assert isinstance(peer, RankBM25)
    same = []
    for question in questions:
        best = [candidate.chunk.id for candidate in (await ours.keywords(question))[:TOP]]
        same.append(agreement(best, peer.by_id(search_terms(question)), TOP) == 1)
    return mean(same)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Built:
    peer: Peer
    seconds: float


def _built(corpus: Corpus) -> dict[str, _Built]:
    built = {}
    for name, make in peers().items():
        started = time.perf_counter()
        built[name] = _Built(peer=make(corpus), seconds=time.perf_counter() - started)
    return built


def _fts5(plain: PlainIndex) -> Work:
    async def search(question: str) -> object:
        return plain.fts5(search_terms(question), Depths().lexical)

    return search


def _ids(peer: Peer) -> Work:
    async def search(question: str) -> object:
        return peer.best(search_terms(question), TOP)

    return search
