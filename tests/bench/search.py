"""How long a warm search takes, beside the plain query of each library below it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from knowledge.embedding.local import LocalEmbedder
from knowledge.evaluation.metrics import mean
from knowledge.retrieval import Depths, Finder, Mode
from knowledge.text import search_terms
from knowledge.types import Candidate, Query
from tests.bench.notes import OpenNotes, indexed
from tests.bench.options import Options
from tests.bench.peers import PlainIndex, RankBM25, agreement
from tests.bench.questions import questions_for
from tests.bench.table import Table
from tests.bench.timing import Times, Work, in_turns

QUESTIONS = 100  # fewer than the vectors of questions that Footnote keeps: none is embedded twice
ROUNDS = 5
TOP = 10
HYBRID = "footnote, hybrid"
LIST = "lexical"
DEPTHS = Depths()


async def run(options: Options) -> list[Table]:
    """Times, and whether keywords come in rank-bm25's order."""
    async with indexed(options.folder) as notes:
        with closing(PlainIndex(notes.database)) as plain:
            questions = questions_for(options, QUESTIONS)
            peer = RankBM25(plain.terms())
            times = await in_turns(await ways(notes, plain, peer, questions), questions, rounds=ROUNDS)
            embedding = await embedding_times(questions)
            same = await same_order(notes.knowledge.pipeline, peer, questions)
        chunks = sum(one.chunks for one in (await notes.knowledge.status()).collections)
    note = (
        f"{len(questions)} questions, {ROUNDS} times each, over {chunks:,} chunks of {options.source}; "
        "questions are embedded beforehand."
    )
    order = f"The ten best chunks by keywords against rank-bm25's over all {chunks:,} chunks; equal scores may swap."
    return [
        Table(title="search", note=note, rows=rows(times | {"embedding of a question": embedding})),
        Table(title="search: same order", note=order, rows=[{"list": "footnote, keywords", "same top 10": same}]),
    ]


def rows(times: dict[str, Times]) -> list[dict[str, str | float]]:
    """One row a way, each compared with the hybrid search."""
    ours = times[HYBRID].p50
    return [
        {"search": name, "p50 ms": each.p50, "p95 ms": each.p95, "hybrid / this": ours / each.p50}
        for name, each in times.items()
    ]


async def ways(notes: OpenNotes, plain: PlainIndex, peer: RankBM25, questions: Sequence[str]) -> dict[str, Work]:
    """Footnote's searches as people call them, and the peers'."""
    embedder = LocalEmbedder()
    vectors = {question: await embedder.embed_query(question) for question in questions}
    embedder.close()

    def footnote(mode: Mode) -> Work:
        return lambda question: notes.knowledge.search(Query(text=question), limit=TOP, mode=mode, strict=True)

    async def rank_bm25(question: str) -> object:
        return peer.best(search_terms(question), TOP)

    async def fts5(question: str) -> object:
        return plain.fts5(search_terms(question), DEPTHS.lexical)

    async def sqlite_vec(question: str) -> object:
        return plain.sqlite_vec(vectors[question], DEPTHS.dense)

    return {
        HYBRID: footnote("hybrid"),
        "footnote, lexical": footnote("lexical"),
        "footnote, dense": footnote("dense"),
        "rank-bm25 over all chunks": rank_bm25,
        f"FTS5 ORDER BY rank, top {DEPTHS.lexical}": fts5,
        f"sqlite-vec, top {DEPTHS.dense}": sqlite_vec,
    }


async def embedding_times(questions: Sequence[str]) -> Times:
    """What the searches above leave out: each question embedded anew."""
    embedder = LocalEmbedder()
    times = await in_turns({"embed": embedder.embed_query}, questions)
    embedder.close()
    return times["embed"]


async def same_order(pipeline: Finder, peer: RankBM25, questions: Sequence[str]) -> float:
    """The mean agreement of our ten best chunks with rank-bm25's over everything."""
    shares = []
    for question in questions:
        found = await pipeline.find(Query(text=question), limit=TOP, mode="lexical")
        shares.append(agreement(by_chunk(found.candidates), peer.by_id(search_terms(question)), TOP))
    return mean(shares)


def by_chunk(candidates: Sequence[Candidate]) -> list[int]:
    """Chunk ids in the order of the keyword list alone, before other lists and notes move them."""
    ranks = {
        one.rank: candidate.chunk.id
        for candidate in candidates
        for one in candidate.contributions
        if one.source == LIST
    }
    return [ranks[rank] for rank in sorted(ranks)]
