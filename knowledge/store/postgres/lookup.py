"""Reading notes and chunks back: each function is the body of one read transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from knowledge.ports import Failure, IndexStatus, NoteInfo
from knowledge.store import rows
from knowledge.store.conditions import Condition
from knowledge.store.postgres import statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.summary import State, summary_of
from knowledge.store.postgres.texts import read_row
from knowledge.store.remembered import Remembered
from knowledge.types import ChunkPlace, Fingerprint, NoteRef, StoredChunk

PLACES_REMEMBERED = 32_768  # about 12 MB


async def fingerprints(connection: Connection, collection: str) -> dict[str, Fingerprint]:
    """Return path to fingerprint of every indexed note."""
    found = await (await connection.execute(statements.FINGERPRINTS, (collection,))).fetchall()
    return {row["path"]: rows.fingerprint(row) for row in found}


async def stale(connection: Connection, collection: str, recipe: str) -> frozenset[str]:
    """Return the paths of notes that were put with another recipe."""
    found = await (await connection.execute(statements.STALE, (collection, recipe))).fetchall()
    return frozenset(row["path"] for row in found)


async def failures(connection: Connection, collection: str) -> list[Failure]:
    """Return the notes that failed, by path."""
    found = await (await connection.execute(statements.FAILURES, (collection,))).fetchall()
    return [rows.failure(read_row(row), collection) for row in found]


async def chunks(
    connection: Connection, ids: Sequence[int], remembered: Remembered[int, StoredChunk]
) -> list[StoredChunk]:
    """Return the chunks in the order asked for, without those that are gone."""
    now = await generation(connection)
    found = remembered.known(ids, generation=now)
    missing = [int(chunk_id) for chunk_id in ids if chunk_id not in found]
    if missing:
        wanted = await (await connection.execute(statements.CHUNKS, (missing,))).fetchall()
        loaded = {row["id"]: stored_chunk(row) for row in wanted}
        found |= loaded
    remembered.keep(found, generation=now)
    return [found[chunk_id] for chunk_id in ids if chunk_id in found]


async def places(
    connection: Connection, ids: Sequence[int], remembered: Remembered[int, ChunkPlace]
) -> list[ChunkPlace]:
    """Return where the chunks are in the order asked for, without those that are gone."""
    now = await generation(connection)
    found = remembered.known(ids, generation=now)
    missing = [int(chunk_id) for chunk_id in ids if chunk_id not in found]
    if missing:
        wanted = await (await connection.execute(statements.CHUNK_PLACES, (missing,))).fetchall()
        found |= {row["id"]: rows.chunk_place(read_row(row).values()) for row in wanted}
    remembered.keep(found, generation=now)
    return [found[chunk_id] for chunk_id in ids if chunk_id in found]


async def note_chunks(connection: Connection, ref: NoteRef) -> list[StoredChunk]:
    """Return a note's chunks in order."""
    found = await connection.execute(statements.NOTE_CHUNKS, (ref.collection, ref.path))
    return [stored_chunk(row) for row in await found.fetchall()]


async def notes(connection: Connection, scope: Condition) -> list[NoteInfo]:
    """Return the notes of the scope."""
    found = await connection.execute(statements.inside(statements.NOTES, scope.sql), scope.values)
    return [rows.note_info(read_row(row)) for row in await found.fetchall()]


async def matching_notes(connection: Connection, scope: Condition) -> list[NoteRef]:
    """Return the identities of the notes of the scope."""
    found = await connection.execute(statements.inside(statements.MATCHING_NOTES, scope.sql), scope.values)
    return [rows.note_ref(row) for row in await found.fetchall()]


async def status(connection: Connection) -> IndexStatus:
    """Return what the index holds."""
    summary = await summary_of(connection)
    found = await (await connection.execute(statements.STATUS)).fetchall()
    return IndexStatus(
        collections=tuple(rows.collection_status(row) for row in found),
        model=summary.model,
        dimension=summary.dimension,
        generation=summary.generation,
        embedded_at=summary.embedded_at,
        coming=summary.coming,
    )


async def generation(connection: Connection) -> State:
    """Return what is another one after every visible change."""
    return (await summary_of(connection)).state


def stored_chunk(row: Mapping[str, Any]) -> StoredChunk:
    """A chunk from its row."""
    return rows.stored_chunk(read_row(row).values())
