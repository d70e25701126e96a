"""The lists of one search: what the question itself finds, and what other ways to ask it find."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.ports import Embedder, Store
from knowledge.retrieval.dense import DenseRetriever
from knowledge.retrieval.fusion import Source
from knowledge.retrieval.lexical import LexicalRetriever, NoteRetriever
from knowledge.retrieval.weights import DENSE, KEYWORDS, LEXICAL, NOTES, PART, REWRITE, Weights
from knowledge.retrieval.words import POOL, IndexFigures, WordPools
from knowledge.stages import Retriever
from knowledge.types import MAX_QUERY_CHARS, Candidate, Expansion, Query, Reading, Scope

CHUNKS_PER_NOTE = 5  # of each list, so that so many notes can be told apart


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Where a search for so many notes looks. Its pools of words are shared, so each is collected once."""

    weights: Weights
    dense: Retriever
    lexical: Retriever
    notes: Retriever
    pools: WordPools
    reading: Reading

    @classmethod
    def of(
        cls,
        store: Store,
        embedder: Embedder,
        figures: IndexFigures,
        *,
        weights: Weights,
        limit: int,
        reading: Reading,
        former: Embedder | None = None,
    ) -> Sources:
        """The sources of a search for at least `limit` notes, where so many match."""
        depths, least = weights.depths, CHUNKS_PER_NOTE * limit
        lexical_depth = max(depths.lexical, least)
        pools = WordPools(store, figures, size=max(POOL, lexical_depth))
        return cls(
            weights=weights.scaled(dense=reading.vectors),
            dense=Checked(DenseRetriever(store, embedder, depth=max(depths.dense, least), former=former)),
            lexical=Checked(LexicalRetriever(pools, depth=lexical_depth, floor=weights.keyword_floor)),
            notes=Checked(NoteRetriever(pools, depth=depths.notes)),
            pools=pools,
            reading=reading,
        )

    def original(self, *, by_meaning: bool, by_words: bool) -> list[Source]:
        """The question as it was asked."""
        retrievers = {DENSE: self.dense, LEXICAL: self.lexical, NOTES: self.notes}
        return [
            Source(name=name, retriever=retrievers[name], weight=say.weight, first=say.first, by_score=say.by_score)
            for name, say in self.weights.says(by_meaning=by_meaning, by_words=by_words).items()
        ]

    async def read(self, query: Query, scope: Scope, *, by_words: bool) -> Reading:
        """How the question was read, with what was looked for in place of words that no note holds."""
        return replace(self.reading, spellings=(await self.pools.pool(query, scope)).spellings if by_words else ())

    def expanded(self, query: Query, expansion: Expansion, *, by_meaning: bool) -> list[Source]:
        """The other ways to ask: the rewrite by its meaning, the keywords as words, each part by both."""
        weights, sources = self.weights, []
        if by_meaning and expansion.rewrite:
            asked = _instead(query, expansion.rewrite)
            sources.append(Source(name=REWRITE, retriever=self.dense, weight=weights.rewrite, query=asked, own=False))
        if expansion.keywords:
            asked = _instead(query, " ".join(expansion.keywords))
            sources.append(
                Source(name=KEYWORDS, retriever=self.lexical, weight=weights.keywords, query=asked, own=False)
            )
        for number, part in enumerate(expansion.parts, start=1):
            asked = _instead(query, part)
            sources += [
                replace(source, name=f"{PART} {number}, {source.name}", query=asked)
                for source in self.original(by_meaning=by_meaning, by_words=True)
            ]
        return sources


def _instead(query: Query, text: str) -> Query:
    """The same question for the same viewer in other words, which stand alone."""
    return replace(query, text=text[:MAX_QUERY_CHARS], history=(), carried=())
