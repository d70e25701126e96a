"""Whether what the notes do not answer is told from what they do: three degrees, and the area under the curve.

An answerable question becomes an unanswerable one where the notes that answer it are left out of the search.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from bot.compose import answerer_of, chunking_of, cross_encoder_of
from config.settings import Settings
from knowledge.base import KnowledgeBase
from knowledge.collections import Library
from knowledge.embedding.cached import CachedEmbedder
from knowledge.embedding.local import LocalEmbedder
from knowledge.evaluation import Dataset, LabelledQuery, benchmark_ranking
from knowledge.evaluation.metrics import mean, roc_auc
from knowledge.indexing import Indexer
from knowledge.ports import Embedder, Reranker, Store
from knowledge.retrieval import Finder, Found, Pipeline
from knowledge.traces import Asked, Step, Text, Trace, recorded
from knowledge.types import OPERATOR, Candidate, Confidence, Query
from tests.bench.notes import indexed, kept, settings_over
from tests.bench.options import Options, sample_notes
from tests.bench.sets import LabelledSet, find_sets
from tests.bench.table import Row, Table

QUESTIONS = 150  # of each part of a set, unless told otherwise
DEGREES: tuple[Confidence, ...] = ("none", "weak", "strong")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What the gate said about one question: the degree, and the score that it was made from."""

    degree: Confidence
    score: float


async def run(options: Options) -> list[Table]:
    """One table: a row for each part of a set, and one for all questions whose notes were taken away."""
    if options.data is None:
        note = "Not measured: name a folder of labelled sets, `scripts/bench refusal FOLDER`."
        return [Table(title="refusal", note=note, rows=[])]
    rows: list[Row] = []
    answerable: list[Judged] = []
    unanswerable: list[Judged] = []
    for labelled in find_sets(options.data):
        async for name, there, gone in measured(labelled, options.questions or QUESTIONS):
            rows.append(row_of(name, there, gone))
            if name.endswith(TAKEN_AWAY):
                answerable += there
                unanswerable += gone
    rows.append(row_of(f"all{TAKEN_AWAY}", answerable, unanswerable))
    note = (
        "Shares of questions by the degree of the extractive answer. “Taken away”: the same questions, asked again "
        "with the notes that answer them left out of the search."
    )
    return [Table(title="refusal", note=note, rows=rows)]


TAKEN_AWAY = ", answer taken away"


async def measured(labelled: LabelledSet, most: int) -> AsyncIterator[tuple[str, Sequence[Judged], Sequence[Judged]]]:
    """Name, answerable and unanswerable questions of each part, by its own labels and with answers taken away."""
    async with opened(labelled) as notes:
        for part in labelled.parts(most):
            answerable = [query for query in part.queries if query.relevant]
            there = [await notes.judged(query) for query in answerable]
            own = [await notes.judged(query) for query in part.queries if not query.relevant]
            if own:
                yield part.name, there, own
            yield f"{part.name}{TAKEN_AWAY}", there, [await notes.judged(query, hidden=True) for query in answerable]


def row_of(name: str, answerable: Sequence[Judged], unanswerable: Sequence[Judged]) -> Row:
    """The area with its interval, and the shares of the degrees."""
    area = roc_auc([one.score for one in answerable], [one.score for one in unanswerable])
    kinds = {"answerable": answerable, "unanswerable": unanswerable}
    return {
        "set": name,
        "answerable": len(answerable),
        "unanswerable": len(unanswerable),
        "AUC": area.value,
        "AUC low": area.low,
        "AUC high": area.high,
        **{
            f"{degree}, {kind}": mean(one.degree == degree for one in judged)
            for kind, judged in kinds.items()
            for degree in DEGREES
        },
    }


@dataclass(frozen=True, kw_only=True)
class OpenSet:
    """A set's notes as a knowledge base. `ids` turns a note's path into the id that judgements use."""

    knowledge: KnowledgeBase
    ids: Mapping[str, str] = field(default_factory=dict)
    twins: Mapping[str, Collection[str]] = field(default_factory=dict)  # other notes that answer a question as well

    async def judged(self, query: LabelledQuery, *, hidden: bool = False) -> Judged:
        """Ask; `hidden`: as if the notes that answer did not exist."""
        answering = {*query.relevant, *self.twins.get(query.id, ())}
        whole = self.knowledge.pipeline
        if hidden:
            self.knowledge.pipeline = Without(whole, lambda path: self.ids.get(path, path) in answering)
        heard = Heard()
        try:
            with recorded(Asked(kind="ask", text=Text(query.text)), heard):
                answer = await self.knowledge.ask(Query(text=query.text, viewer=OPERATOR))
        finally:
            self.knowledge.pipeline = whole
        return Judged(degree=answer.confidence, score=heard.figure("gate_score"))


class Without:
    """A search that passes over some notes."""

    def __init__(self, pipeline: Finder, hides: Any) -> None:
        self._pipeline = pipeline
        self._hides = hides

    async def find(self, *args: Any, **options: Any) -> Found:
        found = await self._pipeline.find(*args, **options)
        return replace(found, lists=tuple(replace(one, candidates=self._left(one.candidates)) for one in found.lists))

    def _left(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        return [each for each in candidates if not self._hides(each.chunk.ref.path)]


class Heard:
    """A sink for one trace."""

    def __init__(self) -> None:
        self._trace: Trace | None = None

    def keep(self, trace: Trace) -> None:
        self._trace = trace

    def figure(self, name: str) -> float:
        """The figure of that name, whichever stage noted it."""
        assert self._trace
        return next(step.figures[name] for step in steps(self._trace.root) if name in step.figures)


def steps(step: Step) -> list[Step]:
    """The stage and all inside it."""
    return [step, *(inner for one in step.steps for inner in steps(one))]


@asynccontextmanager
async def opened(labelled: LabelledSet) -> AsyncIterator[OpenSet]:
    """The set's notes, or its corpus as notes, with default settings."""
    if labelled.notes is not None:
        async with indexed(labelled.notes, include=labelled.include) as notes:
            yield OpenSet(knowledge=notes.knowledge)
        return
    async with AsyncExitStack() as stack:
        local = LocalEmbedder()
        stack.callback(local.close)
        made: list[KnowledgeBase] = []
        settings = settings_over(sample_notes(), kept() / "refusal")
        cross_encoder = cross_encoder_of(settings, stack)

        def finder(library: Library, store: Store, embedder: Embedder) -> Finder:
            made.append(knowledge_over(settings, library, store, embedder, cross_encoder))
            return made[0].pipeline

        ranking = benchmark_ranking(
            labelled.dataset, CachedEmbedder(local), mode="hybrid", cache=kept(), finder=finder
        )
        await stack.enter_async_context(ranking)
        yield OpenSet(knowledge=made[0], ids=ids_of(labelled.dataset), twins=labelled.twins)


def knowledge_over(
    settings: Settings, library: Library, store: Store, embedder: Embedder, cross_encoder: Reranker | None
) -> KnowledgeBase:
    """What the bot would have over such an index."""
    return KnowledgeBase(
        library=library,
        store=store,
        embedder=embedder,
        pipeline=Pipeline(library, store, embedder),
        answerer=answerer_of(settings, library, store, embedder, None, cross_encoder=cross_encoder),
        indexer=Indexer(library, store, embedder, chunking=chunking_of(settings)),
    )


def ids_of(dataset: Dataset) -> dict[str, str]:
    """Path to id of a corpus written as notes."""
    return {f"{number:07}.md": document.id for number, document in enumerate(dataset.corpus or ())}
