"""From one index into another, whatever their engines: whole notes with their vectors, compared at the end.

A run that was ended goes on where it stopped: a note that is there already, byte for byte, is not written again.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from knowledge.errors import IndexDamaged, IndexMissing, IndexUnavailable
from knowledge.ports import Store, Vector
from knowledge.transfer.lines import all_refs, as_line, batches, export_lines
from knowledge.types import NoteRef

Progress = Callable[[str, int, int], None]  # what is done, how many notes of it, of how many

_PENDING_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Migrated:
    """What stands in both indexes now; `digest` is the SHA-256 of the lines of all notes, in order."""

    notes: int
    chunks: int
    vectors: int
    written: int  # notes that were not there already
    digest: str


async def migrate(source: Store, target: Store, *, progress: Progress | None = None) -> Migrated:
    """Bring everything of one index into another that holds nothing else, and compare the two.

    Vectors that are gathered for a coming model stay behind: they are gathered again. Raises IndexMissing for an
    empty source, IndexBusy where somebody is indexing, IndexUnavailable for a target with notes of its own,
    ModelMismatch, and IndexDamaged where the two differ at the end.
    """
    tell = progress or _silently
    async with source.exclusive(), target.exclusive():
        refs = await _checked(source, target)
        written = done = 0
        for some in batches(refs):
            written += await _carry(source, target, some)
            done += len(some)
            tell("notes", done, len(refs))
        await _carry_marks(source, target)
        return await _compared(source, target, written=written, count=len(refs), tell=tell)


def _silently(_what: str, _done: int, _of: int) -> None:
    """Nobody watches."""


async def _checked(source: Store, target: Store) -> list[NoteRef]:
    """The notes to carry. Raises where the two do not go together."""
    refs = await all_refs(source)
    if not refs:
        raise IndexMissing("There is nothing to migrate: the first index holds no notes.")
    foreign = len(set(await all_refs(target)) - set(refs))
    if foreign:
        raise IndexUnavailable(
            f"The second index holds {foreign} notes that the first one does not.", hint="Name an empty database."
        )
    model = (await source.status()).model
    if model:
        await target.check_model(model)
    return refs


async def _carry(source: Store, target: Store, refs: Sequence[NoteRef]) -> int:
    """Write the notes that differ; return how many."""
    there = {record.document.ref: as_line(record) for record in await target.records(refs)}
    lacking = [record for record in await source.records(refs) if there.get(record.document.ref) != as_line(record)]
    for recipe, some in groupby(lacking, key=lambda record: record.recipe):
        await target.put_many([(record.document, record.entries) for record in some], recipe=recipe)
    vectors = {digest: vector for record in lacking for digest, vector in record.vectors.items()}
    if vectors:
        await _store(target, (await source.status()).model, vectors)
    return len(lacking)


async def _store(target: Store, model: str, vectors: Mapping[str, Vector]) -> None:
    """Give the waiting chunks of these contents their vectors."""
    waiting: dict[str, int] = {}
    async for chunk_id, digest in _waiting(target):
        if digest in vectors:
            waiting.setdefault(digest, chunk_id)
    if waiting:
        chosen = np.array([vectors[digest] for digest in waiting], dtype=np.float32)
        await target.store_vectors(model, list(waiting.values()), chosen)


async def _waiting(target: Store) -> AsyncIterator[tuple[int, str]]:
    after = 0
    while some := await target.pending(_PENDING_AT_ONCE, after=after):
        for piece in some:
            yield piece.id, piece.content_hash
        after = some[-1].id


async def _carry_marks(source: Store, target: Store) -> None:
    """Failures, and when each collection was last scanned."""
    for collection in (await source.status()).collections:
        for failure in await source.failures(collection.name):
            await target.record_failure(failure)
        if collection.last_scan is not None:
            await target.record_scan(collection.name, collection.last_scan)


async def _compared(source: Store, target: Store, *, written: int, count: int, tell: Progress) -> Migrated:
    """Hold counts and bytes of all notes against each other. Raises IndexDamaged where they differ."""
    counts = [
        [
            (one.name, one.documents, one.chunks, one.embedded, one.errors)
            for one in (await store.status()).collections
        ]
        for store in (source, target)
    ]
    digests = [await _digest(store, count, tell) for store in (source, target)]
    if counts[0] != counts[1] or digests[0] != digests[1]:
        raise IndexDamaged(
            "The two indexes differ after the migration.", hint="Run it again, into an empty database."
        )
    return Migrated(
        notes=count,
        chunks=sum(chunks for _, _, chunks, _, _ in counts[0]),
        vectors=sum(embedded for _, _, _, embedded, _ in counts[0]),
        written=written,
        digest=digests[0],
    )


async def _digest(store: Store, count: int, tell: Progress) -> str:
    digest, done = hashlib.sha256(), 0
    async for line in export_lines(store):
        digest.update(line.encode() + b"\n")
        done += 1
        tell("compared", done, count)
    return digest.hexdigest()
