"""The audit from an index to its leads: read once, compared in a thread, nothing written."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from knowledge.collections import Collection, Library
from knowledge.duplicates.bound import Ints
from knowledge.duplicates.freshness import freshness
from knowledge.duplicates.judging import judged
from knowledge.duplicates.leads import Compared, Leads, leads
from knowledge.duplicates.notes import Vocabulary, notes_of
from knowledge.duplicates.values import Audit, AuditOptions, Count
from knowledge.errors import CollectionNotFound
from knowledge.ports import Matrix, Snapshot, Store
from knowledge.remarks import Remark
from knowledge.types import OPERATOR, NoteRef, Viewer


class Auditor:
    """Finds the notes of an index that repeat each other. It reads the index and the names in its folders alone."""

    def __init__(self, library: Library, store: Store) -> None:
        self._library = library
        self._store = store

    async def audit(
        self, options: AuditOptions, *, viewer: Viewer = OPERATOR, progress: Count | None = None
    ) -> Audit:
        """Compare all notes that this viewer may see. Cancelling stops the work.

        Raises CollectionNotFound, QueryError, IndexUnavailable and its children, InvalidVector.
        """
        collections = self._collections(options, viewer)
        started = time.perf_counter()
        snapshot = await self._store.snapshot([collection.name for collection in collections])
        stop = threading.Event()
        work = _Work(
            library=self._library,
            collections=collections,
            snapshot=snapshot,
            options=options,
            stop=stop,
            count=_on_the_loop(progress),
            load_seconds=time.perf_counter() - started,
        )
        try:
            return await asyncio.to_thread(work.run)
        finally:
            stop.set()

    def _collections(self, options: AuditOptions, viewer: Viewer) -> tuple[Collection, ...]:
        visible = self._library.visible(viewer)
        names = {collection.name for collection in visible}
        for name in options.collections:
            if name not in names:
                known = ", ".join(collection.name for collection in visible)
                raise CollectionNotFound(
                    "There is no collection {name!r}.", hint="Use one of: {names}.", name=name, names=known
                )
        return tuple(one for one in visible if not options.collections or one.name in options.collections)


def is_within(ref: NoteRef, prefix: str) -> bool:
    """Whether the prefix names this note or a folder around it, its collection in front or not."""
    wanted = prefix.strip("/")
    names = (ref.path, f"{ref.collection}/{ref.path}")
    return not wanted or any(name == wanted or name.startswith(f"{wanted}/") for name in names)


def _on_the_loop(progress: Count | None) -> Count:
    """The callback, called on the event loop from whatever thread is at work."""
    if progress is None:
        return lambda _name, _done, _total: None
    loop = asyncio.get_running_loop()

    def count(name: str, done: int, total: int) -> None:
        loop.call_soon_threadsafe(progress, name, done, total)

    return count


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Work:
    """One audit over one snapshot."""

    library: Library
    collections: Sequence[Collection]
    snapshot: Snapshot
    options: AuditOptions
    stop: threading.Event
    count: Count
    load_seconds: float

    def run(self) -> Audit:
        """Compare, judge and order."""
        vocabulary = Vocabulary()
        embedded, vectors, chosen = self._chosen()
        notes = tuple(notes_of((self.snapshot.chunks[at] for at in chosen.tolist()), vocabulary))
        found = leads(Compared(notes, embedded, vectors), self.options, self.count, self.stop)
        started = time.perf_counter()
        clusters, families = judged(
            found.leads, notes, vocabulary=vocabulary, library=self.library, count=self.count, stop=self.stop
        )
        fresh = freshness(
            self.collections,
            self.snapshot,
            lambda ref: is_within(ref, self.options.prefix),
            unembedded_chunks=len(chosen) - len(embedded),
        )
        return Audit(
            options=self.options,
            documents=len(notes),
            chunks=len(chosen),
            pairs=found.pairs,
            clusters=clusters,
            families=families,
            freshness=fresh,
            warnings=(*_unjudged(found), *self._nothing(len(notes)), *fresh.warnings),
            notes={note.ref: note for note in notes},
            seconds={"load": self.load_seconds, **found.seconds, "judge": time.perf_counter() - started},
        )

    def _chosen(self) -> tuple[Ints, Matrix, Ints]:
        """The chunks below the prefix by position; which of them have a vector, and the vectors."""
        snapshot = self.snapshot
        if not self.options.prefix.strip("/"):
            return snapshot.embedded, snapshot.vectors, np.arange(len(snapshot.chunks))
        inside = np.array([is_within(chunk.ref, self.options.prefix) for chunk in snapshot.chunks], dtype=bool)
        kept = inside[snapshot.embedded]
        numbers = np.cumsum(inside) - 1
        return numbers[snapshot.embedded[kept]], snapshot.vectors[kept], np.flatnonzero(inside)

    def _nothing(self, documents: int) -> Iterator[str]:
        if not documents:
            prefix = self.options.prefix
            where = Remark("below {prefix!r}", prefix=prefix) if prefix else Remark("in these collections")
            yield Remark("No note {where} is indexed, so nothing was compared.", where=where)


def _unjudged(found: Leads) -> Iterator[str]:
    if found.left_out:
        yield Remark(
            "Only the {pairs:,} strongest pairs of notes were looked at, {more:,} more were "
            "found: some text stands in a great many notes. Compare fewer with --prefix.",
            pairs=len(found.leads),
            more=found.left_out,
        )
