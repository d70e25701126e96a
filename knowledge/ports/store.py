"""What the library needs of a store, and the values that go in and come out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, Self

import numpy as np
import numpy.typing as npt

from knowledge.filters import Filter
from knowledge.ports.models import Matrix, Vector
from knowledge.types import Chunk, ChunkPlace, Document, Fingerprint, NoteRef, Scope, StoredChunk


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
    generation: int = 0  # of the index

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


class Store(Protocol):
    """The durable truth: documents, chunks, terms and vectors, changed in transactions of whole documents.

    Every method raises IndexUnavailable (or a child of it) where the database cannot be used. Reads see a
    consistent snapshot while a write runs. What a store cannot do it refuses; it never answers with less.
    """

    # writing
    def exclusive(self) -> AbstractAsyncContextManager[None]:
        """Hold the right to index for the length of the block. Raises IndexBusy where somebody else has it."""
        ...

    async def put(self, document: Document, entries: Sequence[Entry], *, recipe: str = "") -> PutResult:
        """Replace the document whole; equal content hashes keep or copy their vector. Clears a recorded failure."""
        ...

    async def put_many(
        self, notes: Sequence[tuple[Document, Sequence[Entry]]], *, recipe: str = ""
    ) -> Sequence[PutResult]:
        """`put` each of them, in order, in one transaction: all are replaced or none."""
        ...

    async def touch(self, ref: NoteRef, fingerprint: Fingerprint) -> None:
        """Note a new size or time of an unchanged document."""
        ...

    async def remove(self, refs: Sequence[NoteRef]) -> int:
        """Forget documents (and failures); returns the number of chunks removed. Unknown refs are no error."""
        ...

    async def record_failure(self, failure: Failure) -> None:
        """Remember a note that failed. An older version of it that is indexed stays searchable."""
        ...

    async def record_scan(self, collection: str, finished: datetime) -> None:
        """Note when a collection was last scanned whole and without error."""
        ...

    async def forget_other_collections(self, names: Sequence[str]) -> int:
        """Drop collections that are configured no longer; returns the number of documents removed."""
        ...

    async def pending(self, limit: int, *, after: int = 0) -> Sequence[PendingChunk]:
        """Chunks without a vector (of the coming model, where there is one) and with id > after, by id."""
        ...

    async def waiting(self) -> int:
        """How many chunks `pending` would give in all."""
        ...

    async def store_vectors(self, model: str, ids: Sequence[int], vectors: Matrix) -> None:
        """Add vectors in one transaction; ids that are gone by now are passed over.

        Every other chunk that waits and has an equal content hash gets the same vector.

        The first call fixes model and dimension; vectors of the coming model are kept for `adopt`. Raises
        ModelMismatch, InvalidVector (naming the chunk).
        """
        ...

    async def gather(self, model: str) -> None:
        """Make a model the coming one: its vectors are stored beside those that serve, until `adopt`.

        The same model again goes on with what was gathered; another one, or "", drops it.
        """
        ...

    async def adopt(self) -> None:
        """Serve the coming model's vectors in place of the others, in one transaction; nothing without any.

        A chunk without one waits like a new chunk.
        """
        ...

    # reading
    async def fingerprints(self, collection: str) -> Mapping[str, Fingerprint]:
        """Path to fingerprint of every indexed note."""
        ...

    async def stale(self, collection: str, recipe: str) -> Collection[str]:
        """Paths of indexed notes that were put with another recipe: another way to read, cut or analyse."""
        ...

    async def failures(self, collection: str) -> Sequence[Failure]:
        """Notes that failed last time."""
        ...

    async def check_model(self, model: str) -> None:
        """Raise ModelMismatch where the index holds vectors of another model."""
        ...

    async def nearest(self, vector: Vector, scope: Scope, limit: int) -> Sequence[tuple[int, float]]:
        """(chunk id, exact cosine) best first, only inside the scope. Raises InvalidVector with both dimensions.

        Of a large index an engine may measure only what is likely to be near; its documents tell the recall.
        """
        ...

    async def term_statistics(self, terms: Sequence[str]) -> TermStatistics:
        """Whole-index statistics of the terms."""
        ...

    async def term_candidates(self, terms: Sequence[str], scope: Scope, limit: int) -> TermCandidates:
        """Chunks inside the scope that hold at least one of the terms, which are distinct; roughly best first."""
        ...

    async def chunks(self, ids: Sequence[int]) -> Sequence[StoredChunk]:
        """The chunks in the order asked for; ids that are gone are left out."""
        ...

    async def places(self, ids: Sequence[int]) -> Sequence[ChunkPlace]:
        """Where these chunks are, without their texts, in the order asked for; ids that are gone are left out."""
        ...

    async def note_chunks(self, ref: NoteRef) -> Sequence[StoredChunk]:
        """A note's chunks in order; empty where it is not indexed."""
        ...

    async def note_vectors(self, ref: NoteRef) -> Matrix:
        """Shape (embedded chunks, dimension), in order."""
        ...

    async def records(self, refs: Sequence[NoteRef]) -> Sequence[NoteRecord]:
        """The notes whole, in the order asked for, with vectors of the serving model; unknown ones are left out."""
        ...

    async def snapshot(self, collections: Sequence[str]) -> Snapshot:
        """Everything of these collections. Raises InvalidVector and IndexDamaged, naming the row."""
        ...

    async def notes(self, scope: Scope) -> Sequence[NoteInfo]:
        """The notes inside the scope, by collection and path."""
        ...

    async def matching_notes(self, filter_: Filter, collections: Sequence[str]) -> Sequence[NoteRef]:
        """The notes of the collections that the filter matches, by collection and path."""
        ...

    async def vocabulary(self, prefix: str = "") -> Mapping[str, int]:
        """Term to number of chunks, for terms that start with the prefix."""
        ...

    async def status(self) -> IndexStatus:
        """What the index holds."""
        ...

    async def generation(self) -> int:
        """Grows with every committed change that a search could see, whichever process made it."""
        ...

    async def close(self) -> None:
        """Finish the running write and close every connection."""
        ...
