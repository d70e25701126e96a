"""The library's front door: ask, search, related, random, sync, status."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from knowledge.answering.answerer import Answerer
from knowledge.caching import Cache
from knowledge.collections import Library, unknown_collections
from knowledge.errors import CollectionNotFound, QueryError
from knowledge.indexing import Indexer, SyncReport
from knowledge.indexing.report import ProgressCallback
from knowledge.owners import owner_names
from knowledge.ports import Embedder, IndexStatus, Matrix, Store
from knowledge.remarks import Remark
from knowledge.retrieval import Finder, Mode, NoteFinder, parse_query
from knowledge.retrieval.naming import note_at
from knowledge.retrieval.notes import searched
from knowledge.retrieval.whole import whole
from knowledge.topics import Topic, topics_of
from knowledge.traces import TraceSink, recorded
from knowledge.traces.describing import answered, asked, found_notes
from knowledge.types import Answer, Hit, NoteRef, Query, Scope, SearchResult, Turn, Viewer

if TYPE_CHECKING:
    from knowledge.duplicates import Audit, AuditOptions, Comparison
    from knowledge.duplicates.values import Count

NEAREST = 3  # notes offered where the notes hold no answer
TOPICS_KEPT = 64  # choices of topics, one for each set of rights
CANDIDATE_NOTES = 10  # notes whose chunks may become evidence
PLAN_OFF = Remark("Other words are switched off here (retrieval.plan), so only your own were searched.")
NO_CHAT_MODEL = Remark("No chat model is configured, so only your own words were searched.")

# When a chat model's other words are searched for besides: never, for answers and deeper searches, for every search.
Plan = Literal["off", "auto", "always"]


class KnowledgeBase:
    """One index, and what can be asked of it. Everything may be used concurrently.

    `quoting` answers from the same index without a chat model.
    """

    def __init__(
        self,
        *,
        library: Library,
        store: Store,
        embedder: Embedder,
        pipeline: Finder,
        answerer: Answerer,
        indexer: Indexer,
        max_question_chars: int = 4_000,
        plan: Plan = "auto",
        traces: TraceSink | None = None,
        quoting: KnowledgeBase | None = None,
    ) -> None:
        self.library = library
        self.quoting = quoting or self
        self.indexer = indexer
        self.pipeline = pipeline
        self._store = store
        self._embedder = embedder
        self._finder = NoteFinder(library, store, pipeline)
        self._answerer = answerer
        self._max_question_chars = max_question_chars
        self._plan = plan
        self._traces = traces
        self._topics: Cache[tuple[object, ...], tuple[Topic, ...]] = Cache(TOPICS_KEPT)

    def parse(
        self, text: str, viewer: Viewer, *, collections: Sequence[str] = (), history: Sequence[Turn] = ()
    ) -> Query:
        """A typed text as a query, its filters taken out. Raises QueryError, CollectionNotFound."""
        if len(text) > self._max_question_chars:
            raise QueryError(
                "The question has {length:,} characters; at most {most:,} can be used.",
                hint="Ask it in fewer words.",
                length=len(text),
                most=self._max_question_chars,
            )
        for name in collections:
            if not self.may_see(name, viewer):
                raise CollectionNotFound("There is no collection {name!r}.", hint=self._offer(viewer), name=name)
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
        offer = self._offer(viewer)
        notices = tuple(
            Remark("There is no collection “{name}”. {offer}", name=name, offer=offer) for name in unknown
        )
        return replace(query, notices=(*query.notices, *notices))

    async def search(
        self, query: Query, *, limit: int = 10, plus: bool = False, mode: Mode = "hybrid", strict: bool = False
    ) -> SearchResult:
        """At most `limit` notes, best first. `strict` raises where a part cannot run, else keywords alone answer.

        `plus` searches for other words too, unless plans are switched off; `fallback` says where there were none.
        """
        planned = self._plan == "always" or (plus and self._plan == "auto")
        with recorded(asked("search", query), self._traces) as recording:
            result = await self._finder.search(query, limit=limit, mode=mode, strict=strict, plus=planned)
            if plus and not (result.fallback or result.rewrite or result.keywords):
                result = replace(result, fallback=self._why_no_plan())
            recording.end(lambda: found_notes(result))
        return result

    async def ask(
        self,
        query: Query,
        *,
        on_text: Callable[[str], Awaitable[None]] | None = None,
        on_read: Callable[[int], None] | None = None,
    ) -> Answer:
        """One answer with its sources, or an honest refusal. `on_text` gets generated text as it comes.

        `on_read` gets the number of notes that a chat model is about to read.
        """
        started = time.perf_counter()
        with recorded(asked("ask", query), self._traces) as recording:
            answer = await self._answer(query, on_text, on_read)
            recording.end(lambda: answered(answer))
        return replace(answer, trace_id=recording.id, seconds=time.perf_counter() - started)

    async def _answer(
        self,
        query: Query,
        on_text: Callable[[str], Awaitable[None]] | None,
        on_read: Callable[[int], None] | None,
    ) -> Answer:
        found = await self.pipeline.find(query, limit=CANDIDATE_NOTES, plus=self._plan != "off")
        result = SearchResult(
            hits=await self._finder.hits(found, limit=NEAREST),
            mode=found.mode,
            fallback=found.fallback,
            notices=found.query.notices,
            queries=searched(found),
        )
        several = bool(found.expansion.parts)
        return await self._answerer.answer(
            found.query,
            await whole(self._store, found.candidates),
            result,
            several=several,
            on_text=on_text,
            on_read=on_read,
        )

    async def audit(self, options: AuditOptions, *, viewer: Viewer, progress: Count | None = None) -> Audit:
        """Which notes that the viewer may see repeat each other. See `Auditor.audit`."""
        from knowledge.duplicates.audit import Auditor  # noqa: PLC0415 - start-up that a search does not need

        return await Auditor(self.library, self._store).audit(options, viewer=viewer, progress=progress)

    async def compare(self, left: NoteRef, right: NoteRef, viewer: Viewer) -> Comparison:
        """Two notes side by side. Raises NoteNotFound where one is gone, or this viewer may not see it."""
        from knowledge.duplicates.comparing import compare  # noqa: PLC0415 - nor does it need this

        return await compare(self.library, self._store, left, right, viewer)

    async def vectors(self, texts: Sequence[str]) -> Matrix:
        """A unit vector for each text, in order. Raises ModelError, InvalidVector."""
        return await self._embedder.embed_documents(texts)

    async def note(self, path: str, viewer: Viewer, *, collections: Sequence[str] = ()) -> NoteRef:
        """The indexed note of that path, however its accents are encoded.

        Raises NoteNotFound; CollectionNotFound where several have it.
        """
        scope = Scope(collections=self._seen(viewer, collections))
        return note_at(path, await self._store.notes(scope))

    async def related(self, ref: NoteRef, viewer: Viewer, *, limit: int = 3) -> tuple[Hit, ...]:
        """Notes near one, itself left out. Raises NoteNotFound."""
        return await self._finder.related(ref, viewer, limit=limit)

    async def linked(self, url: str, viewer: Viewer) -> Hit | None:
        """The note at a shared address, where this viewer may see one there."""
        return await self._finder.linked(url, viewer)

    async def random(self, viewer: Viewer, *, limit: int = 3) -> tuple[Hit, ...]:
        """Different notes by chance."""
        return await self._finder.random(viewer, limit=limit)

    async def sync(
        self,
        *,
        collections: Sequence[str] = (),
        full: bool = False,
        new_model: bool = False,
        allow_empty_prune: bool = False,
        progress: ProgressCallback | None = None,
    ) -> SyncReport:
        """Bring the index up to date. See `Indexer.sync`."""
        return await self.indexer.sync(
            collections=collections,
            full=full,
            new_model=new_model,
            allow_empty_prune=allow_empty_prune,
            progress=progress,
        )

    async def topics(
        self, viewer: Viewer, *, day: str, limit: int = 4, collections: Sequence[str] = ()
    ) -> tuple[Topic, ...]:
        """What the notes that this viewer may see speak of; the same for the same day, notes and rights.

        `collections`: no others; no name means all.
        """
        names = self._seen(viewer, collections)
        key = (day, limit, names, await self._store.generation())
        return await self._topics.get(key, lambda: topics_of(self._store, names, day=day, limit=limit))

    async def owners(self, ref: NoteRef) -> tuple[str, ...]:
        """Names and addresses of those who answer for a note, the surest first. Raises CollectionNotFound."""
        return await asyncio.to_thread(owner_names, self.library.get(ref.collection).root, ref.path)

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

    def _seen(self, viewer: Viewer, collections: Sequence[str]) -> tuple[str, ...]:
        """Those of the collections that this viewer may see; no name means all."""
        seen = (collection.name for collection in self.library.visible(viewer))
        return tuple(name for name in seen if not collections or name in collections)

    def _why_no_plan(self) -> str:
        if self._plan == "off":
            return PLAN_OFF
        return "" if self._answerer.chat else NO_CHAT_MODEL

    def _offer(self, viewer: Viewer) -> Remark:
        names = ", ".join(collection.name for collection in self.library.visible(viewer))
        return Remark("Use one of: {names}.", names=names) if names else Remark("You have no collection here.")
