"""Candidates without a store."""

from __future__ import annotations

from knowledge.types import Candidate, NoteRef, StoredChunk


def chunk(number: int, *, path: str = "note.md", text: str = "", content_hash: str = "") -> StoredChunk:
    return StoredChunk(
        id=number,
        ref=NoteRef(collection="handbook", path=path),
        title=path,
        position=number,
        text=text,
        plain=text,
        lines=(1, 1),
        heading_path=(),
        header="",
        updated=None,
        content_hash=content_hash,
    )


def candidate(number: int, score: float = 1.0, *, path: str = "", text: str = "", known: bool = True) -> Candidate:
    stored = chunk(number, path=path or f"{number}.md", text=text)
    return Candidate(chunk=stored, score=score, identity=number if known else None)
