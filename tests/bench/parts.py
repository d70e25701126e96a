"""Whether both answers to a question that asks two things are in the evidence: pairs of judged questions, joined."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise

from knowledge.collections import Library
from knowledge.embedding.cached import CachedEmbedder
from knowledge.embedding.local import LocalEmbedder
from knowledge.evaluation import LabelledQuery, benchmark_ranking
from knowledge.evaluation.metrics import mean
from knowledge.planning.parts import PartsByRule, parts_of
from knowledge.ports import Embedder, Store
from knowledge.retrieval import Pipeline
from knowledge.retrieval.found import Finder
from knowledge.types import Query
from tests.bench.notes import indexed, kept
from tests.bench.options import Options
from tests.bench.refusal import ids_of
from tests.bench.sets import LabelledSet, find_sets
from tests.bench.table import Row, Table

EVIDENCE = 8  # chunks, as `retrieval.limit` has it
NOTES = 10  # found for each question


@dataclass(frozen=True, kw_only=True)
class Joined:
    """Two questions as one. `answers` holds the notes that answer each."""

    text: str
    answers: tuple[frozenset[str], frozenset[str]]


async def run(options: Options) -> list[Table]:
    """One row for each set, or for each language of it, in which questions can be joined."""
    if options.data is None:
        note = "Not measured: name a folder of labelled sets, `scripts/bench parts FOLDER`."
        return [Table(title="parts", note=note, rows=[])]
    rows: list[Row] = []
    for labelled in find_sets(options.data):
        rows += [row async for row in measured(labelled, options.questions)]
    note = (
        "Shares of pairs of neighbouring questions, joined by “and” and taken apart, whose answers both stand in "
        f"the first {EVIDENCE} chunks; and the share of single questions that the rule takes apart."
    )
    return [Table(title="parts", note=note, rows=rows)]


async def measured(labelled: LabelledSet, most: int | None) -> AsyncIterator[Row]:
    """A row for each part of a set."""
    async with opened(labelled) as notes:
        for part in labelled.parts(most):
            pairs = [pair for pair in joined(part.queries) if parts_of(pair.text)]
            if pairs:
                yield {
                    "set": part.name,
                    "pairs": len(pairs),
                    "whole": mean([await notes.holds(pair, plus=False) for pair in pairs]),
                    "in turns": mean([await notes.holds(pair, plus=True) for pair in pairs]),
                    "single, taken apart": mean([bool(parts_of(query.text)) for query in part.queries]),
                }


def joined(queries: Sequence[LabelledQuery]) -> list[Joined]:
    """Each answerable question with the next one, where no note answers both."""
    asked = [query for query in queries if query.relevant]
    return [
        Joined(
            text=f"{one.text.rstrip('?. ')} and {other.text[:1].lower()}{other.text[1:]}",
            answers=(frozenset(one.relevant), frozenset(other.relevant)),
        )
        for one, other in pairwise(asked)
        if not set(one.relevant) & set(other.relevant)
    ]


@dataclass(frozen=True, kw_only=True)
class OpenSet:
    """A search that takes questions apart. `ids` turns a note's path into the id that judgements use."""

    finder: Finder
    ids: Mapping[str, str] = field(default_factory=dict)

    async def holds(self, pair: Joined, *, plus: bool) -> bool:
        """Whether the evidence holds chunks of notes that answer each of the two."""
        found = await self.finder.find(Query(text=pair.text), limit=NOTES, plus=plus)
        paths = [each.chunk.ref.path for each in found.candidates[:EVIDENCE]]
        return all(answers & {self.ids.get(path, path) for path in paths} for answers in pair.answers)


@asynccontextmanager
async def opened(labelled: LabelledSet) -> AsyncIterator[OpenSet]:
    """The set's notes, or its corpus as notes, with default settings."""
    if labelled.notes is not None:
        async with indexed(labelled.notes, include=labelled.include) as notes:
            yield OpenSet(finder=notes.knowledge.pipeline)
        return
    async with AsyncExitStack() as stack:
        local = LocalEmbedder()
        stack.callback(local.close)
        made: list[Pipeline] = []

        def finder(library: Library, store: Store, embedder: Embedder) -> Finder:
            made.append(Pipeline(library, store, embedder, expander=PartsByRule()))
            return made[0]

        ranking = benchmark_ranking(
            labelled.dataset, CachedEmbedder(local), mode="hybrid", cache=kept(), finder=finder
        )
        await stack.enter_async_context(ranking)
        yield OpenSet(finder=made[0], ids=ids_of(labelled.dataset))
