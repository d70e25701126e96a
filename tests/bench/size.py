"""What a large index costs: bytes a chunk on disk and in memory, and the first answer of a new process."""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bot.demo import toml_string
from tests.bench.clouds import COLLECTIONS, DIMENSION
from tests.bench.crowds import Crowd, crowd
from tests.bench.footprint import HYBRID, KEYWORDS, grown
from tests.bench.options import Options
from tests.bench.peers import PlainIndex, database_bytes
from tests.bench.startup import ROOT, bare_environment, footnote
from tests.bench.table import Row, Table
from tests.bench.timing import Times

SIZES = (1_000, 10_000, 100_000)
QUESTIONS, RUNS = 100, 5


async def run(options: Options) -> list[Table]:
    """Two tables: bytes, and seconds to the first answer."""
    disk: list[Row] = []
    start: list[Row] = []
    for size in SIZES:
        made = await crowd(size, options.notes, questions=QUESTIONS)
        disk.append(bytes_a_chunk(made, size))
        start.append(first_answer(made, size))
    note = (
        "Bytes a chunk. A vector is stored once, float32; a process that has searched holds vectors and lists again."
    )
    first = f"Wall time of a whole new process, `footnote search`, {RUNS} runs, files in the system's cache."
    return [Table(title="size", note=note, rows=disk), Table(title="size: first answer", note=first, rows=start)]


def bytes_a_chunk(made: Crowd, size: int) -> Row:
    """Of the file, of what could not be smaller, and of a process."""
    plain = PlainIndex(made.database)
    text = plain.text_bytes()
    plain.close()
    return {
        "chunks": f"{size:,}",
        "index file": database_bytes(made.database) / size,
        "of these, text alone": text / size,
        "of these, vector alone": 4.0 * DIMENSION,
        "the vector as JSON": json_bytes(),
        "memory, keywords": _a_chunk(grown(KEYWORDS, made.database, made.questions), size),
        "memory, hybrid": _a_chunk(grown(HYBRID, made.database, made.questions), size),
    }


def json_bytes() -> float:
    """What a vector of as many dimensions takes as a JSON list of its numbers."""
    row = np.random.default_rng(1).standard_normal(DIMENSION, dtype=np.float32)
    return float(len(json.dumps([float(each) for each in row / np.linalg.norm(row)])))


def first_answer(made: Crowd, size: int) -> Row:
    """From start to exit, each with another question."""
    with tempfile.TemporaryDirectory() as folder:
        config = _config(Path(folder), made.database)
        taken = [
            _seconds(footnote("search", question, "--json", "--config", config)) for question in made.questions[:RUNS]
        ]
        bare = [_seconds(footnote("--help")) for _ in range(RUNS)]
    times, least = Times(milliseconds=taken), Times(milliseconds=bare)
    return {"chunks": f"{size:,}", "p50 s": times.p50, "most s": max(taken), "footnote --help, p50 s": least.p50}


def _config(folder: Path, database: Path) -> str:
    collections = "".join(
        f"[[collections]]\nname = {toml_string(name)}\npath = {toml_string(str(folder))}\n" for name in COLLECTIONS
    )
    config = folder / "footnote.toml"
    config.write_text(f"{collections}[index]\ndatabase = {toml_string(str(database))}\n", encoding="utf-8")
    return str(config)


def _seconds(command: Sequence[str]) -> float:
    started = time.perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=bare_environment(), text=True)
    assert "--help" in command or json.loads(done.stdout), "nothing was found"
    return time.perf_counter() - started


def _a_chunk(megabytes: float | None, size: int) -> float | None:
    return None if megabytes is None else megabytes * 2**20 / size
