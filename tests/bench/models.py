"""Which embedded model to choose: how well each ranks in each language, its speed, and what it holds in memory."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from knowledge.embedding.cached import CachedEmbedder
from knowledge.embedding.local import LocalEmbedder
from knowledge.embedding.multilingual import MultilingualEmbedder
from knowledge.evaluation import Dataset, Run, benchmark_ranking
from knowledge.evaluation.comparison import compare
from knowledge.evaluation.runner import Rank, run_set
from knowledge.retrieval import Mode
from tests.bench.notes import kept
from tests.bench.options import Options
from tests.bench.sets import LabelledSet, find_sets, spread
from tests.bench.table import Row, Table

Open = Callable[[], LocalEmbedder | MultilingualEmbedder]
MODELS: dict[str, Open] = {"local": LocalEmbedder, "local-multilingual": MultilingualEmbedder}
MODES: tuple[Mode, ...] = ("dense", "hybrid", "lexical")  # vectors first: keywords alone would leave them for later
SCORE = "ndcg@10"
SAMPLE = 96  # texts, embedded in turns of a few
TURN = 24
LOADED = """
import asyncio, json, os, sys
from tests.bench.models import MODELS
def resident(): return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
before = resident()
embedder = MODELS[sys.argv[1]](threads=1)
asyncio.run(embedder.embed_documents(json.load(sys.stdin)))
print(resident() - before)
"""


async def run(options: Options) -> list[Table]:
    """A table of rankings over sets that bring a corpus, and one of costs over the texts of the first of them."""
    sets = [each for each in find_sets(options.data) if each.dataset.corpus] if options.data else []
    if not sets:
        note = "Not measured: name a folder of labelled sets, `scripts/bench models FOLDER`."
        return [Table(title="models", note=note, rows=[])]
    rankings = [row for labelled in sets async for row in ranking_rows(labelled, options.questions)]
    texts = spread(list(sets[0].texts().values()), SAMPLE)
    about = "nDCG@10 of vectors alone, of the whole search, of keywords alone; the whole search's gain over `local`."
    costs = f"{len(texts)} texts of {sets[0].dataset.name}, in turns; memory is what the loaded model adds."
    return [
        Table(title="models", note=about, rows=rankings),
        Table(title="models: costs", note=costs, rows=await cost_rows(texts)),
    ]


async def ranking_rows(labelled: LabelledSet, most: int | None) -> AsyncIterator[Row]:
    """A row for each part of a set and each model; `gain` is what its whole search adds to the first model's."""
    for part in labelled.parts(most):
        runs = {name: await runs_of(labelled.dataset, part, opened) for name, opened in MODELS.items()}
        first = next(iter(runs.values()))
        for name, own in runs.items():
            paired = {mode: compare(first[mode], own[mode]).metrics[SCORE] for mode in MODES}
            gain = paired["hybrid"].difference
            yield {
                "set": part.name,
                "model": name,
                "questions": len(part.queries),
                **{mode: paired[mode].second for mode in MODES},
                "gain": gain.value,
                "gain low": gain.low,
                "gain high": gain.high,
            }


async def runs_of(dataset: Dataset, part: Dataset, opened: Open) -> dict[Mode, Run]:
    """One model over the questions of a part, in every mode."""
    runs: dict[Mode, Run] = {}
    for mode in MODES:
        async with ranking(dataset, opened, mode) as rank:
            runs[mode] = await run_set(part, rank, mode=mode)
    return runs


@asynccontextmanager
async def ranking(dataset: Dataset, opened: Open, mode: Mode) -> AsyncIterator[Rank]:
    """The set's corpus, embedded once by each model and kept for the next run."""
    async with AsyncExitStack() as stack:
        embedder = opened()
        stack.callback(embedder.close)
        kept_ranking = benchmark_ranking(dataset, CachedEmbedder(embedder), mode=mode, cache=kept())
        yield await stack.enter_async_context(kept_ranking)


async def cost_rows(texts: Sequence[str]) -> list[Row]:
    """Texts a second of each model, all in turns, so that a busy moment hits both; and its memory."""
    embedders = {name: opened() for name, opened in MODELS.items()}
    seconds = dict.fromkeys(MODELS, 0.0)
    for embedder in embedders.values():
        await embedder.embed_query("ready")  # a network is loaded at its first use
    for start in range(0, len(texts), TURN):
        for name, embedder in embedders.items():
            started = time.perf_counter()
            await embedder.embed_documents(texts[start : start + TURN])
            seconds[name] += time.perf_counter() - started
    for embedder in embedders.values():
        embedder.close()
    best = len(texts) / seconds["local"]
    return [
        {
            "model": name,
            "texts/s": len(texts) / taken,
            "x local": len(texts) / taken / best,
            "memory, MB": held_by(name, texts),
        }
        for name, taken in seconds.items()
    ]


def held_by(name: str, texts: Sequence[str]) -> float:
    """Megabytes that a model adds to a process of its own, with these texts embedded."""
    command = [sys.executable, "-c", LOADED, name]
    ran = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    return float(ran.stdout)
