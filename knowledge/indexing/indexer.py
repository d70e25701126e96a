"""Keeping the index equal to the folders: keywords of all notes first, vectors after."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from knowledge.chunking import ChunkingOptions
from knowledge.collections import Library
from knowledge.errors import ModelMismatch, ReadError
from knowledge.indexing.delta import outdated
from knowledge.indexing.embedding import VectorFiller
from knowledge.indexing.keywords import KeywordPhase
from knowledge.indexing.preparing import Preparation
from knowledge.indexing.report import Progress, ProgressCallback, SyncReport
from knowledge.ports import Embedder, Store
from knowledge.reading import scan


class Indexer:
    """Brings the store up to date with the library's folders."""

    def __init__(
        self,
        library: Library,
        store: Store,
        embedder: Embedder,
        *,
        chunking: ChunkingOptions,
        exclude_status: Iterable[str] = (),
    ) -> None:
        """`exclude_status`: front matter statuses whose notes are skipped, upper and lower case alike."""
        self._library = library
        self._store = store
        self._filler = VectorFiller(store, embedder)
        self._embedder = embedder
        self._chunking = chunking
        self._exclude_status = frozenset(status.casefold() for status in exclude_status)
        self._reading = asyncio.Lock()
        self._turn = _Turn(store)

    @property
    def library(self) -> Library:
        """The collections that it keeps up to date."""
        return self._library

    async def sync(
        self,
        *,
        collections: Sequence[str] = (),
        changed: Mapping[str, Sequence[str]] | None = None,
        full: bool = False,
        new_model: bool = False,
        allow_empty_prune: bool = False,
        progress: ProgressCallback | None = None,
    ) -> SyncReport:
        """Index what changed in the named collections, or in all.

        `changed`: a few notes (relative paths by collection) to be put before anything else is looked at.
        `full` reads every note again. `full` and `new_model` let another embedding model take over: its vectors are
        gathered while the old ones serve, and later runs go on with that. A folder that is missing or without notes
        prunes nothing, unless `allow_empty_prune`. One bad note is reported and
        stops nothing; a model that does not answer leaves the keywords indexed. Raises CollectionNotFound,
        ModelMismatch, ModelMissing (no tokenizer), IndexBusy while another process indexes, IndexUnavailable.
        """
        chosen = [self._library.get(name) for name in dict.fromkeys(collections)] or list(self._library.collections)
        report = progress or _silent
        started = time.perf_counter()
        async with self._turn.hold():
            await self._settle_model(new_model=full or new_model)
            phase = KeywordPhase(self._store, self._preparation(), report)
            # Waits for nobody: should an earlier run put an older state after it, this one finds that below.
            for name, paths in (changed or {}).items():
                await phase.read_changed(self._library.get(name), paths)
            async with self._reading:
                await phase.read(chosen, full=full)
                await phase.prune(allow_empty=allow_empty_prune)
                forgotten = 0 if collections else await self._forget_others()
            filled = await self._filler.fill(lambda done, total: report(_embedding(done, total)))
        phase.blame(filled.refused)
        return SyncReport(
            collections=tuple(phase.tallies[collection.name].report() for collection in chosen),
            seconds=time.perf_counter() - started,
            embedded=filled.embedded,
            forgotten=forgotten,
            problems=(*phase.problems, *((filled.problem,) if filled.problem else ())),
            unreachable=filled.unreachable,
        )

    async def outdated(self) -> Mapping[str, int]:
        """How many indexed notes of each collection have a file that differs by now, or none; a look, not a run.

        A collection whose folder cannot be listed is left out. Raises IndexUnavailable.
        """
        found = {}
        for collection in self._library.collections:
            with suppress(ReadError):
                scanned = await asyncio.to_thread(scan, collection)
                found[collection.name] = outdated(scanned, await self._store.fingerprints(collection.name))
        return found

    def _preparation(self) -> Preparation:
        return Preparation(
            tokenizer=self._embedder.tokenizer, chunking=self._chunking, exclude_status=self._exclude_status
        )

    async def _settle_model(self, *, new_model: bool) -> None:
        model, coming = self._embedder.model, (await self._store.status()).coming
        try:
            await self._store.check_model(model)
        except ModelMismatch:
            if not new_model and model != coming:
                raise
            await self._store.gather(model)
        else:
            if coming:
                await self._store.gather("")

    async def _forget_others(self) -> int:
        names = [collection.name for collection in self._library.collections]
        return await self._store.forget_other_collections(names) if names else 0


class _Turn:
    """One process's turn to index, shared by all runs in it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changing = asyncio.Lock()
        self._held = AsyncExitStack()
        self._runs = 0

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        async with self._changing:
            if not self._runs:
                await self._held.enter_async_context(self._store.exclusive())
            self._runs += 1
        try:
            yield
        finally:
            self._runs -= 1
            if not self._runs:
                await self._held.aclose()


def _embedding(done: int, total: int) -> Progress:
    return Progress(phase="embedding", done=done, total=total)


def _silent(progress: Progress) -> None:
    """Nobody wants to know."""
