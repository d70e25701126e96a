"""`footnote eval`: a labelled set over its own corpus, or questions over the configured notes."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from bot import compose
from bot.compose import (
    chat_of,
    chunking_of,
    cross_encoder_of,
    embedder_of,
    index_place,
    open_knowledge,
    pipeline_of,
    reranked,
)
from config.location import cache_folder
from config.settings import Settings
from knowledge.base import KnowledgeBase
from knowledge.chat.gateway import ModelGateway
from knowledge.collections import Library
from knowledge.errors import ReadError
from knowledge.evaluation import (
    Answering,
    Dataset,
    KeptRuns,
    Run,
    benchmark_ranking,
    ranking_of,
    run_key,
    run_set,
)
from knowledge.evaluation.kept import code_digest
from knowledge.evaluation.runner import ReadNote
from knowledge.ports import Embedder, Store
from knowledge.reading import SourceFile, read, scan
from knowledge.retrieval import Finder, Mode
from knowledge.types import OPERATOR, Answer, NoteRef

Count = Callable[[str, int, int], None]  # what is done, how much of it, of how much
ANSWERED: frozenset[Mode] = frozenset({"hybrid", "plus"})
Sources = Mapping[NoteRef, SourceFile]


async def judge(
    settings: Settings, dataset: Dataset, *, mode: Mode, refresh: bool = False, count: Count | None = None
) -> Run:
    """One run of the set, or an equal one that was kept unless `refresh` wants it anew.

    `count` hears how far indexing and asking are. Raises DatasetError for a set that cannot be indexed,
    KnowledgeError.
    """
    kept = KeptRuns(_cache() / "runs", refresh=refresh)
    if dataset.corpus is None:
        return await _judge_notes(settings, dataset, mode, kept, count)
    key = run_key(dataset, mode, _deciding(settings))
    return await kept.run(key, dataset, lambda: _over_corpus(settings, dataset, mode, count))


async def _over_corpus(settings: Settings, dataset: Dataset, mode: Mode, count: Count | None) -> Run:
    reasons: list[str] = []
    async with AsyncExitStack() as stack:
        gateway = ModelGateway()
        stack.push_async_callback(gateway.close)
        chat, cross_encoder = chat_of(settings, gateway), cross_encoder_of(settings, stack)

        def finder(library: Library, store: Store, embedder: Embedder) -> Finder:
            pipeline = pipeline_of(settings, library, store, embedder, chat)
            return reranked(settings, pipeline, store, cross_encoder, chat)

        ranking = benchmark_ranking(
            dataset,
            embedder_of(settings, gateway, stack),
            mode=mode,
            cache=_cache(),
            chunking=chunking_of(settings),
            finder=finder,
            on_fallback=reasons.append,
            progress=(lambda step: count(step.phase, step.done, step.total)) if count else None,
        )
        rank = await stack.enter_async_context(ranking)
        run = await run_set(dataset, rank, mode=mode, progress=_asking(count))
    return replace(run, warnings=_fallbacks(reasons))


async def _judge_notes(settings: Settings, dataset: Dataset, mode: Mode, kept: KeptRuns, count: Count | None) -> Run:
    async with open_knowledge(_untraced(settings)) as knowledge:
        sources = {file.ref: file for one in knowledge.library.collections for file in scan(one).files}
        key = run_key(dataset, mode, _deciding(settings), *await _notes(settings, knowledge, sources))
        run = await kept.run(key, dataset, lambda: _over_notes(knowledge, sources, dataset, mode, count))
    return replace(run, warnings=(*run.warnings, *_unknown_answers(dataset, sources)))


async def _over_notes(
    knowledge: KnowledgeBase, sources: Sources, dataset: Dataset, mode: Mode, count: Count | None
) -> Run:
    """Rankings of the configured notes, and answers where the mode is one that `ask` may search in."""
    reasons: list[str] = []

    async def ask(question: str) -> Answer:
        answer = await knowledge.ask(knowledge.parse(question, OPERATOR))
        if answer.degraded:
            reasons.append(answer.degraded)
        return answer

    rank = ranking_of(knowledge.pipeline, mode, on_fallback=reasons.append)
    answering = Answering(ask=ask, read=_reader(sources)) if mode in ANSWERED else None
    run = await run_set(dataset, rank, mode=mode, answering=answering, progress=_asking(count))
    return replace(run, warnings=_fallbacks(reasons))


def _fallbacks(reasons: Sequence[str]) -> tuple[str, ...]:
    """A sentence where something simpler than what was to be measured ran in its place."""
    if not reasons:
        return ()
    (reason, _), *_ = Counter(reasons).most_common(1)
    return (f"{len(reasons)} searches or answers ran in part, most of them for this reason: {reason}",)


def _unknown_answers(dataset: Dataset, sources: Sources) -> tuple[str, ...]:
    """A sentence where answers are files that no configured collection has: such a question always fails."""
    paths = {ref.path for ref in sources}
    unknown = [(query.id, name) for query in dataset.queries for name in query.relevant if name not in paths]
    if not unknown:
        return ()
    line, name = unknown[0]
    return (f"Answers that are no files of the notes: {len(unknown)}, first {name!r} in line {line}.",)


def _reader(sources: Sources) -> ReadNote:
    def text(ref: NoteRef) -> str:
        try:
            return read(sources[ref]).text
        except (KeyError, ReadError):
            return ""

    return text


def _deciding(settings: Settings) -> list[object]:
    """What a result depends on besides library and data: how it is composed, and settings but for files and times."""
    sections = settings.model_dump(
        include={"index", "embeddings", "chat", "retrieval"},
        exclude={"index": {"database"}, "embeddings": {"threads"}, "chat": {"timeout_seconds"}},
    )
    return [sections, code_digest(Path(compose.__file__).parent)]


async def _notes(settings: Settings, knowledge: KnowledgeBase, sources: Sources) -> list[object]:
    """The state of index and notes: an index that is made anew may count its generations as the old one did."""
    status = await knowledge.status()
    held = [(one.name, one.documents, one.chunks, one.embedded) for one in status.collections]
    files = sorted((file.ref, file.size, file.mtime_ns) for file in sources.values())
    defaults = [(one.name, one.default) for one in settings.collections]
    return [index_place(settings), status.generation, held, files, defaults]


def _untraced(settings: Settings) -> Settings:
    """The settings without traces: questions of a set are none that people asked."""
    return settings.model_copy(update={"traces": settings.traces.model_copy(update={"enabled": False})})


def _asking(count: Count | None) -> Callable[[int, int], None] | None:
    return partial(count, "asking") if count else None


def _cache() -> Path:
    return cache_folder("eval", environ=os.environ)
