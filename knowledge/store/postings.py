"""Posting lists of the terms that were looked for lately: FTS5 need not walk and weigh them for each question.

A chunk's terms never change while it lives, and no id comes back. So what a list holds stays right: later chunks have
higher ids and are read behind it, and those that are gone are passed over once they are missed.
"""

from __future__ import annotations

import math
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from cachetools import LRUCache

from knowledge.store import statements
from knowledge.store.blocks import Ids
from knowledge.store.matching import match_any
from knowledge.store.matrix import Mask

MOST_GONE = 2_000  # chunks that are passed over; with more of them the lists are read anew
GROWTH = 1.25  # of the index, from which they are, too: they weigh a chunk's length against the mean of their time
_LEAST_IDF = 1e-6  # FTS5's own floor, for terms that more than half of the chunks hold


@dataclass(frozen=True, slots=True, kw_only=True)
class Postings:
    """The chunks that hold a term, ascending, up to the chunk `horizon`.

    `weights`: what FTS5's BM25 makes of the term's count and the chunk's length, without idf.
    """

    ids: npt.NDArray[np.int32]
    weights: npt.NDArray[np.float32]
    horizon: int

    @property
    def memory(self) -> int:
        """Bytes."""
        return self.ids.nbytes + self.weights.nbytes + 100


_NONE = Postings(ids=np.empty(0, dtype=np.int32), weights=np.empty(0, dtype=np.float32), horizon=0)


class PostingLists:
    """Lists within so many bytes, the latest used kept. Thread-safe."""

    def __init__(self, budget_bytes: int) -> None:
        self._lists: LRUCache[str, Postings] = LRUCache(budget_bytes, getsizeof=lambda postings: postings.memory)
        self._gone: frozenset[int] = frozenset()
        self._chunks = 0  # that the index held when the first list was read
        self._lock = threading.Lock()

    @property
    def memory(self) -> int:
        """Bytes that the lists take now."""
        return int(self._lists.currsize)

    def best(
        self,
        connection: sqlite3.Connection,
        frequencies: Mapping[str, int],
        *,
        chunks: int,
        limit: int,
        inside: Callable[[Ids], Mask] | None = None,
    ) -> list[int]:
        """Return the best chunks for these terms by FTS5's BM25, of equal ones the older first.

        Each term is in so many of the index's `chunks`. `inside` tells which of some chunks may be found.
        """
        self._keep_to(chunks)
        horizon = int(connection.execute(statements.LAST_CHUNK).fetchone()[0] or 0)
        scores = np.zeros(horizon + 1, dtype=np.float32)
        for term, frequency in frequencies.items():
            weight = np.float32(idf(frequency, chunks))
            postings = self._postings(connection, term, horizon, weight)
            known = np.searchsorted(postings.ids, horizon, side="right")  # another reader may be ahead of this one
            scores[postings.ids[:known]] += postings.weights[:known] * weight
        scores[[chunk_id for chunk_id in self._gone if chunk_id <= horizon]] = 0
        found = np.flatnonzero(scores)
        if inside is not None:
            found = found[inside(found)]
        return _best(found, scores[found], limit)

    def pass_over(self, ids: Sequence[int]) -> None:
        """Take note of chunks that a list holds and the index does not."""
        with self._lock:
            self._gone |= set(ids)
            if len(self._gone) > MOST_GONE:
                self._clear()

    def _keep_to(self, chunks: int) -> None:
        with self._lock:
            if not self._chunks / GROWTH <= chunks <= self._chunks * GROWTH:
                self._clear()
                self._chunks = chunks

    def _clear(self) -> None:
        self._lists.clear()
        self._gone = frozenset()

    def _postings(self, connection: sqlite3.Connection, term: str, horizon: int, weight: np.float32) -> Postings:
        with self._lock:
            known = self._lists.get(term, _NONE)
        if known.horizon >= horizon:
            return known
        read = _read(connection, term, known, horizon, weight)
        with self._lock:
            if read.memory <= self._lists.maxsize:
                self._lists[term] = read
        return read


def _read(connection: sqlite3.Connection, term: str, known: Postings, horizon: int, weight: np.float32) -> Postings:
    """The list with what came behind it."""
    cursor = connection.cursor()
    cursor.row_factory = None  # plain tuples are what numpy takes
    rows = cursor.execute(statements.POSTINGS, (match_any((term,)), known.horizon))
    new = np.fromiter(rows, dtype=[("id", np.int32), ("rank", np.float32)])
    return Postings(
        ids=np.concatenate([known.ids, new["id"]]),
        weights=np.concatenate([known.weights, new["rank"] / -weight]),
        horizon=horizon,
    )


def idf(frequency: int, chunks: int) -> float:
    """What FTS5 lets a term weigh that so many of the chunks hold."""
    return max(math.log((chunks - frequency + 0.5) / (frequency + 0.5)), _LEAST_IDF)


def _best(ids: Ids, scores: npt.NDArray[np.float32], limit: int) -> list[int]:
    if len(ids) > limit:
        last = np.partition(scores, -limit)[-limit]
        above = np.flatnonzero(scores > last)
        chosen = np.concatenate([above, np.flatnonzero(scores == last)[: limit - len(above)]])
        ids, scores = ids[chosen], scores[chosen]
    best: list[int] = ids[np.lexsort((ids, -scores))].tolist()
    return best
