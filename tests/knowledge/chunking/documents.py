"""Documents from source text, tokenizers, and the laws that every cutting obeys."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tokenizers import Tokenizer

from knowledge import ports
from knowledge.reading.front_matter import read_front_matter
from knowledge.reading.markdown import markdown_blocks
from knowledge.text import sentences
from knowledge.types import BlockKind, Chunk, Document, Fingerprint, NoteRef


@dataclass
class WordTokenizer:
    """A word or a mark is a token; counts how often it is asked."""

    calls: int = field(default=0)

    def count(self, text: str) -> int:
        return len(self.offsets(text))

    def offsets(self, text: str) -> Sequence[tuple[int, int]]:
        self.calls += 1
        return [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]


class GreedyTokenizer(WordTokenizer):
    """Counts every third token twice when a text is long: a whole is more than the sum of its parts."""

    def offsets(self, text: str) -> Sequence[tuple[int, int]]:
        spans = super().offsets(text)
        if len(spans) < 20:
            return spans
        return [span for index, span in enumerate(spans) for _ in range(2 if index % 3 == 0 else 1)]


class BertTokenizer:
    def __init__(self, tokenizer: Tokenizer) -> None:
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self._tokenizer = tokenizer

    def count(self, text: str) -> int:
        return len(self.offsets(text))

    def offsets(self, text: str) -> Sequence[tuple[int, int]]:
        spans: list[tuple[int, int]] = self._tokenizer.encode(text, add_special_tokens=False).offsets
        return spans


def document(text: str, *, title: str = "", title_in_text: bool = True) -> Document:
    matter = read_front_matter(text)
    return Document(
        ref=NoteRef(collection="handbook", path="note.md"),
        title=title or matter.text("title") or "note",
        text=text,
        blocks=markdown_blocks(text, start=matter.end),
        fingerprint=Fingerprint(size=len(text), mtime_ns=0, content_hash=""),
        title_in_text=title_in_text and bool(title or matter.text("title")),
    )


def broken_laws(note: Document, chunks: Sequence[Chunk], tokenizer: ports.Tokenizer, maximum: int) -> list[str]:
    """The laws of every note, strategy and size that do not hold here, in words."""
    broken = []
    for place, chunk in enumerate(chunks):
        laws = {
            "has its place as position": chunk.position == place,
            "is a piece of the note": chunk.text == note.text[chunk.start : chunk.end],
            "shows something": bool(chunk.text.strip()),
            "knows its lines": chunk.lines == (line_of(note, chunk.start), line_of(note, chunk.end - 1)),
            "knows its tokens": chunk.tokens == len(tokenizer.offsets(chunk.embedding_text)),
            "keeps within the maximum": chunk.tokens <= maximum,
        }
        broken += [f"chunk {place} {law}" for law, holds in laws.items() if not holds]
    for before, after in itertools.pairwise(chunks):
        if not (before.start < after.start and before.end < after.end):
            broken.append(f"chunk {after.position} begins and ends after the one before it")
    return broken + [f"some chunk holds {piece!r}" for piece in lost(note, chunks)]


def line_of(note: Document, offset: int) -> int:
    return note.text.count("\n", 0, offset) + 1


def lost(note: Document, chunks: Sequence[Chunk]) -> list[str]:
    """Every visible piece that no chunk holds; a heading may stand in a path instead."""
    held = bytearray(len(note.text))
    for chunk in chunks:
        held[chunk.start : chunk.end] = b"\1" * (chunk.end - chunk.start)
    carried = {heading for chunk in chunks for heading in chunk.heading_path}
    missing = []
    for block in note.blocks:
        source = note.text[block.start : block.end]
        gone = any(not held[block.start + index] for index, each in enumerate(source) if not each.isspace())
        if gone and not (block.kind is BlockKind.HEADING and block.heading_path[-1] in carried):
            missing.append(source)
    return missing


def sentences_of(note: Document) -> list[str]:
    """The sentences of a note in order, headings apart."""
    found = []
    for block in note.blocks:
        if block.kind is not BlockKind.HEADING:
            source = note.text[block.start : block.end]
            found += [source[start:end] for start, end in sentences(source)]
    return found


def prose(count: int, *, words: int = 12, topic: str = "leave") -> str:
    """Sentences that can be told apart, each of the same length."""
    filler = " ".join(["and", topic, "rules"] * words)
    return " ".join(f"Rule {number} says {' '.join(filler.split()[: words - 3])}." for number in range(count))
