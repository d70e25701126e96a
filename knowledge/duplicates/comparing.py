"""Two notes side by side, as they are now."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime

from knowledge.collections import Library
from knowledge.duplicates.drift import differences
from knowledge.duplicates.notes import Note, Vocabulary, note_of
from knowledge.duplicates.values import Drift
from knowledge.errors import NoteNotFound
from knowledge.ports import Store
from knowledge.types import NoteRef, Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two notes; `beginning` is its first chunk, as plain text."""

    ref: NoteRef
    title: str
    url: str | None
    updated: datetime | None
    beginning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Both notes and every place where they differ."""

    left: Side
    right: Side
    drift: Drift


async def compare(library: Library, store: Store, left: NoteRef, right: NoteRef, viewer: Viewer) -> Comparison:
    """Read both from the index. Raises NoteNotFound where one is gone, or this viewer may not see it."""
    visible = {collection.name for collection in library.visible(viewer)}
    vocabulary = Vocabulary()
    notes: list[Note] = []
    for ref in (left, right):
        chunks = await store.note_chunks(ref) if ref.collection in visible else ()
        if not chunks:
            raise NoteNotFound(
                "One of the two notes is gone, or you may not see it.", hint="The next digest shows what is left."
            )
        notes.append(note_of(tuple(chunks), vocabulary))
    drift = await asyncio.to_thread(differences, *notes)
    one, other = (_side(library, note) for note in notes)
    return Comparison(left=one, right=other, drift=drift)


def _side(library: Library, note: Note) -> Side:
    first = note.chunks[0]
    return Side(
        ref=note.ref,
        title=note.title,
        url=library.link(note.ref, line=first.lines[0], heading=first.heading),
        updated=note.updated,
        beginning=first.plain,
    )
