"""`footnote eval`: a labelled set over its own corpus, or questions over the configured notes."""

from __future__ import annotations

import os
from contextlib import AsyncExitStack
from pathlib import Path

from bot.compose import chunking_of, embedder_of, open_knowledge
from config.location import cache_folder
from config.settings import Settings
from knowledge.chat.gateway import ModelGateway
from knowledge.evaluation import Dataset, Report, benchmark_ranking, evaluate, load_dataset, ranking_of
from knowledge.indexing.report import ProgressCallback
from knowledge.retrieval import Mode
from knowledge.types import OPERATOR, Answer


async def judge(
    settings: Settings, source: Path, *, k: int, mode: Mode, progress: ProgressCallback | None = None
) -> Report:
    """Measure one set. Raises DatasetError for a set that cannot be read, KnowledgeError."""
    dataset = load_dataset(source)
    if dataset.corpus is None:
        return await judge_notes(settings, dataset, k=k, mode=mode)
    async with AsyncExitStack() as stack:
        gateway = ModelGateway()
        stack.push_async_callback(gateway.close)
        ranking = benchmark_ranking(
            dataset,
            embedder_of(settings, gateway, stack),
            mode=mode,
            cache=cache_folder("eval", environ=os.environ),
            chunking=chunking_of(settings),
            progress=progress,
        )
        rank = await stack.enter_async_context(ranking)
        return await evaluate(dataset, rank, mode=mode, k=k)


async def judge_notes(settings: Settings, dataset: Dataset, *, k: int, mode: Mode) -> Report:
    """Questions over the configured notes: rankings, and answers where the search is hybrid as in `ask`."""
    async with open_knowledge(settings) as knowledge:
        rank = ranking_of(knowledge.pipeline, mode)

        async def ask(question: str) -> Answer:
            return await knowledge.ask(knowledge.parse(question, OPERATOR))

        return await evaluate(dataset, rank, mode=mode, k=k, ask=ask if mode == "hybrid" else None)
