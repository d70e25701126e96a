"""The library's front door: ask, search, related, random, sync, status."""

from __future__ import annotations

import asyncio
import time
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from knowledge.answering.answerer import Answerer
from knowledge.collections import Library, unknown_collections
from knowledge.errors import CollectionNotFound, NoteNotFound, QueryError
from knowledge.indexing import Indexer, SyncReport
from knowledge.indexing.report import ProgressCallback
from knowledge.ports import Embedder, IndexStatus, Store
from knowledge.retrieval import Mode, NoteFinder, Pipeline, parse_query
from knowledge.retrieval.notes import spoken
from knowledge.types import Answer, Hit, NoteRef, Query, Scope, SearchResult, Turn, Viewer

NEAREST = 3  # notes offered where the notes hold no answer
# More at once would finish no sooner, and each thread at work delays the event loop.
SEARCHES_AT_ONCE = 4
CANDIDATE_NOTES = 10  # notes whose chunks may become evidence
NO_PLAN = "Query rewriting is not part of this version; this is the plain search."


class KnowledgeBase:
    """One index, and what can be asked of it. Everything may be used concurrently."""

    def __init__(
        self,
        *,
        library: Library,
        store: Store,
        embedder: Embedder,
        pipeline: Pipeline,
        answerer: Answerer,
        indexer: Indexer,
        max_question_chars: int = 4_000,
    ) -> None:
        self.library = library
        self.indexer = indexer
        self.pipeline = pipeline
        self._store = store
        self._embedder = embedder
        self._finder = NoteFinder(library, store, pipeline)
        self._answerer = answerer
        self._max_question_chars = max_question_chars
        self._turns = asyncio.Semaphore(SEARCHES_AT_ONCE)

    def parse(
        self, text: str, viewer: Viewer, *, collections: Sequence[str] = (), history: Sequence[Turn] = ()
    ) -> Query:
        """A typed text as a query, its filters taken out. Raises QueryError, CollectionNotFound."""
        if len(text) > self._max_question_chars:
            raise QueryError(
                f"The question has {len(text):,} characters; at most {self._max_question_chars:,} can be used.",
                hint="Ask it in fewer words.",
            )
        for name in collections:
            if not self.may_see(name, viewer):
                raise CollectionNotFound(f"There is no collection {name!r}.", hint=self._offer(viewer))
        parsed = parse_query(text)
        query = Query(
            text=parsed.words,
            viewer=viewer,
            collections=tuple(collections),
            filter=parsed.filter,
            history=tuple(history),
            notices=parsed.notices,
        )
        unknown = unknown_collections(query, self.library.visible(viewer))
        notices = tuple(f"There is no collection “{name}”. {self._offer(viewer)}" for name in unknown)
        return replace(query, notices=(*query.notices, *notices))

    async def search(
        self, query: Query, *, limit: int = 10, plus: bool = False, mode: Mode = "hybrid", strict: bool = False
    ) -> SearchResult:
        """At most `limit` notes, best first. `strict` raises where a part cannot run, else keywords alone answer."""
        async with self._turns:
            result = await self._finder.search(query, limit=limit, mode=mode, strict=strict)
        return replace(result, fallback=result.fallback or NO_PLAN) if plus else result

    async def ask(self, query: Query, *, on_text: Callable[[str], Awaitable[None]] | None = None) -> Answer:
        """One answer with its sources, or an honest refusal. `on_text` gets generated text as it comes."""
        started = time.perf_counter()
        async with self._turns:
            found = await self.pipeline.find(query, limit=CANDIDATE_NOTES)
            nearest = await asyncio.to_thread(self._finder.hits, found, limit=NEAREST)
        result = SearchResult(
            hits=nearest,
            mode=found.mode,
            fallback=found.fallback,
            notices=found.query.notices,
            queries=(spoken(found.query),),
        )
        answer = await self._answerer.answer(found.query, found.candidates, result, on_text=on_text)
        return replace(answer, seconds=time.perf_counter() - started)

    async def note(self, path: str, viewer: Viewer, *, collections: Sequence[str] = ()) -> NoteRef:
        """The indexed note of that path, however its accents are encoded.

        Raises NoteNotFound; CollectionNotFound where several have it.
        """
        visible = [collection.name for collection in self.library.visible(viewer)]
        chosen = tuple(name for name in visible if not collections or name in collections)
        notes = await self._store.notes(Scope(collections=chosen))
        wanted = unicodedata.normalize("NFC", path)
        spelt = [note.ref for note in notes if wanted in _spellings(note.ref)]
        refs = [ref for ref in spelt if ref.path == path] or spelt
        if not refs:
            raise NoteNotFound(
                f"There is no indexed note {path!r}.", hint="Use `file` as `footnote search --json` gives it."
            )
        if len(refs) > 1:
            names = " or ".join(f"--collection {ref.collection}" for ref in refs)
            raise CollectionNotFound(f"Several collections have a note {path!r}.", hint=f"Add {names}.")
        return refs[0]

    async def related(self, ref: NoteRef, viewer: Viewer, *, limit: int = 3) -> tuple[Hit, ...]:
        """Notes near one, itself left out. Raises NoteNotFound."""
        return await self._finder.related(ref, viewer, limit=limit)

    async def random(self, viewer: Viewer, *, limit: int = 3) -> tuple[Hit, ...]:
        """Different notes by chance."""
        return await self._finder.random(viewer, limit=limit)

    async def sync(
        self,
        *,
        collections: Sequence[str] = (),
        full: bool = False,
        allow_empty_prune: bool = False,
        progress: ProgressCallback | None = None,
    ) -> SyncReport:
        """Bring the index up to date. See `Indexer.sync`."""
        return await self.indexer.sync(
            collections=collections, full=full, allow_empty_prune=allow_empty_prune, progress=progress
        )

    async def status(self) -> IndexStatus:
        """What the index holds."""
        return await self._store.status()

    async def check_models(self) -> None:
        """Raise ModelMismatch or ModelError where questions cannot be searched by meaning now."""
        await self._store.check_model(self._embedder.model)
        await self._embedder.embed_query("ready")

    def may_see(self, collection: str, viewer: Viewer) -> bool:
        """Whether a reply to this viewer may use that collection; False for one that does not exist."""
        return any(visible.name == collection for visible in self.library.visible(viewer))

    def _offer(self, viewer: Viewer) -> str:
        names = ", ".join(collection.name for collection in self.library.visible(viewer))
        return f"Use one of: {names}." if names else "You have no collection here."


def _spellings(ref: NoteRef) -> tuple[str, str]:
    """How people may name a note: its path, or its collection and path as hits show them."""
    path = unicodedata.normalize("NFC", ref.path)
    return path, f"{ref.collection}/{path}"
