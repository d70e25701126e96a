"""Posting lists of the terms that were looked for lately: FTS5 need not walk and weigh them for each question.

A chunk's terms never change while it lives, and no id comes back. So what a list holds stays right: later chunks have
higher ids and are read behind it, and those that are gone are passed over once they are missed.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from cachetools import LRUCache

from knowledge.store import search_statements
from knowledge.store.blocks import Ids
from knowledge.store.counting import count
from knowledge.store.matching import match_any
from knowledge.store.matrix import Mask

MOST_GONE = 2_000  # chunks that are passed over; with more of them the lists are read anew
FEW_NEW = 1_000  # chunks whose terms are read behind a list; with more of them it is read anew
PLACES_A_CHUNK = 2**20  # more than a chunk has terms: an id and a place make one number
_LARGEST = np.iinfo(np.uint16).max


@dataclass(frozen=True, slots=True, kw_only=True)
class Postings:
    """The chunks that hold a term, ascending, up to the chunk `horizon`; how often each does, and where first."""

    ids: npt.NDArray[np.int32]
    counts: npt.NDArray[np.uint16]
    firsts: npt.NDArray[np.uint16]
    horizon: int

    @property
    def memory(self) -> int:
        """Bytes."""
        return self.ids.nbytes + self.counts.nbytes + self.firsts.nbytes + 150

    def up_to(self, horizon: int) -> Postings:
        """Without what a reader of an older moment must not see."""
        if self.horizon <= horizon:
            return self
        known = np.searchsorted(self.ids, horizon, side="right")
        return Postings(ids=self.ids[:known], counts=self.counts[:known], firsts=self.firsts[:known], horizon=horizon)

    def places(self, ids: npt.NDArray[np.int32]) -> tuple[Ids, Mask]:
        """Where in the list each chunk is, and which of them are there at all; the others' places mean nothing."""
        if not len(self.ids):
            return np.zeros(len(ids), dtype=np.int64), np.zeros(len(ids), dtype=np.bool_)
        places = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
        return places, self.ids[places] == ids


class PostingLists:
    """Lists within so many bytes, the latest used kept. Thread-safe."""

    def __init__(self, budget_bytes: int) -> None:
        self._lists: LRUCache[str, Postings] = LRUCache(budget_bytes, getsizeof=lambda postings: postings.memory)
        self._gone: frozenset[int] = frozenset()
        self._lock = threading.Lock()

    @property
    def gone(self) -> frozenset[int]:
        """Chunks that some lists hold and the index does not."""
        return self._gone

    def of(self, connection: sqlite3.Connection, term: str, horizon: int) -> Postings:
        """Return the term's list up to the last chunk that this transaction sees."""
        with self._lock:
            known = self._lists.get(term)
        if known is not None and known.horizon >= horizon:
            return known.up_to(horizon)
        if known is None or horizon - known.horizon > FEW_NEW:
            read = _read(connection, term, horizon)
        else:
            read = _read_on(connection, term, known, horizon)
        with self._lock:
            if read.memory <= self._lists.maxsize:
                self._lists[term] = read
        return read

    def pass_over(self, ids: Sequence[int]) -> None:
        """Take note of chunks that a list holds and the index does not."""
        with self._lock:
            self._gone |= set(ids)
            if len(self._gone) > MOST_GONE:
                self._lists.clear()
                self._gone = frozenset()


def _read(connection: sqlite3.Connection, term: str, horizon: int) -> Postings:
    """The whole list, as one text: a row for each place would take ten times as long, and hold up other threads."""
    text = connection.execute(search_statements.PLACES_OF_TERM, (PLACES_A_CHUNK, term)).fetchone()[0]
    places = np.fromstring(text, dtype=np.int64, sep=",") if text else np.empty(0, dtype=np.int64)
    places.sort(kind="stable")
    ids = places // PLACES_A_CHUNK
    starts = np.flatnonzero(np.diff(ids, prepend=-1))
    return Postings(
        ids=ids[starts].astype(np.int32),
        counts=_small(np.diff(starts, append=len(ids))),
        firsts=_small(places[starts] % PLACES_A_CHUNK),
        horizon=horizon,
    )


def _read_on(connection: sqlite3.Connection, term: str, known: Postings, horizon: int) -> Postings:
    """The list with what came behind it."""
    rows = connection.execute(search_statements.NEW_POSTINGS, (match_any((term,)), known.horizon)).fetchall()
    new = count([row["id"] for row in rows], [row["terms"] for row in rows], (term,))
    return Postings(
        ids=np.concatenate([known.ids, new.ids.astype(np.int32)]),
        counts=np.concatenate([known.counts, _small(new.counts[:, 0])]),
        firsts=np.concatenate([known.firsts, _small(new.firsts)]),
        horizon=horizon,
    )


def _small(numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.uint16]:
    return np.minimum(numbers, _LARGEST).astype(np.uint16)
