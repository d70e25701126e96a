"""Whether reading, chunking, analysis, splitting and escaping stay linear on lines that no person wrapped."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from bot.blocks.message import SECTION_LIMIT
from bot.blocks.splitting import split
from bot.text.markdown import inert
from knowledge.chunking import ChunkingOptions, chunk
from knowledge.collections import Collection
from knowledge.embedding.local import LocalEmbedder
from knowledge.ports import Tokenizer
from knowledge.reading import SourceFile, read, scan
from knowledge.text import analyze
from tests.bench.options import Options
from tests.bench.table import Row, Table
from tests.bench.timing import best_of

SIZES = (20_000, 40_000, 80_000)  # characters
ROUNDS = 3
LINES = {
    "words": "the cat sat on a mat and ",
    "sentences": "The cat sat on a mat. It slept! ",
    "no space": "abcdefghij",
    "Chinese": "退款政策规定七天内可以退货",
    "brackets": "[(",
    "emphasis": "*a **b ",
    "table row": "| a ",
    "links": "[a](b) ",
}


async def run(options: Options) -> list[Table]:
    """One row for each kind of line."""
    embedder = LocalEmbedder()
    try:
        longest = {"the longest note": longest_note(options.notes)} if options.notes else {}
        rows = [growth(name, piece, embedder.tokenizer) for name, piece in (LINES | longest).items()]
    finally:
        embedder.close()
    sizes = ", ".join(f"{size:,}" for size in SIZES)
    note = f"One line of {sizes} characters: CPU milliseconds at the largest, and growth per doubling (linear: 2)."
    return [Table(title="sizes", note=note, rows=rows)]


def longest_note(notes: Path) -> str:
    """The text of the largest file."""
    largest = max((path for path in notes.rglob("*.md") if path.is_file()), key=lambda path: path.stat().st_size)
    return largest.read_text(encoding="utf-8", errors="replace")


def growth(name: str, piece: str, tokenizer: Tokenizer) -> Row:
    """Every stage over this kind of line, at each size."""
    with tempfile.TemporaryDirectory() as folder:
        files = {size: _note(Path(folder), size, (piece * (size // len(piece) + 1))[:size]) for size in SIZES}
        seconds = {size: _stages(file, tokenizer) for size, file in files.items()}
    row: dict[str, str | float] = {"line of": name}
    for stage in seconds[SIZES[0]]:
        smallest, largest = seconds[SIZES[0]][stage], seconds[SIZES[-1]][stage]
        row[f"{stage} ms"] = largest * 1_000
        row[f"{stage}, per doubling"] = (largest / smallest) ** (1 / (len(SIZES) - 1))
    return row


def _note(folder: Path, size: int, line: str) -> SourceFile:
    place = folder / str(size)
    place.mkdir()
    (place / "note.md").write_text(f"# Long\n\n{line}\n", encoding="utf-8")
    return scan(Collection(name="long", root=place)).files[0]


def _stages(file: SourceFile, tokenizer: Tokenizer) -> dict[str, float]:
    document = read(file)
    options = ChunkingOptions()
    return {
        "read": best_of(lambda: read(file), ROUNDS, time.thread_time),
        "chunk": best_of(lambda: chunk(document, tokenizer, options), ROUNDS, time.thread_time),
        "analyze": best_of(lambda: analyze(document.text), ROUNDS, time.thread_time),
        "split": best_of(lambda: split(document.text, SECTION_LIMIT), ROUNDS, time.thread_time),
        "escape": best_of(lambda: inert(document.text), ROUNDS, time.thread_time),
    }
