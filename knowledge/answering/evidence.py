"""One object renders what the model reads and binds its markers, so that the two cannot disagree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from knowledge.answering.joining import Run, join
from knowledge.answering.verify import Wording
from knowledge.ports import Tokenizer
from knowledge.types import LONG_AGO, Citation, NoteRef, StoredChunk, WholeCandidate
from knowledge.untrusted import as_data

Link = Callable[[NoteRef, int, str], str | None]  # note, line, heading
EXPANDED = 3  # so many of the best excerpts may grow by their neighbours


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A verbatim part of a note. Its place in the evidence, from 1, is its number and owns the marker."""

    number: int
    ref: NoteRef
    title: str
    heading_path: tuple[str, ...]
    text: str
    first_line: int
    header: str  # of a table that began before the text
    updated: datetime | None
    note_hash: str
    author: str
    wording: Wording  # of the text with its title, headings and header

    @property
    def heading(self) -> str:
        """The heading that the text begins under, or the note's title above the first one."""
        return self.heading_path[-1] if self.heading_path else self.title

    def lines(self, start: int, end: int) -> tuple[int, int]:
        """The note's lines, from 1, inclusive, of `text[start:end]`, which does not end in white space."""
        return self.first_line + self.text.count("\n", 0, start), self.first_line + self.text.count("\n", 0, end)

    def cite(self, number: int, span: tuple[int, int], heading: str, link: Link) -> Citation:
        """A source shown as `number` that quotes `text[slice(*span)]`, below that heading."""
        start, end = span
        first, last = self.lines(start, end)
        return Citation(
            number=number,
            ref=self.ref,
            title=self.title,
            heading=heading,
            lines=(first, last),
            url=link(self.ref, first, heading),
            quote=self.text[start:end],
            updated=self.updated,
            note_hash=self.note_hash,
            author=self.author,
        )

    def as_line(self) -> str:
        """What the model reads of it: one line of JSON."""
        value: dict[str, Any] = {"n": self.number, "note": self.title}
        if self.heading_path:
            value["section"] = " > ".join(self.heading_path)
        if self.updated:
            value["changed"] = self.updated.date().isoformat()
        if self.header:
            value["table_header"] = self.header
        return as_data({**value, "text": self.text})


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Excerpts by relevance, and the exact block that shows them to a model, with its size in tokens."""

    excerpts: tuple[Excerpt, ...]
    block: str
    tokens: int

    def __len__(self) -> int:
        return len(self.excerpts)

    def excerpt(self, number: int) -> Excerpt:
        """The excerpt that owns the marker. Raises IndexError for a number below 1 or above `len`."""
        if number < 1:
            raise IndexError(number)
        return self.excerpts[number - 1]


def gather(
    candidates: Sequence[WholeCandidate],
    neighbours: Mapping[int, Sequence[StoredChunk]],
    *,
    tokenizer: Tokenizer,
    context_tokens: int,
    limit: int,
) -> Evidence:
    """Whole chunks by relevance while the rendered block stays within `context_tokens`, at most `limit` of them.

    A chunk that does not fit is passed over, never cut. Chunks that touch or overlap become one excerpt at the
    place of the better one; of chunks with one content that of the note changed last counts. What is left of the
    budget goes to the neighbours (by chunk id) of the best excerpts.
    """
    runs: tuple[Run, ...] = ()
    evidence = _evidence(runs, tokenizer)
    taken = 0
    best = _from_latest([candidate.chunk for candidate in candidates])
    around = [near for chunk in best[:EXPANDED] for near in neighbours.get(chunk.id, ()) if near.ref == chunk.ref]
    for chunk, counts in [*((chunk, True) for chunk in best), *((near, False) for near in around)]:
        if (counts and taken == limit) or _is_there(chunk, runs):
            continue
        grown = join(runs, chunk)
        if not counts and len(grown) > len(runs):
            continue  # a neighbour only completes an excerpt
        trial = _evidence(grown, tokenizer)
        if trial.tokens <= context_tokens:
            runs, evidence, taken = grown, trial, taken + counts
    return evidence


def _from_latest(chunks: Sequence[StoredChunk]) -> list[StoredChunk]:
    """In order, each content once, from the note that was changed last of those that have it."""
    first: dict[object, StoredChunk] = {}
    for chunk in chunks:
        known = first.setdefault((chunk.text, chunk.heading_path), chunk)
        if known.ref != chunk.ref and (chunk.updated or LONG_AGO) > (known.updated or LONG_AGO):
            first[chunk.text, chunk.heading_path] = chunk
    return list(first.values())


def _is_there(chunk: StoredChunk, runs: Iterable[Run]) -> bool:
    return any(
        chunk.id == other.id or (chunk.text == other.text and chunk.heading_path == other.heading_path)
        for run in runs
        for other in run.chunks
    )


def _evidence(runs: Sequence[Run], tokenizer: Tokenizer) -> Evidence:
    excerpts = tuple(_excerpt(number, run) for number, run in enumerate(runs, start=1))
    block = "\n".join(excerpt.as_line() for excerpt in excerpts)
    return Evidence(excerpts=excerpts, block=block, tokens=tokenizer.count(block))


def _excerpt(number: int, run: Run) -> Excerpt:
    first = run.chunks[0]
    return Excerpt(
        number=number,
        ref=first.ref,
        title=first.title,
        heading_path=first.heading_path,
        text=run.text,
        first_line=first.lines[0],
        header=first.header,
        updated=first.updated,
        note_hash=first.note_hash,
        author=first.author,
        wording=run.wording,
    )
