"""The index in one SQLite file: documents, chunks, FTS5 terms and sqlite-vec vectors."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

from knowledge.filters import Filter
from knowledge.ports import (
    Entry,
    Failure,
    IndexStatus,
    Matrix,
    NoteInfo,
    NoteRecord,
    PendingChunk,
    PutResult,
    Snapshot,
    TermCandidates,
    TermStatistics,
    Vector,
)
from knowledge.store import documents, gathering, lookup, records, search_statements, snapshot
from knowledge.store import vectors as vector_search
from knowledge.store.database import Database
from knowledge.store.dialect import SqliteDialect
from knowledge.store.filters import Readings, compile_scope
from knowledge.store.folding import side_by_side
from knowledge.store.mirror import FileMirror
from knowledge.store.places import ChunkPlaces
from knowledge.store.remembered import Remembered
from knowledge.store.room import Room
from knowledge.store.schema import MIGRATIONS
from knowledge.store.terms import TermSearch, vocabulary
from knowledge.store.turns import hold_turn
from knowledge.types import ChunkPlace, Document, Fingerprint, NoteRef, Scope, StoredChunk

_DIALECT = SqliteDialect()


class SqliteStore:
    """The `Store` port on SQLite. Open it with `open`; it knows no language beyond `readings`."""

    def __init__(
        self, database: Database, readings: Readings, mirror: FileMirror, terms: TermSearch, places: ChunkPlaces
    ) -> None:
        self._database = database
        self._readings = readings
        self._remembered: Remembered[int, StoredChunk] = Remembered(lookup.CHUNKS_REMEMBERED)
        self._places = places
        self._terms = terms
        self._mirror = mirror

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        readings: Readings,
        readers: int = 4,
        read_only: bool = False,
        untouched: bool = False,
        busy_timeout_seconds: float = 5.0,
        vector_memory_bytes: int = 512 * 2**20,
        exact_vectors: int = 100_000,
        term_memory_bytes: int = 64 * 2**20,
    ) -> SqliteStore:
        """Open the index, creating it (not `read_only`) where it does not exist.

        `readings` gives the sequences of terms that a filter's text may have in a note. `untouched`: a reader that
        leaves every byte of every file as it was. `vector_memory_bytes`: what vectors in memory may take, so that
        searches need not read them all; `exact_vectors`: up to so many, each search measures all of them, and of more
        those that are likely to be the nearest. `term_memory_bytes`: what the lists of chunks that hold a term may
        take, 8 bytes for each chunk of each. Raises IndexMissing, IndexTooNew, IndexUnavailable, DriverMissing.
        """
        database = await Database.open(
            path,
            migrations=MIGRATIONS,
            vectors=True,
            readers=readers,
            read_only=read_only or untouched,
            untouched=untouched,
            busy_timeout_seconds=busy_timeout_seconds,
            prepare=_teach,
        )
        mirror = FileMirror(Room(vector_memory_bytes, path.parent, exact=exact_vectors))
        places = ChunkPlaces()
        return cls(database, readings, mirror, TermSearch(term_memory_bytes, places), places)

    async def close(self) -> None:
        """Finish the running write and close every connection."""
        try:
            await self._mirror.copied.stop()
        finally:
            await self._database.close()

    @asynccontextmanager
    async def exclusive(self) -> AsyncIterator[None]:
        """Hold the right to index for the length of the block. Raises IndexBusy where somebody else has it."""
        async with hold_turn(self._database.path):
            yield

    # Writing ------------------------------------------------------------------------------------------------------

    async def put(self, document: Document, entries: Sequence[Entry], *, recipe: str = "") -> PutResult:
        """Replace the document whole. Raises ValueError, before anything is written, for two equal positions."""
        return (await self.put_many([(document, entries)], recipe=recipe))[0]

    async def put_many(
        self, notes: Sequence[tuple[Document, Sequence[Entry]]], *, recipe: str = ""
    ) -> Sequence[PutResult]:
        """Replace each document whole, all or none. Raises ValueError as `put` does."""
        for _, entries in notes:
            documents.check_entries(entries)
        return await self._database.write(lambda connection: documents.put_many(connection, notes, recipe))

    async def touch(self, ref: NoteRef, fingerprint: Fingerprint) -> None:
        """Note a new size or time of an unchanged document."""
        await self._database.write(lambda connection: documents.touch(connection, ref, fingerprint))

    async def remove(self, refs: Sequence[NoteRef]) -> int:
        """Forget documents and failures; return the number of chunks removed."""
        return await self._database.write(lambda connection: documents.remove(connection, refs))

    async def record_failure(self, failure: Failure) -> None:
        """Remember a note that failed."""
        await self._database.write(lambda connection: documents.record_failure(connection, failure))

    async def record_scan(self, collection: str, finished: datetime) -> None:
        """Note when a collection was last scanned whole and without error."""
        await self._database.write(lambda connection: documents.record_scan(connection, collection, finished))

    async def forget_other_collections(self, names: Sequence[str]) -> int:
        """Drop collections that are not named; return the number of documents removed."""
        return await self._database.write(lambda connection: documents.forget_others(connection, names))

    async def pending(self, limit: int, *, after: int = 0) -> Sequence[PendingChunk]:
        """Return chunks without a vector and with a larger id, by id."""
        return await self._database.read(lambda connection: vector_search.pending(connection, limit, after))

    async def store_vectors(self, model: str, ids: Sequence[int], vectors: Matrix) -> None:
        """Add unit vectors; waiting chunks with an equal hash get the same one."""
        await self._database.write(lambda connection: vector_search.store(connection, model, ids, vectors))

    async def waiting(self) -> int:
        """Return how many chunks `pending` would give in all."""
        return await self._database.read(vector_search.waiting)

    async def gather(self, model: str) -> None:
        """Gather vectors of this model beside the serving ones, until `adopt`."""
        await self._database.write(lambda connection: gathering.begin(connection, model))

    async def adopt(self) -> None:
        """Serve the gathered vectors instead, in one transaction."""
        await self._database.write(gathering.adopt)

    # Reading ------------------------------------------------------------------------------------------------------

    async def fingerprints(self, collection: str) -> Mapping[str, Fingerprint]:
        """Return path to fingerprint of every indexed note."""
        return await self._database.read(lambda connection: lookup.fingerprints(connection, collection))

    async def stale(self, collection: str, recipe: str) -> frozenset[str]:
        """Return the paths of notes that were put with another recipe."""
        return await self._database.read(lambda connection: lookup.stale(connection, collection, recipe))

    async def failures(self, collection: str) -> Sequence[Failure]:
        """Return the notes that failed last time."""
        return await self._database.read(lambda connection: lookup.failures(connection, collection))

    async def check_model(self, model: str) -> None:
        """Raise ModelMismatch where the index holds vectors of another model."""
        await self._database.read(lambda connection: vector_search.check_model(connection, model))

    async def nearest(self, vector: Vector, scope: Scope, limit: int) -> Sequence[tuple[int, float]]:
        """Return (chunk id, exact cosine), best first, only inside the scope."""
        condition = compile_scope(scope, self._readings, _DIALECT)
        found = await self._database.read(
            lambda connection: vector_search.nearest(connection, vector, condition, limit, self._mirror)
        )
        self._mirror.copied.catch_up(lambda: self._database.read(self._mirror.load))
        return found

    async def vectors_in_memory(self) -> int:
        """Wait for vectors that are on their way into memory, and return the bytes that those there take."""
        return await self._mirror.copied.settled()

    async def term_statistics(self, terms: Sequence[str]) -> TermStatistics:
        """Return whole-index statistics of the terms."""
        return await self._database.read(lambda connection: self._terms.statistics(connection, terms))

    async def term_candidates(self, terms: Sequence[str], scope: Scope, limit: int) -> TermCandidates:
        """Return chunks of the scope that hold at least one of the terms, roughly best first."""
        condition = compile_scope(scope, self._readings, _DIALECT)
        return await self._database.read(
            lambda connection: self._terms.candidates(connection, terms, condition, limit)
        )

    async def vocabulary(self, prefix: str = "") -> Mapping[str, int]:
        """Return term to number of chunks, for terms that start with the prefix."""
        return await self._database.read(lambda connection: vocabulary(connection, prefix))

    async def chunks(self, ids: Sequence[int]) -> Sequence[StoredChunk]:
        """Return the chunks in the order asked for, without those that are gone."""
        return await self._database.read(lambda connection: lookup.chunks(connection, ids, self._remembered))

    async def places(self, ids: Sequence[int]) -> Sequence[ChunkPlace]:
        """Return where the chunks are in the order asked for, without those that are gone."""
        return await self._database.read(lambda connection: self._places.of(connection, ids))

    async def note_chunks(self, ref: NoteRef) -> Sequence[StoredChunk]:
        """Return a note's chunks in order."""
        return await self._database.read(lambda connection: lookup.note_chunks(connection, ref))

    async def note_vectors(self, ref: NoteRef) -> Matrix:
        """Return a note's vectors, one row a chunk, in order."""
        return await self._database.read(lambda connection: vector_search.of_note(connection, ref))

    async def records(self, refs: Sequence[NoteRef]) -> Sequence[NoteRecord]:
        """Return the notes whole, for another index to take over."""
        return await self._database.read(lambda connection: records.take(connection, refs))

    async def snapshot(self, collections: Sequence[str]) -> Snapshot:
        """Return everything of these collections."""
        return await self._database.read(lambda connection: snapshot.take(connection, collections))

    async def notes(self, scope: Scope) -> Sequence[NoteInfo]:
        """Return the notes inside the scope."""
        condition = compile_scope(scope, self._readings, _DIALECT)
        return await self._database.read(lambda connection: lookup.notes(connection, condition))

    async def matching_notes(self, filter_: Filter, collections: Sequence[str]) -> Sequence[NoteRef]:
        """Return the notes of the collections that the filter matches."""
        condition = compile_scope(Scope(collections=tuple(collections), filter=filter_), self._readings, _DIALECT)
        return await self._database.read(lambda connection: lookup.matching_notes(connection, condition))

    async def status(self) -> IndexStatus:
        """Return what the index holds."""
        return await self._database.read(lookup.status)

    async def generation(self) -> int:
        """Return the number that grows with every committed change that a search could see."""
        return await self._database.read(lookup.generation)


def _teach(connection: sqlite3.Connection) -> None:
    connection.create_function("side_by_side", 2, side_by_side, deterministic=True)
    connection.execute(search_statements.TERM_PLACES)
