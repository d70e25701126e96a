"""How well the right notes are found and cited, on every labelled set below a folder, beside plain rank-bm25."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from knowledge.embedding.cached import CachedEmbedder
from knowledge.embedding.local import LocalEmbedder
from knowledge.evaluation import DEPTH, Answering, Dataset, Report, benchmark_ranking, evaluate, ranking_of
from knowledge.evaluation.metrics import roc_auc
from knowledge.evaluation.runner import Ask, Rank
from knowledge.retrieval import Mode
from knowledge.types import OPERATOR, Answer, Confidence, NoteRef, Query
from tests.bench.citations import judge_citations, lines_of
from tests.bench.notes import indexed, kept
from tests.bench.options import Options
from tests.bench.peers import RankBM25
from tests.bench.sets import LabelledSet, find_sets
from tests.bench.table import Row, Table

MODES: tuple[Mode, ...] = ("lexical", "dense", "hybrid")
PEER = "rank-bm25"
SCORES = ("ndcg@10", "recall@10", "recall@100", "mrr@10", "hit@1", "hit@5", "hit@10")
DEGREES: tuple[Confidence, ...] = ("none", "weak", "strong")
WORD = re.compile(r"\w+")


async def run(options: Options) -> list[Table]:
    """One table of rankings and, where answers are judged, one of answers."""
    if options.data is None:
        note = "Not measured: name a folder of labelled sets, `scripts/bench quality FOLDER`."
        return [Table(title="quality", note=note, rows=[])]
    rankings: list[Row] = []
    answers: list[Row] = []
    for labelled in find_sets(options.data):
        async for found, answered in measured(labelled, options.questions):
            rankings += found
            answers += answered
    about = "Hits count a note as found by its best chunk. The peer ranks whole notes by their lower-case words."
    said = "Extractive answers; shares of questions, and of quotations for the last column."
    return [
        Table(title="quality", note=about, rows=rankings),
        Table(title="quality: answers", note=said, rows=answers),
    ]


async def measured(labelled: LabelledSet, most: int | None) -> AsyncIterator[tuple[list[Row], list[Row]]]:
    """Rows of each part of a set: its languages, or all of it."""
    async with opened(labelled) as (rankings, ask):
        for dataset in labelled.parts(most):
            reports = {mode: await evaluate(dataset, rank, mode=mode) for mode, rank in rankings.items()}
            bare = reports[PEER].scores["ndcg@10"]
            found = [ranking_row(report, bare) for report in reports.values()]
            yield found, [await answers_row(labelled, dataset, rankings["hybrid"], ask)] if ask else []


@asynccontextmanager
async def opened(labelled: LabelledSet) -> AsyncIterator[tuple[Mapping[str, Rank], Ask | None]]:
    """Every mode's ranking, and how to ask where answers are judged."""
    peer = plain_ranking(labelled.texts())
    if labelled.notes is None:
        async with beir_rankings(labelled.dataset) as rankings:
            yield {PEER: peer, **rankings}, None
        return
    async with indexed(labelled.notes, include=labelled.include) as notes:
        knowledge = notes.knowledge

        async def ask(question: str) -> Answer:
            return await knowledge.ask(Query(text=question, viewer=OPERATOR))

        yield {PEER: peer, **{mode: ranking_of(knowledge.pipeline, mode) for mode in MODES}}, ask


@asynccontextmanager
async def beir_rankings(dataset: Dataset) -> AsyncIterator[Mapping[str, Rank]]:
    """The set's own corpus in one index, which every mode searches."""
    async with AsyncExitStack() as stack:
        local = LocalEmbedder()
        stack.callback(local.close)
        embedder = CachedEmbedder(local)
        rankings = {
            mode: await stack.enter_async_context(benchmark_ranking(dataset, embedder, mode=mode, cache=kept()))
            for mode in reversed(MODES)  # vectors first: keywords alone would leave them for later
        }
        yield {mode: rankings[mode] for mode in MODES}


def plain_ranking(texts: Mapping[str, str]) -> Rank:
    """Whole notes by rank-bm25, words as they stand: neither stems nor chunks nor meaning."""
    names = list(texts)
    peer = RankBM25({number: words(texts[name]) for number, name in enumerate(names)})

    async def rank(question: str) -> Sequence[str]:
        return [names[number] for number in peer.best(words(question), DEPTH)]

    return rank


def words(text: str) -> list[str]:
    """Runs of letters and digits, in lower case."""
    return WORD.findall(text.lower())


def ranking_row(report: Report, bare: float) -> Row:
    """One mode on one set."""
    ndcg = report.scores["ndcg@10"]
    return {
        "set": report.dataset,
        "mode": report.mode,
        "questions": report.queries,
        **{name: report.scores[name] for name in SCORES},
        "nDCG x peer": ndcg / bare if bare else None,
    }


async def answers_row(labelled: LabelledSet, dataset: Dataset, rank: Rank, ask: Ask) -> Row:
    """Refusals and citations; None where the set has no questions of that kind."""
    answers: dict[str, Answer] = {}

    async def remembered(question: str) -> Answer:
        answers[question] = await ask(question)
        return answers[question]

    def text(ref: NoteRef) -> str:
        return "\n".join(lines_of((labelled.root / ref.path).read_text(encoding="utf-8-sig", errors="replace")))

    answering = Answering(ask=remembered, read=text)
    report = await evaluate(replace(dataset, corpus=None), rank, mode="hybrid", answering=answering)
    quality = report.answers
    assert quality is not None
    by_id = {query.id: answers[query.text] for query in dataset.queries}
    expected = {key: pieces for key, pieces in labelled.evidence.items() if key in by_id}
    cited = judge_citations(by_id, expected)
    unanswerable = [query for query in dataset.queries if not query.relevant]
    return {
        "set": dataset.name,
        "questions": report.queries,
        "refused, unanswerable": quality.refused_unanswerable if unanswerable else None,
        "refused, answerable": quality.refused_answerable,
        "weak, unanswerable": quality.unanswerable["weak"] if unanswerable else None,
        "weak, answerable": quality.answerable["weak"],
        **degree_area(by_id, dataset),
        "citations of a right note": quality.citation_relevant,
        "evidence in a cited span": cited.whole if cited.questions else None,
        "evidence touched": cited.touched if cited.questions else None,
        "with evidence": cited.questions,
        "quotes verbatim": quality.citation_correct,
    }


def degree_area(answers: Mapping[str, Answer], dataset: Dataset) -> Row:
    """How well the three degrees of confidence tell the two kinds of questions apart, with its interval."""
    degrees: dict[bool, list[int]] = {True: [], False: []}
    for query in dataset.queries:
        degrees[bool(query.relevant)].append(DEGREES.index(answers[query.id].confidence))
    if not all(degrees.values()):
        return {"degree AUC": None, "AUC from": None, "AUC to": None}
    area = roc_auc(degrees[True], degrees[False])
    return {"degree AUC": area.value, "AUC from": area.low, "AUC to": area.high}
