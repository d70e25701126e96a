"""Notes and vectors for the store's tests, made by hand so that every expected value can be told."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime

import numpy as np

from knowledge.ports import Entry, Matrix
from knowledge.types import Chunk, Document, Fingerprint, NoteRef, Scope

DIMENSION = 8


def ref(path: str, collection: str = "handbook") -> NoteRef:
    return NoteRef(collection=collection, path=path)


def readings(text: str) -> Sequence[Sequence[str]]:
    """The simplest analyzer: folded words, read in one way."""
    return (terms(text),)


def terms(text: str) -> tuple[str, ...]:
    return tuple(text.casefold().replace(".", " ").replace(",", " ").split())


def note(
    path: str,
    *texts: str,
    collection: str = "handbook",
    title: str = "Title",
    tags: tuple[str, ...] = (),
    author: str = "",
    updated: datetime | None = None,
) -> tuple[Document, list[Entry]]:
    """A note whose chunks are the texts, three lines each."""
    text = "\n\n".join(texts)
    document = Document(
        ref=ref(path, collection),
        title=title,
        text=text,
        blocks=(),
        fingerprint=fingerprint(text),
        tags=tags,
        author=author,
        updated=updated,
    )
    return document, [entry(position, piece) for position, piece in enumerate(texts)]


def entry(position: int, text: str, *, heading_path: tuple[str, ...] = ()) -> Entry:
    lines = (3 * position + 1, 3 * position + 3)
    chunk = Chunk(
        position=position, text=text, plain=text, start=0, end=len(text), lines=lines, heading_path=heading_path
    )
    return Entry(chunk=chunk, terms=terms(text))


def fingerprint(text: str, *, mtime_ns: int = 1) -> Fingerprint:
    return Fingerprint(size=len(text), mtime_ns=mtime_ns, content_hash=hashlib.sha256(text.encode()).hexdigest())


def vectors_for(texts: Sequence[str]) -> Matrix:
    """Unit rows that depend on the text alone, so that any run gives the same ones."""
    rows = [np.random.default_rng(list(text.encode())).normal(size=DIMENSION) for text in texts]
    return np.array([row / np.linalg.norm(row) for row in rows], dtype=np.float32).reshape(-1, DIMENSION)


def everywhere(*collections: str) -> Scope:
    return Scope(collections=collections or ("handbook",))
