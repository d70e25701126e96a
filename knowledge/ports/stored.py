"""The values that go into a store and come out of it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self

import numpy as np
import numpy.typing as npt

from knowledge.ports.models import Matrix, Vector
from knowledge.types import Chunk, Document, Fingerprint, NoteRef, StoredChunk


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A chunk on its way into the index, with its analysed terms in order (title and headings first)."""

    chunk: Chunk
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PutResult:
    """Chunks of one document: new ones, ones whose vector was already there, old ones dropped."""

    created: int
    reused: int
    removed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A note that could not be indexed: kept, so that it is tried again only when its bytes change."""

    ref: NoteRef
    message: str
    fingerprint: Fingerprint | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingChunk:
    """A chunk that has no vector yet."""

    id: int
    text: str  # Chunk.embedding_text
    content_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TermStatistics:
    """Whole-index statistics for BM25, over all chunks whatever the scope."""

    chunks: int
    mean_length: float  # terms a chunk
    frequencies: Mapping[str, int]  # chunks that hold the term; absent: 0
    notes: int = 0
    generation: Hashable = 0  # of the index: as `Store.generation` gives it

    @property
    def chunks_a_note(self) -> float:
        """The mean number of chunks, at least 1."""
        return max(self.chunks / self.notes, 1.0) if self.notes else 1.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TermCandidates:
    """Chunks chosen by their terms, roughly best first, with what their exact scores take. One row a chunk."""

    ids: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]  # shape (chunks, terms that were asked for): how often each holds each
    lengths: npt.NDArray[np.int64]  # in terms
    firsts: npt.NDArray[np.int64]  # place of the first of these terms; titles and headings come before the text

    @classmethod
    def none(cls, terms: Sequence[str]) -> Self:
        """No chunk at all."""
        nothing = np.zeros(0, dtype=np.int64)
        return cls(ids=nothing, counts=np.zeros((0, len(terms)), np.int64), lengths=nothing, firsts=nothing)


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionStatus:
    """What the index holds of one collection."""

    name: str
    documents: int
    chunks: int
    embedded: int
    last_scan: datetime | None
    errors: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexStatus:
    """What the index holds. `generation` grows with every change that a search could see."""

    collections: Sequence[CollectionStatus]
    model: str = ""
    dimension: int = 0
    generation: int = 0
    embedded_at: datetime | None = None  # when a vector was last added
    coming: str = ""  # the model whose vectors are gathered to take over


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteInfo:
    """A note in the index, without its text."""

    ref: NoteRef
    title: str
    updated: datetime | None
    tags: tuple[str, ...] = ()
    author: str = ""
    chunks: int = 0
    failures: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteRecord:
    """A note whole, as `put_many` and `store_vectors` are given it, for another index to take over."""

    document: Document  # without text and blocks, which no index keeps
    recipe: str
    entries: Sequence[Entry]  # in order
    vectors: Mapping[str, Vector]  # by content hash; of a chunk without a vector: none


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """Everything that an audit compares, from one moment of the index."""

    chunks: Sequence[StoredChunk]  # by collection, path, position
    embedded: npt.NDArray[np.int64]  # index into `chunks` of each row of `vectors`, ascending
    vectors: Matrix  # shape (embedded chunks, dimension), finite and not zero
    fingerprints: Mapping[NoteRef, Fingerprint]  # of every note, those without chunks included
    scans: Mapping[str, datetime]  # collection to the end of its last whole scan
    failed: Collection[NoteRef] = ()  # notes that could not be indexed last time
