"""How fast notes become searchable, by words and by meaning, and what a chunk costs on disk."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import onnxruntime
from markdown_it import MarkdownIt

from bot.compose import open_knowledge
from knowledge.embedding.files import find_files
from knowledge.embedding.local import DIMENSION, MAX_TOKENS, LocalEmbedder
from knowledge.embedding.tokens import load_tokenizer
from knowledge.indexing import SyncReport
from knowledge.indexing.report import Progress
from tests.bench.notes import settings_over
from tests.bench.options import Options
from tests.bench.peers import PlainIndex, database_bytes
from tests.bench.table import Row, Table
from tests.bench.timing import best_of

SAMPLE = 256  # texts embedded by Footnote and by the peer
BATCH = 32
FLOAT_BYTES = 4


@dataclass(slots=True, kw_only=True)
class Phases:
    """When a run went over from reading to embedding, seen from its progress."""

    started: float = field(default_factory=time.perf_counter)
    read: float = 0.0
    texts: int = 0

    def __call__(self, progress: Progress) -> None:
        if progress.phase == "reading":
            self.read = time.perf_counter()
        else:
            self.texts = progress.total


async def run(options: Options) -> list[Table]:
    """A first run into an empty index, a second one over the same notes, and the file that is left."""
    with tempfile.TemporaryDirectory() as place:
        settings = settings_over(options.folder, Path(place))
        async with open_knowledge(settings, write=True) as knowledge:
            phases = Phases()
            first = await knowledge.sync(progress=phases)
            ended = time.perf_counter()
            second = await knowledge.sync()
            chunks = (await knowledge.status()).collections[0].chunks
        on_disk = database_bytes(settings.index.database)
        with closing(PlainIndex(settings.index.database)) as plain:
            bare = plain.text_bytes() + chunks * DIMENSION * FLOAT_BYTES
            sample = plain.texts(SAMPLE)
    speeds: list[Row] = [
        *reading_rows(options.folder, first, phases.read - phases.started),
        *await embedding_rows(sample, phases.texts / (ended - phases.read)),
        *delta_rows(options.folder, second),
    ]
    size: list[Row] = [
        {"bytes per chunk": "index file", "bytes": round(on_disk / chunks), "x bare": on_disk / bare},
        {"bytes per chunk": "text and float32 vector alone", "bytes": round(bare / chunks), "x bare": 1.0},
    ]
    about = f"{first.collections[0].matched:,} notes, {chunks:,} chunks ({options.source}), into an empty index."
    return [
        Table(title="index", note=about, rows=speeds),
        Table(title="index: size", note="After both runs, with nothing left in the write-ahead log.", rows=size),
    ]


def reading_rows(folder: Path, report: SyncReport, seconds: float) -> list[Row]:
    """Phase one, beside parsing the same texts and doing nothing with them."""
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in notes_below(folder)]
    parser = MarkdownIt("commonmark").enable("table")
    parsing = len(texts) / best_of(lambda: [parser.parse(text) for text in texts], 1)
    ours = report.collections[0].matched / seconds
    return [
        row("scan, read, chunk, keywords, store", ours, "notes/s", parsing),
        row("markdown-it-py, parse alone", parsing, "notes/s", parsing),
    ]


async def embedding_rows(sample: Sequence[str], stored: float) -> list[Row]:
    """Phase two, and the embedder alone beside the network run in padded batches."""
    embedder = LocalEmbedder()
    await embedder.embed_query("ready")  # the network is loaded at its first use
    started = time.perf_counter()
    await embedder.embed_documents(sample)
    alone = len(sample) / (time.perf_counter() - started)
    embedder.close()
    peer = len(sample) / padded_batches(sample)
    return [
        row("embed and store, whole run", stored, "texts/s", peer),
        row(f"embed {len(sample)} texts", alone, "texts/s", peer),
        row(f"onnxruntime, the same in padded batches of {BATCH}", peer, "texts/s", peer),
    ]


def delta_rows(folder: Path, report: SyncReport) -> list[Row]:
    """A run that finds nothing to do, beside walking the folder and asking for each file's size and time."""
    ours = report.collections[0].unchanged / report.seconds
    walked = len(notes_below(folder)) / best_of(lambda: [path.stat() for path in notes_below(folder)], 3)
    return [
        row("second run, nothing changed", ours, "notes/s", walked),
        row("walk and stat alone", walked, "notes/s", walked),
    ]


def row(work: str, speed: float, unit: str, peer: float) -> Row:
    """A speed, and its share of the peer's."""
    return {"work": work, "speed": speed, "unit": unit, "x peer": speed / peer}


def notes_below(folder: Path) -> list[Path]:
    """The Markdown files that a plain walk finds."""
    return [Path(place) / name for place, _, names in os.walk(folder) for name in names if name.endswith(".md")]


def padded_batches(texts: Sequence[str]) -> float:
    """Seconds of the usual way: batches in the order given, padded to their longest text, on all processors."""
    files = find_files()
    session = onnxruntime.InferenceSession(str(files.network), providers=["CPUExecutionProvider"])
    tokenizer = load_tokenizer(files.tokenizer)
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.enable_padding()

    def embed() -> None:
        for start in range(0, len(texts), BATCH):
            encoded = tokenizer.encode_batch(list(texts[start : start + BATCH]))
            fields = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}
            arrays = {name: [getattr(one, key) for one in encoded] for name, key in fields.items()}
            session.run(None, {name: np.array(array, dtype=np.int64) for name, array in arrays.items()})

    return best_of(embed, 1)
