"""Which chunks hold the terms that were looked for lately, in memory: the server need not meet each of them again.

A list is read once and stays. What changed since the lists were begun is kept beside them, chunk by chunk, and counts
instead of what they say; when that is much, all is begun anew.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from cachetools import LRUCache

from knowledge.ports import TermStatistics
from knowledge.store.blocks import Ids
from knowledge.store.by_chunk import Numbers, among
from knowledge.store.choosing import best_of, scores_by
from knowledge.store.copied import SEARCHES_FIRST
from knowledge.store.postgres import search_statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.lexemes import Level, match
from knowledge.store.postgres.packed import as_ids, bytes_of, many_bytes_of
from knowledge.store.postgres.statements import CHANGES_KEPT
from knowledge.store.postgres.summary import Summary

MOST_CHANGED = 1_000  # chunks kept beside the lists
MOST_IDS = 2**25  # every search writes four bytes for each id up to the highest

ByChunkId = TypeVar("ByChunkId", Numbers, Ids)
Counts = Mapping[str, int]  # how often a chunk holds each of its terms
_GONE: Counts = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class TermList:
    """The chunks that hold a term, ascending, how often each does, and when that was read."""

    ids: npt.NDArray[np.int32]
    counts: npt.NDArray[np.uint16]
    generation: int

    @property
    def memory(self) -> int:
        """Bytes."""
        return self.ids.nbytes + self.counts.nbytes + 150


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTerms:
    """What is known at one generation. Lengths, in terms, and documents are by chunk id, 0 where there is none."""

    generation: int
    life: str  # of the index, in which generations count up
    lengths: Numbers
    documents: Ids
    changed: Mapping[int, Counts]  # since the lists were begun; empty for chunks that are gone
    lists: LRUCache[str, TermList]

    async def lists_of(self, connection: Connection, levels: Sequence[Level]) -> dict[str, TermList]:
        """Return the list of each term, read at this generation where it is not known. `levels`: all of each term."""
        known = {term: self.lists.get(term) for term, _ in levels}
        found = {term: held for term, held in known.items() if held and held.generation <= self.generation}
        lacking = sorted(level for level in levels if level[0] not in found)
        if not lacking:
            return found
        texts = await many_bytes_of(connection, search_statements.CHUNKS_OF_LEVELS, ([*map(match, lacking)],))
        read = await asyncio.to_thread(self._read, lacking, texts)
        self.lists.update({term: held for term, held in read.items() if held.memory <= self.lists.maxsize})
        return found | read

    def best(self, lists: Mapping[str, TermList], statistics: TermStatistics, within: Ids | None, limit: int) -> Ids:
        """Return the best chunks by BM25 as FTS5 reckons it, of these documents or all."""
        scores = scores_by(lists, self.lengths, statistics)
        if self.changed:
            changed = np.array(sorted(self.changed), dtype=np.int64)
            anew = scores_by({term: self._lately(term, changed) for term in lists}, self.lengths, statistics)
            scores[changed] = anew[changed]
        if within is not None:
            scores[~among(self.documents, within)] = 0
        return best_of(scores, limit)

    def _lately(self, term: str, changed: Ids) -> TermList:
        """The term's list, of changed chunks alone."""
        counts = np.array([self.changed[chunk_id].get(term, 0) for chunk_id in changed.tolist()], dtype=np.int64)
        return self._list(changed[counts > 0], counts[counts > 0])

    def _read(self, levels: Sequence[Level], texts: Sequence[bytes]) -> dict[str, TermList]:
        """The list of each term, from the chunks that reach each of its levels."""
        by_term = groupby(zip(levels, texts, strict=True), key=lambda pair: pair[0][0])
        return {term: self._merged((times, as_ids(text)) for (_, times), text in some) for term, some in by_term}

    def _merged(self, levels: Iterable[tuple[int, Ids]]) -> TermList:
        """One list of a term's levels, of which the first is once."""
        (_, ids), *others = levels
        ids = np.sort(ids)
        counts = np.ones(len(ids), dtype=np.int64)
        for times, reached in others:
            counts[np.searchsorted(ids, reached)] = times
        return self._list(ids, counts)

    def _list(self, ids: Ids, counts: Ids) -> TermList:
        counts = np.minimum(counts, np.iinfo(np.uint16).max)
        return TermList(ids=ids.astype(np.int32), counts=counts.astype(np.uint16), generation=self.generation)


class TermLists:
    """Lists within so many bytes, the latest used kept, for one event loop. The first searches leave memory alone."""

    def __init__(self, budget_bytes: int) -> None:
        self._budget = budget_bytes
        self._known: KnownTerms | None = None
        self._searches = 0  # without what is known, since it was lost
        self._changing = asyncio.Lock()

    async def at(self, connection: Connection, summary: Summary) -> KnownTerms | None:
        """Return what is known at this transaction's generation, None where the server must search."""
        known = self._known_in(summary.life)
        if known is None and (self._searches < SEARCHES_FIRST or not self._budget):
            self._searches += 1
            return None
        if known is None or known.generation < summary.generation:
            async with self._changing:
                await self._read_on(connection, summary)
            known = self._known_in(summary.life)
        return known if known and known.generation == summary.generation else None

    def _known_in(self, life: str) -> KnownTerms | None:
        return self._known if self._known and self._known.life == life else None

    async def _read_on(self, connection: Connection, summary: Summary) -> None:
        known = self._known_in(summary.life)
        if known is None:
            self._known = await _begun(connection, summary, self._budget)
        elif known.generation < summary.generation:
            self._known = await _caught_up(connection, known, summary.generation)
        if self._known is None:
            self._searches = 0


async def _begun(connection: Connection, summary: Summary, budget: int) -> KnownTerms | None:
    """The length and the document of every chunk; no lists yet."""
    text = await bytes_of(connection, search_statements.ALL_LENGTHS)
    return await asyncio.to_thread(_without_lists, text, summary, budget)


def _without_lists(text: bytes, summary: Summary, budget: int) -> KnownTerms | None:
    rows = np.frombuffer(text, dtype=[("id", ">i8"), ("document", ">i8"), ("length", ">i4")])
    ids = rows["id"].astype(np.int64)
    most = int(ids.max(initial=0))
    if most > MOST_IDS:
        return None
    lengths, documents = np.zeros(most + 1, dtype=np.int32), np.zeros(most + 1, dtype=np.int64)
    lengths[ids], documents[ids] = rows["length"], rows["document"]
    lists: LRUCache[str, TermList] = LRUCache(budget, getsizeof=lambda held: held.memory)
    return KnownTerms(
        generation=summary.generation,
        life=summary.life,
        lengths=lengths,
        documents=documents,
        changed={},
        lists=lists,
    )


async def _caught_up(connection: Connection, known: KnownTerms, generation: int) -> KnownTerms | None:
    """What is known now, None where too much changed."""
    if generation - known.generation > CHANGES_KEPT:
        return None
    noted = await connection.execute(search_statements.TERM_CHANGES, (known.generation, 1 + MOST_CHANGED))
    ids = [row["chunk_id"] for row in await noted.fetchall()]
    if len({*known.changed, *ids}) > MOST_CHANGED or max(ids, default=0) > MOST_IDS:
        return None
    found = await connection.execute(search_statements.TERMS_OF_CHUNKS, (ids,))
    return await asyncio.to_thread(_changed, replace(known, generation=generation), ids, await found.fetchall())


def _changed(known: KnownTerms, ids: Sequence[int], rows: Sequence[Mapping[str, Any]]) -> KnownTerms:
    """What is known where these chunks changed, of which the rows are there still."""
    changed: dict[int, Counts] = {**known.changed, **dict.fromkeys(ids, _GONE)}
    most = max(ids, default=0)
    lengths, documents = _longer(known.lengths, most), _longer(known.documents, most)
    lengths[ids] = documents[ids] = 0
    for row in rows:
        terms = row["terms"].split(" ") if row["terms"] else []
        changed[row["chunk_id"]] = Counter(terms)
        lengths[row["chunk_id"]], documents[row["chunk_id"]] = len(terms), row["document_id"]
    return replace(known, lengths=lengths, documents=documents, changed=changed)


def _longer(numbers: ByChunkId, most: int) -> ByChunkId:
    """A copy with room for this id: others read the old one."""
    return np.pad(numbers, (0, max(0, most + 1 - len(numbers))))
