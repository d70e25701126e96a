"""A note's text is put together again from its chunks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.chunking import ChunkingOptions, chunk
from knowledge.collections import Collection
from knowledge.duplicates.notes import joined, words_of
from knowledge.reading import read, scan
from knowledge.types import StoredChunk
from tests.knowledge.duplicates.builders import stored


def test_passages_that_overlap_are_joined_once() -> None:
    first, second = stored("a.md", "One is here.\nTwo is here.", "Two is here.\nThree is here.")
    overlapping = (replace(first, lines=(1, 2)), replace(second, lines=(2, 3)))
    assert joined(overlapping) == "One is here.\nTwo is here.\nThree is here."


def test_headings_stand_where_they_begin() -> None:
    chunks = stored("a.md", "Hello.", "## Deep\n\nText.", "Other.", headings=[("A",), ("A", "Deep"), ("A", "B")])
    assert joined(chunks) == "# A\n\nHello.\n\n## Deep\n\nText.\n\n## B\n\nOther."


@pytest.mark.parametrize("target", [40, 120, 320])
def test_every_word_of_a_real_note_comes_back_once_and_in_order(tmp_path: Path, target: int) -> None:
    sections = [
        f"## Part {part}\n\n" + " ".join(f"Sentence {part}-{n} ends." for n in range(60)) for part in range(4)
    ]
    (tmp_path / "note.md").write_text("# Title\n\n" + "\n\n".join(sections) + "\n")
    document = read(scan(Collection(name="n", root=tmp_path)).files[0])
    made = chunk(document, Spaces(), ChunkingOptions(target_tokens=target, max_tokens=450))
    chunks = tuple(
        StoredChunk(
            id=piece.position,
            ref=document.ref,
            title=document.title,
            position=piece.position,
            text=piece.text,
            plain=piece.plain,
            lines=piece.lines,
            heading_path=piece.heading_path,
            header=piece.header,
            updated=None,
        )
        for piece in made
    )
    assert words_of(joined(chunks)) == words_of(document.text)


class Spaces:
    """A tokenizer whose tokens are the words."""

    def count(self, text: str) -> int:
        return len(self.offsets(text))

    def offsets(self, text: str) -> list[tuple[int, int]]:
        spans, at = [], 0
        for word in text.split():
            start = text.index(word, at)
            at = start + len(word)
            spans.append((start, at))
        return spans
