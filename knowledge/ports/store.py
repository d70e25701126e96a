"""What the library needs of a store."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Protocol

from knowledge.filters import Filter
from knowledge.ports.models import Matrix, Vector
from knowledge.ports.stored import (
    Entry,
    Failure,
    IndexStatus,
    NoteInfo,
    NoteRecord,
    PendingChunk,
    PutResult,
    Snapshot,
    TermCandidates,
    TermStatistics,
)
from knowledge.types import ChunkPlace, Document, Fingerprint, NoteRef, Scope, StoredChunk


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

    async def generation(self) -> Hashable:
        """Another one after every committed change that a search could see, whichever process made it."""
        ...

    async def close(self) -> None:
        """Finish the running write and close every connection."""
        ...
