"""From a question to candidates: condensed, then found by meaning and by words at once, then fused."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from knowledge.collections import Library
from knowledge.errors import IndexUnavailable, InvalidVector, ModelError
from knowledge.planning.carrying import CarryWords
from knowledge.planning.condensing import CondenseByModel
from knowledge.ports import ChatModel, Embedder, Store
from knowledge.remarks import Remark, joined
from knowledge.retrieval.concurrency import SEARCHES_AT_ONCE, both
from knowledge.retrieval.found import Found, Mode
from knowledge.retrieval.fusion import Fused, RankedList, Source
from knowledge.retrieval.reading import read_question
from knowledge.retrieval.sources import Sources
from knowledge.retrieval.weights import DENSE, Weights
from knowledge.retrieval.words import IndexFigures
from knowledge.stages import Expander, Transformer
from knowledge.traces import stage
from knowledge.types import Expansion, Query, Scope

# What keeps the dense side from being used, where the words can answer alone.
_NO_VECTORS = (ModelError, IndexUnavailable, InvalidVector)


class Pipeline:
    """The stages in their order, over what the viewer may see.

    `former`: the model of the index's vectors while those of `embedder` are gathered.
    """

    def __init__(
        self,
        library: Library,
        store: Store,
        embedder: Embedder,
        *,
        chat: ChatModel | None = None,
        expander: Expander | None = None,
        former: Embedder | None = None,
        weights: Weights | None = None,
    ) -> None:
        self._library = library
        self._store = store
        self._embedder = embedder
        self._former = former
        self._figures = IndexFigures(store)
        self._condense = _condenser(store, chat)
        self._expander = expander
        self._weights = weights or Weights()
        # A question takes a turn to search, not to wait for its chat model.
        self._turns = asyncio.Semaphore(SEARCHES_AT_ONCE)

    async def find(
        self, query: Query, *, limit: int, mode: Mode = "hybrid", strict: bool = False, plus: bool = False
    ) -> Found:
        """Find chunks of at least `limit` notes, where so many match.

        `plus` (or the mode of that name) searches hybrid, and for what the expander makes of the question besides.

        While the dense side cannot be used (no model, no vectors, vectors of another model) a `strict` search raises
        and any other goes on with keywords, saying so in `fallback`; so it does where the expander has nothing.
        Raises KnowledgeError; ValueError for a limit below 1.
        """
        if limit < 1:
            raise ValueError(f"limit must be at least 1; found {limit}")
        with stage("condense"):
            standalone = await self._condense.transform(query)
        scope = self._library.scope(standalone)
        chosen: Mode = "plus" if plus else mode
        if not scope.collections or not standalone.text:
            return Found(query=standalone, mode=chosen)
        search = _Search(self._sources(standalone, limit), standalone, scope, strict=strict, turns=self._turns)
        return replace(await self._searched(search, standalone, chosen), least=self._library.least_scores())

    async def _searched(self, search: _Search, query: Query, mode: Mode) -> Found:
        if mode != "plus":
            return await search.original(mode)
        found, expansion = await both(search.original("hybrid"), self._expand(query))
        return await search.expanded(found, expansion)

    async def _expand(self, query: Query) -> Expansion:
        return await self._expander.expand(query) if self._expander else Expansion()

    def _sources(self, query: Query, limit: int) -> Sources:
        return Sources.of(
            self._store,
            self._embedder,
            self._figures,
            weights=self._weights,
            limit=limit,
            former=self._former,
            reading=read_question(query.text, model=self._embedder.model),
        )


class _Search:
    """One stand-alone question and where it may look."""

    def __init__(
        self, sources: Sources, query: Query, scope: Scope, *, strict: bool, turns: asyncio.Semaphore
    ) -> None:
        self._sources = sources
        self._query = query
        self._scope = scope
        self._strict = strict
        self._turns = turns

    async def original(self, mode: Mode) -> Found:
        """What the question itself finds; keywords alone where its vector cannot be used."""
        try:
            return await self._found(mode)
        except _NO_VECTORS as failure:
            if self._strict or mode == "lexical":
                raise
            # Where the index itself is out of reach, this raises too.
            found = await self._found("lexical")
            reason = Remark("Searched by keywords only: {failure}", failure=failure.message)
            return replace(found, fallback=joined([found.fallback, reason]))

    async def expanded(self, found: Found, expansion: Expansion) -> Found:
        """The same with the lists of the expansion; as it was, with the reason, where these cannot be had."""
        mode: Mode = "plus" if found.mode == "hybrid" else found.mode
        fallback = joined([found.fallback, expansion.fallback])
        by_meaning = any(each.source == DENSE for each in found.lists)
        try:
            lists = await self._lists(self._sources.expanded(self._query, expansion, by_meaning=by_meaning))
        except _NO_VECTORS as failure:
            if self._strict:
                raise
            asked = Remark("Searched for the question as it stands: {failure}", failure=failure.message)
            return replace(found, mode=mode, fallback=joined([found.fallback, asked]))
        return replace(found, mode=mode, lists=found.lists + lists, fallback=fallback, expansion=expansion)

    async def _found(self, mode: Mode) -> Found:
        sources = self._sources.original(by_meaning=mode != "lexical", by_words=mode != "dense")
        lists = await self._lists(sources)
        return Found(
            query=self._query,
            mode=mode,
            lists=lists,
            reading=await self._sources.read(self._query, self._scope, by_words=mode != "dense"),
            constant=self._sources.weights.constant,
            fallback=self._query.fallback,
        )

    async def _lists(self, sources: list[Source]) -> tuple[RankedList, ...]:
        fused = Fused(sources, constant=self._sources.weights.constant)
        async with self._turns:
            return await fused.lists(self._query, self._scope)


def _condenser(store: Store, chat: ChatModel | None) -> Transformer:
    by_rule = CarryWords(store)
    return CondenseByModel(chat, by_rule) if chat else by_rule
