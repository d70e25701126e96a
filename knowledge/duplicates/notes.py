"""A note as the audit sees it: its chunks, its whole text put together again, its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

import numpy as np
import numpy.typing as npt

from knowledge.types import NoteRef, StoredChunk

WordIds = npt.NDArray[np.int64]

# A character of a script without spaces is a word of its own; everywhere else a run of letters and digits is.
_WORD = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff]"
    r"|[^\W_\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff]+"
)
_HEADING = re.compile(r"^ {0,3}#{1,6}\s.*$", re.MULTILINE)
_ANCHOR_CHARS = 8  # enough of a beginning to find where a repeated passage may start; no sentence is shorter


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Note:
    """A note with all its chunks. `words` are numbers of one vocabulary, in order; `body` leaves headings out."""

    ref: NoteRef
    title: str
    updated: datetime | None
    content_hash: str
    chunks: tuple[StoredChunk, ...]
    text: str
    words: WordIds
    body: WordIds

    @property
    def chars(self) -> int:
        """Characters of all chunks."""
        return sum(len(chunk.text) for chunk in self.chunks)


class Vocabulary:
    """Words to numbers, equal words to equal numbers, whatever their case."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._words: list[str] = []

    def read(self, text: str) -> WordIds:
        """The words of a text, in order."""
        ids = self._ids
        return np.array([ids.setdefault(word, len(ids)) for word in words_of(text)], dtype=np.int64)

    def word(self, number: int) -> str:
        """The word of that number."""
        if len(self._words) < len(self._ids):
            self._words = list(self._ids)
        return self._words[number]


def words_of(text: str) -> list[str]:
    """The words of a text, folded."""
    return _WORD.findall(text.casefold())


def notes_of(chunks: Iterable[StoredChunk], vocabulary: Vocabulary) -> Iterator[Note]:
    """Chunks that are in order of their notes, as notes."""
    for _, group in groupby(chunks, key=lambda chunk: chunk.ref):
        yield note_of(tuple(group), vocabulary)


def note_of(chunks: tuple[StoredChunk, ...], vocabulary: Vocabulary) -> Note:
    """One note from all its chunks, in order."""
    first = chunks[0]
    text = joined(chunks)
    return Note(
        ref=first.ref,
        title=first.title,
        updated=first.updated,
        content_hash=first.note_hash,
        chunks=chunks,
        text=text,
        words=vocabulary.read(text),
        body=vocabulary.read(_HEADING.sub("", text)),
    )


def joined(chunks: Sequence[StoredChunk]) -> str:
    """The text of a note: headings where they begin, passages that two chunks share once."""
    text = ""
    above: tuple[str, ...] = ()
    last_line = 0
    for chunk in chunks:
        headings = _new_headings(chunk, above)
        again = 0 if headings or chunk.lines[0] > last_line else _repeated(text, chunk.text)
        gap = "\n\n" if headings or chunk.lines[0] > last_line + 1 else "\n" if chunk.lines[0] > last_line else " "
        if again:
            text += chunk.text[again:]
        else:
            text = gap.join(part for part in (text, "\n\n".join([*headings, chunk.text])) if part)
        above, last_line = chunk.heading_path, chunk.lines[1]
    return text


def _new_headings(chunk: StoredChunk, above: tuple[str, ...]) -> list[str]:
    """The headings that begin with this chunk and are not written in its text."""
    path = chunk.heading_path
    both = zip(path, above, strict=False)
    common = next((at for at, (one, other) in enumerate(both) if one != other), min(len(path), len(above)))
    written = {line.strip(" #") for line in chunk.text.splitlines() if line.lstrip().startswith("#")}
    return [
        f"{'#' * (depth + 1)} {heading}"
        for depth, heading in enumerate(path)
        if depth >= common and heading not in written
    ]


def _repeated(text: str, piece: str) -> int:
    """How many characters at the start of `piece` are the end of `text`."""
    anchor = piece[:_ANCHOR_CHARS]
    start = text.find(anchor, max(0, len(text) - len(piece)))
    while start >= 0:
        if piece.startswith(text[start:]):
            return len(text) - start
        start = text.find(anchor, start + 1)
    return 0
