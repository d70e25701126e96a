"""Notes for the audit's tests, with vectors whose cosines are known beforehand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import numpy as np

from knowledge.collections import Collection, Library
from knowledge.duplicates.notes import Note, Vocabulary, note_of
from knowledge.ports import Entry, Matrix, Store
from knowledge.types import Chunk, Document, Fingerprint, NoteRef, StoredChunk

DIMENSION = 32
WORDS = ("amber", "birch", "cedar", "delta", "ember", "flint", "grove", "heron", "inlet", "junco", "kelp", "larch")


def ref(path: str, collection: str = "handbook") -> NoteRef:
    return NoteRef(collection=collection, path=path)


def library(root: Path, *names: str) -> Library:
    """Collections whose folders are empty or whatever a test puts there."""
    return Library(
        collections=tuple(
            Collection(name=name, root=root / name, url="https://notes.example/{path}#L{line}")
            for name in names or ("handbook",)
        )
    )


def passage(seed: int, words: int = 30) -> str:
    """A text that shares no run of words with another seed's."""
    numbers = np.random.default_rng(seed).integers(0, len(WORDS), words)
    return " ".join(f"{WORDS[number]}{seed}" for number in numbers) + "."


def direction(seed: int) -> Matrix:
    """A unit row; two seeds are far from each other."""
    row = np.random.default_rng(seed).normal(size=DIMENSION)
    return (row / np.linalg.norm(row)).astype(np.float32)


def at_cosine(seed: int, cosine: float, other: int = 10_000) -> Matrix:
    """A unit row at this cosine from `direction(seed)`."""
    base = direction(seed).astype(np.float64)
    away = direction(other + seed).astype(np.float64)
    away -= (away @ base) * base
    away /= np.linalg.norm(away)
    return (cosine * base + np.sqrt(1 - cosine**2) * away).astype(np.float32)


def stored(
    path: str,
    *texts: str,
    collection: str = "handbook",
    title: str = "",
    headings: Sequence[tuple[str, ...]] = (),
    updated: datetime | None = None,
) -> tuple[StoredChunk, ...]:
    """A note's chunks as the index gives them, two lines each."""
    return tuple(
        StoredChunk(
            id=at + 1,
            ref=ref(path, collection),
            title=title or Path(path).stem,
            position=at,
            text=text,
            plain=text,
            lines=(3 * at + 1, 3 * at + 2),
            heading_path=headings[at] if headings else (),
            header="",
            updated=updated,
            note_hash=hashlib.sha256("".join(texts).encode()).hexdigest(),
        )
        for at, text in enumerate(texts)
    )


def a_note(path: str, *texts: str, title: str = "", vocabulary: Vocabulary | None = None) -> Note:
    """The same as the audit sees it."""
    return note_of(stored(path, *texts, title=title), vocabulary or Vocabulary())


async def put(
    store: Store,
    path: str,
    texts: Sequence[str],
    vectors: Sequence[Matrix] = (),
    *,
    collection: str = "handbook",
    title: str = "",
    updated: datetime | None = None,
) -> None:
    """Write a note with these vectors, or without any; no two passages of a test are equal, or their vectors are."""
    text = "\n\n".join(texts)
    document = Document(
        ref=ref(path, collection),
        title=title or Path(path).stem,
        text=text,
        blocks=(),
        fingerprint=Fingerprint(
            size=len(text.encode()), mtime_ns=1, content_hash=hashlib.sha256(text.encode()).hexdigest()
        ),
        updated=updated,
    )
    chunks = [
        Chunk(position=at, text=piece, plain=piece, start=0, end=0, lines=(3 * at + 1, 3 * at + 2))
        for at, piece in enumerate(texts)
    ]
    await store.put(document, [Entry(chunk=chunk, terms=("w",)) for chunk in chunks])
    waiting = {one.text: one.id for one in await store.pending(10_000)}
    if len(vectors):
        ids = [waiting[piece] for piece in texts if piece in waiting]
        rows = [vector for piece, vector in zip(texts, vectors, strict=True) if piece in waiting]
        if ids:
            await store.store_vectors("m", ids, np.vstack(rows))
