"""The collection that threads are saved into as notes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from knowledge.collections import Collection
from knowledge.types import NoteRef, Viewer
from knowledge.writing import write_note


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """A note that was written, and its address; None where its collection has no addresses."""

    ref: NoteRef
    url: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """`writers`: user and user-group ids that may save; empty: everyone who may read the collection."""

    collection: Collection
    index: Callable[[str], Awaitable[object]]  # brings the index of the named collection up to date
    writers: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """The collection's."""
        return self.collection.name

    def open_to(self, viewer: Viewer) -> bool:
        """Whether this viewer may read what is saved."""
        return self.collection.visible_to(viewer)

    async def put(self, name: str, text: str) -> Saved:
        """Write a note, and index it. Raises NoteNotWritten."""
        ref = await asyncio.to_thread(write_note, self.collection, name, text)
        await self.index(self.name)
        return Saved(ref=ref, url=self.collection.link(ref.path))
