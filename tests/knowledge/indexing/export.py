"""What an index holds, without ids and times: two indexes of the same notes must be equal in it."""

from __future__ import annotations

from knowledge.ports import Store
from knowledge.types import NoteRef, Scope

Row = tuple[NoteRef, str, tuple[str, ...], tuple[int, int], bytes]


async def export(store: Store, *collections: str) -> list[Row]:
    """Path, text, heading path, lines and vector of every chunk, in order."""
    rows: list[Row] = []
    for note in await store.notes(Scope(collections=collections)):
        chunks = await store.note_chunks(note.ref)
        vectors = await store.note_vectors(note.ref)
        assert len(chunks) == len(vectors), f"{note.ref.path} waits for vectors"
        for chunk, vector in zip(chunks, vectors, strict=True):
            rows.append((note.ref, chunk.text, chunk.heading_path, chunk.lines, vector.tobytes()))
    return rows
