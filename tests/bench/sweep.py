"""How the weights of the fusion were chosen: each of them changed, on every labelled set, question by question.

The lists of a question are collected once; only how they are fused differs.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace

from knowledge.collections import Library
from knowledge.embedding.cached import CachedEmbedder
from knowledge.embedding.local import LocalEmbedder
from knowledge.evaluation import Dataset, benchmark_ranking
from knowledge.evaluation.bootstrap import estimate_mean
from knowledge.evaluation.metrics import mean, ndcg
from knowledge.ports import Embedder, Store
from knowledge.retrieval import Depths, Finder, Found, Pipeline, Weights
from knowledge.retrieval.weights import NOTES
from knowledge.types import Query
from tests.bench.notes import indexed, kept
from tests.bench.options import Options
from tests.bench.sets import LabelledSet, find_sets
from tests.bench.table import Row, Table

K = 10
CHANGES: Mapping[str, Weights] = {
    "vectors 0.8": Weights(dense=0.8),
    "vectors 1.2": Weights(dense=1.2),
    "vectors 1.5": Weights(dense=1.5),
    "no vectors": Weights(dense=0.0),
    "keywords 0.8": Weights(lexical=0.8),
    "keywords 1.2": Weights(lexical=1.2),
    "whole notes 0": Weights(notes=0.0),
    "whole notes 0.6": Weights(notes=0.6),
    "whole notes 1": Weights(notes=1.0),
    "20 whole notes": Weights(depths=Depths(notes=20)),
    "10 whole notes": Weights(depths=Depths(notes=10)),
    "first place 0": Weights(first=0.0),
    "first place 0.07": Weights(first=0.07),
    "constant 20": Weights(constant=20),
    "constant 100": Weights(constant=100),
    "as it was before": Weights(notes=0.6, first=0.0, depths=Depths(notes=20)),
    "alpha 0.3": Weights(fusion="alpha", alpha=0.3),
    "alpha 0.5": Weights(fusion="alpha", alpha=0.5),
    "alpha 0.7": Weights(fusion="alpha", alpha=0.7),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A question's lists and the grade of each relevant note, by path."""

    found: Found
    grades: Mapping[str, int]

    def gain(self, weights: Weights) -> float:
        """nDCG@10 with these weights."""
        notes = reweighted(self.found, weights).notes(K)
        return ndcg([note.ref.path for note in notes], self.grades, K)


async def run(options: Options) -> list[Table]:
    """One table: a row for each change and set."""
    note = "Not measured: name a folder of labelled sets, `scripts/bench sweep FOLDER`."
    if options.data is None:
        return [Table(title="sweep", note=note, rows=[])]
    rows: list[Row] = []
    for labelled in find_sets(options.data):
        async with searching(labelled) as finder:
            paths = {} if labelled.notes else paths_of(labelled.dataset)
            for part in labelled.parts(options.questions):
                rows += compared(part.name, await judged(part, paths, finder))
    about = (
        f"nDCG@{K} against the weights as they are, over the same questions: the mean difference and its 95 % "
        "interval (paired bootstrap). Lists are collected once."
    )
    order = list(CHANGES)
    return [Table(title="sweep", note=about, rows=sorted(rows, key=lambda each: order.index(str(each["change"]))))]


def compared(name: str, questions: Sequence[Judged]) -> list[Row]:
    """One row a change."""
    gains = [question.gain(Weights()) for question in questions]
    return [row(change, name, questions, gains, weights) for change, weights in CHANGES.items()] if questions else []


def row(change: str, name: str, questions: Sequence[Judged], gains: Sequence[float], weights: Weights) -> Row:
    """What a change does to a set."""
    changed = [question.gain(weights) for question in questions]
    differences = [after - before for after, before in zip(changed, gains, strict=True)]
    interval = estimate_mean(differences)
    return {
        "change": change,
        "set": name,
        "questions": len(questions),
        f"ndcg@{K}": mean(changed),
        "difference": interval.value,
        "from": interval.low,
        "to": interval.high,
        "better": sum(difference > 0 for difference in differences),
        "worse": sum(difference < 0 for difference in differences),
    }


def reweighted(found: Found, weights: Weights) -> Found:
    """The same lists as if they had been searched with these weights."""
    says = weights.scaled(dense=found.reading.vectors).says()
    deep = {NOTES: weights.depths.notes}
    lists = tuple(
        replace(
            each,
            candidates=each.candidates[: deep.get(each.source)],
            weight=say.weight,
            first=say.first,
            by_score=say.by_score,
        )
        for each in found.lists
        if (say := says.get(each.source))
    )
    return replace(found, lists=lists, constant=weights.constant)


async def judged(part: Dataset, paths: Mapping[str, str], finder: Finder) -> list[Judged]:
    """The answerable questions of a part, each searched once."""
    return [
        Judged(
            found=await finder.find(Query(text=query.text), limit=K),
            grades={paths.get(name, name): grade for name, grade in query.relevant.items()},
        )
        for query in part.queries
        if query.relevant
    ]


def paths_of(dataset: Dataset) -> dict[str, str]:
    """The note of each text of the set's own corpus, which is named by its place there."""
    return {document.id: f"{place:07}.md" for place, document in enumerate(dataset.corpus or ())}


@asynccontextmanager
async def searching(labelled: LabelledSet) -> AsyncIterator[Finder]:
    """The search over a set's own texts or notes."""
    if labelled.notes is not None:
        async with indexed(labelled.notes, include=labelled.include) as notes:
            yield notes.knowledge.pipeline
        return
    made: list[Finder] = []

    def kept_aside(library: Library, store: Store, embedder: Embedder) -> Finder:
        made.append(Pipeline(library, store, embedder))
        return made[0]

    async with AsyncExitStack() as stack:
        local = LocalEmbedder()
        stack.callback(local.close)
        ranking = benchmark_ranking(
            labelled.dataset, CachedEmbedder(local), mode="hybrid", cache=kept(), finder=kept_aside
        )
        await stack.enter_async_context(ranking)
        yield made[0]
