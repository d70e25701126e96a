"""Notes found for people: search, what is near a note, and a few at random."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from knowledge.collections import Library
from knowledge.errors import NoteNotFound
from knowledge.links import located, passage
from knowledge.ports import NoteInfo, Store
from knowledge.retrieval.concurrency import SEARCHES_AT_ONCE
from knowledge.retrieval.found import Finder, Found, Mode
from knowledge.retrieval.grouping import NoteGroup, group_by_note, without_copies
from knowledge.retrieval.lexical import LexicalRetriever
from knowledge.retrieval.preview import preview
from knowledge.retrieval.words import IndexFigures, WordPools
from knowledge.text import ENGLISH, detect_language, query_terms
from knowledge.types import (
    LONG_AGO,
    MAX_QUERY_CHARS,
    Candidate,
    Hit,
    MatchedChunk,
    NoteRef,
    Query,
    Scope,
    SearchResult,
    StoredChunk,
    Viewer,
)

COPIES = 10  # notes looked at besides, since copies of one note are one hit
NEIGHBOURS_PER_NOTE = 10  # chunks looked at for each related note


class NoteFinder:
    """Ranked notes with previews and links, out of what the viewer may see."""

    def __init__(self, library: Library, store: Store, pipeline: Finder) -> None:
        self._library = library
        self._store = store
        self._pipeline = pipeline
        self._turns = asyncio.Semaphore(SEARCHES_AT_ONCE)

    async def search(
        self,
        query: Query,
        *,
        limit: int = 10,
        mode: Mode = "hybrid",
        strict: bool = False,
        plus: bool = False,
    ) -> SearchResult:
        """At most `limit` notes, best first; for filters alone the latest notes. Raises as `Finder.find`."""
        found = await self._pipeline.find(query, limit=limit, mode=mode, strict=strict, plus=plus)
        if query.text:
            hits = await self.hits(found, limit=limit)
        else:
            hits = await self._latest(query, limit)
        return SearchResult(
            hits=hits,
            mode=found.mode,
            fallback=found.fallback,
            rewrite=found.expansion.rewrite,
            keywords=found.expansion.keywords,
            notices=query.notices,
            reading=found.reading,
            queries=searched(found) if query.text else (),
        )

    async def hits(self, found: Found, *, limit: int) -> tuple[Hit, ...]:
        """The notes found, at most three chunks each."""
        words = " ".join(searched(found))
        async with self._turns:
            groups = await asyncio.to_thread(lambda: without_copies(found.notes(limit + COPIES))[:limit])
            return await self._shown(groups, words)

    async def related(self, ref: NoteRef, viewer: Viewer, *, limit: int = 3) -> tuple[Hit, ...]:
        """At most `limit` notes near one in meaning, or in words while it has no vectors; never itself.

        Raises NoteNotFound where there is no such note for this viewer.
        """
        visible = tuple(collection.name for collection in self._library.visible(viewer))
        own = await self._store.note_chunks(ref) if ref.collection in visible else ()
        if not own:
            raise NoteNotFound(
                "There is no indexed note {path!r} in {collection!r}.",
                hint="Use the path as `footnote search --json` gives it.",
                path=ref.path,
                collection=ref.collection,
            )
        scope = Scope(collections=visible)
        near = await self._near(ref, scope, limit) or await self._alike(own, scope, limit)
        others = [candidate for candidate in near if candidate.chunk.ref != ref]
        return await self._shown(group_by_note(others, limit=limit), own[0].title)

    async def linked(self, url: str, viewer: Viewer) -> Hit | None:
        """The note that this viewer may see at that address, by the passage it leads to; None where there is none."""
        for collection in self._library.visible(viewer):
            place = located(collection, url) if collection.url else None
            chunks = await self._store.note_chunks(place.ref) if place else ()
            if place and chunks:
                there = passage(chunks, place)
                candidate = Candidate(chunk=there, score=0.0, identity=there.id)
                hits = await self._shown([NoteGroup(ref=place.ref, score=0.0, candidates=(candidate,))], "")
                return hits[0] if hits else None
        return None

    async def random(self, viewer: Viewer, *, limit: int = 3, chance: random.Random | None = None) -> tuple[Hit, ...]:
        """At most `limit` different notes of the default collections."""
        scope = self._library.scope(Query(text="random", viewer=viewer))
        notes = await self._store.notes(scope)
        chosen = (chance or random.SystemRandom()).sample(list(notes), min(limit, len(notes)))
        return await self._beginnings(chosen)

    async def _latest(self, query: Query, limit: int) -> tuple[Hit, ...]:
        scope = self._library.scope(query)
        notes = await self._store.notes(scope) if scope.collections else ()
        latest = sorted(notes, key=lambda note: note.updated or LONG_AGO, reverse=True)
        return await self._beginnings(latest[:limit])

    async def _near(self, ref: NoteRef, scope: Scope, limit: int) -> Sequence[Candidate]:
        vectors = await self._store.note_vectors(ref)
        middle = vectors.mean(axis=0) if len(vectors) else np.zeros(0, dtype=np.float32)
        length = float(np.linalg.norm(middle))
        if not length:
            return ()
        depth = len(vectors) + NEIGHBOURS_PER_NOTE * limit
        found = dict(await self._store.nearest(middle / length, scope, depth))
        chunks = await self._store.places(tuple(found))
        return [Candidate(chunk=chunk, score=found[chunk.id], identity=chunk.id) for chunk in chunks]

    async def _alike(self, own: Sequence[StoredChunk], scope: Scope, limit: int) -> Sequence[Candidate]:
        headings = dict.fromkeys(heading for chunk in own for heading in (chunk.title, *chunk.heading_path))
        query = Query(text=" ".join(headings)[:MAX_QUERY_CHARS])
        depth = len(own) + NEIGHBOURS_PER_NOTE * limit
        pools = WordPools(self._store, IndexFigures(self._store), size=depth)
        return await LexicalRetriever(pools, depth=depth).retrieve(query, scope)

    async def _beginnings(self, notes: Sequence[NoteInfo]) -> tuple[Hit, ...]:
        """The notes by their first chunks, in order; a note that is gone by now is left out."""
        groups = []
        for note in notes:
            chunks = await self._store.note_chunks(note.ref)
            if chunks:
                first = Candidate(chunk=chunks[0], score=0.0, identity=chunks[0].id)
                groups.append(NoteGroup(ref=note.ref, score=0.0, candidates=(first,)))
        return await self._shown(groups, "")

    async def _shown(self, groups: Sequence[NoteGroup], words: str) -> tuple[Hit, ...]:
        """The groups with their texts, which are read for these alone; without what is gone by now."""
        chunks = {
            chunk.id: chunk
            for chunk in await self._store.chunks([each.chunk.id for group in groups for each in group.candidates])
        }
        show = partial(preview, terms=frozenset(query_terms(words)), language=detect_language(words) or ENGLISH)
        return await asyncio.to_thread(
            lambda: tuple(hit for group in groups if (hit := self._hit(group, chunks, show)) is not None)
        )

    def _hit(self, group: NoteGroup, chunks: Mapping[int, StoredChunk], show: Callable[[str], str]) -> Hit | None:
        matched = tuple(
            MatchedChunk(chunk=chunk, preview=show(chunk.plain), score=each.score)
            for each in group.candidates
            if (chunk := chunks.get(each.chunk.id)) is not None
        )
        if not matched:
            return None
        best = matched[0].chunk
        return Hit(
            ref=group.ref,
            title=best.title,
            url=self._library.link(group.ref, line=best.lines[0], heading=best.heading),
            score=group.score,
            updated=best.updated,
            matched=matched,
            contributions=group.contributions,
            boosts=group.boosts,
            also=group.also,
        )


def searched(found: Found) -> tuple[str, ...]:
    """All that was looked for, the stand-alone question first."""
    plan = found.expansion
    others = (plan.rewrite, " ".join(plan.keywords), *plan.parts)
    return (spoken(found.query), *(other for other in others if other))


def spoken(query: Query) -> str:
    """What was looked for, in words: the question and what was carried along."""
    return " ".join([query.text, *(carried.word for carried in query.carried)])
