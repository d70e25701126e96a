"""From a question to candidates: condensed, then found by meaning and by words at once, then fused."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from knowledge.collections import Library
from knowledge.errors import IndexUnavailable, InvalidVector, ModelError
from knowledge.planning.carrying import CarryWords
from knowledge.planning.condensing import CondenseByModel
from knowledge.ports import ChatModel, Embedder, Store
from knowledge.retrieval.dense import MIN_DEPTH as DENSE_DEPTH
from knowledge.retrieval.dense import DenseRetriever
from knowledge.retrieval.fusion import RRF_CONSTANT, Fused, RankedList, Source, fuse
from knowledge.retrieval.grouping import NoteGroup, fuse_notes
from knowledge.retrieval.lexical import MIN_DEPTH as LEXICAL_DEPTH
from knowledge.retrieval.lexical import LexicalRetriever, NoteRetriever
from knowledge.retrieval.words import POOL, IndexFigures, WordPools
from knowledge.stages import Retriever, Transformer
from knowledge.types import Candidate, Query, Scope

Mode = Literal["hybrid", "lexical", "dense"]
NOTES = "notes"  # the list in which whole notes are ranked
CHUNKS_PER_NOTE = 5  # of each list, so that so many notes can be told apart


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What each list counts in the fusion, and the constant that evens out its ranks."""

    dense: float = 1.0
    lexical: float = 1.0
    notes: float = 0.6
    constant: float = RRF_CONSTANT


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the lists hold for the stand-alone `query`. `fallback` says why only keywords were used."""

    query: Query
    mode: Mode
    lists: tuple[RankedList, ...] = ()
    constant: float = RRF_CONSTANT
    fallback: str = ""

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """The chunks, best first. The list of whole notes has no say: it shows any one chunk of a note."""
        return fuse([each for each in self.lists if each.source != NOTES], constant=self.constant)

    def notes(self, limit: int) -> list[NoteGroup]:
        """At most `limit` notes, best first. Raises ValueError for a limit below 1."""
        return fuse_notes(self.lists, limit=limit, constant=self.constant)


class Checked:
    """A retriever whose list is looked at before the next stage sees it."""

    def __init__(self, retriever: Retriever) -> None:
        self._retriever = retriever

    async def retrieve(self, query: Query, scope: Scope) -> Sequence[Candidate]:
        """Return the list. Raises ValueError for a score that is no finite number or an identity that comes twice."""
        candidates = await self._retriever.retrieve(query, scope)
        identities = [one.identity for one in candidates if one.identity is not None]
        if len(set(identities)) < len(identities):
            raise ValueError(f"{type(self._retriever).__name__} returned an identity twice.")
        if not all(math.isfinite(one.score) for one in candidates):
            raise ValueError(f"{type(self._retriever).__name__} returned a score that is not finite.")
        return candidates


class Pipeline:
    """The stages in their order, over what the viewer may see."""

    def __init__(
        self,
        library: Library,
        store: Store,
        embedder: Embedder,
        *,
        chat: ChatModel | None = None,
        weights: Weights | None = None,
    ) -> None:
        self._library = library
        self._store = store
        self._embedder = embedder
        self._figures = IndexFigures(store)
        self._condense = _condenser(store, chat)
        self._weights = weights or Weights()

    async def find(self, query: Query, *, limit: int, mode: Mode = "hybrid", strict: bool = False) -> Found:
        """Find chunks of at least `limit` notes, where so many match.

        While the dense side cannot be used (no model, no vectors, vectors of another model) a `strict` search raises
        and any other goes on with keywords, saying so in `fallback`. Raises KnowledgeError; ValueError for a limit
        below 1.
        """
        if limit < 1:
            raise ValueError(f"limit must be at least 1; found {limit}")
        standalone = await self._condense.transform(query)
        scope = self._library.scope(standalone)
        if not scope.collections or not standalone.text:
            return Found(query=standalone, mode=mode)
        try:
            return await self._found(standalone, scope, limit, mode)
        except (ModelError, IndexUnavailable, InvalidVector) as failure:
            if strict or mode == "lexical":
                raise
            # Where the index itself is out of reach, this raises too.
            found = await self._found(standalone, scope, limit, "lexical")
            return replace(found, fallback=f"Searched by keywords only: {failure}")

    async def _found(self, query: Query, scope: Scope, limit: int, mode: Mode) -> Found:
        sources = Fused(self._sources(mode, limit), constant=self._weights.constant)
        lists = await sources.lists(query, scope)
        return Found(query=query, mode=mode, lists=lists, constant=self._weights.constant)

    def _sources(self, mode: Mode, limit: int) -> list[Source]:
        weights, depth = self._weights, CHUNKS_PER_NOTE * limit
        sources = []
        if mode != "lexical":
            dense = DenseRetriever(self._store, self._embedder, depth=max(DENSE_DEPTH, depth))
            sources.append(Source(name="dense", retriever=Checked(dense), weight=weights.dense))
        if mode != "dense":
            depth = max(LEXICAL_DEPTH, depth)
            pools = WordPools(self._store, self._figures, size=max(POOL, depth))
            lexical = LexicalRetriever(pools, depth=depth)
            notes = NoteRetriever(pools, self._figures)
            sources.append(Source(name="lexical", retriever=Checked(lexical), weight=weights.lexical))
            sources.append(Source(name=NOTES, retriever=Checked(notes), weight=weights.notes))
        return sources


def _condenser(store: Store, chat: ChatModel | None) -> Transformer:
    by_rule = CarryWords(store)
    return CondenseByModel(chat, by_rule) if chat else by_rule
