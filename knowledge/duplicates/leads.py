"""Which two notes may be duplicates: found by their vectors, and by their words where vectors do not tell."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from knowledge.duplicates.bound import Ints
from knowledge.duplicates.join import Owners, Stopped, join
from knowledge.duplicates.match import Matched, Rows, matched_notes
from knowledge.duplicates.notes import Note
from knowledge.duplicates.values import AuditOptions, Count, Match
from knowledge.duplicates.words import same_chunks, sharing
from knowledge.ports import Matrix

MOST_LEADS = 100_000  # pairs of notes that are judged


class Compared(NamedTuple):
    """The notes, whose chunks follow each other; which of all those chunks have a vector, and the vectors."""

    notes: Sequence[Note]
    embedded: Ints
    vectors: Matrix


class Lead(NamedTuple):
    """Two notes by number, left < right. `shares`: of their words; only where nothing but the words tells."""

    left: int
    right: int
    matches: tuple[Match, ...]
    shares: tuple[float, float] | None = None


class Leads(NamedTuple):
    """The leads, the number of pairs of chunks that reach the threshold, and how long each part took.

    `left_out` counts leads beyond MOST_LEADS, the weakest ones: so many only come of a text that stands everywhere.
    """

    leads: Sequence[Lead]
    pairs: int
    left_out: int
    seconds: Mapping[str, float]


def leads(compared: Compared, options: AuditOptions, count: Count, stop: threading.Event) -> Leads:
    """Compare by vectors, then by words. Raises QueryError, Stopped."""
    notes = compared.notes
    found = Strongest(MOST_LEADS)
    known: set[int] = set()
    started = time.perf_counter()
    matched, pairs = _by_vectors(compared, options, count, stop)
    for one in matched:
        _go_on(stop)
        known.add(one.left * len(notes) + one.right)
        similarity = sum(match.similarity or 0 for match in one.matches) / len(one.matches)
        found.add(similarity, Lead(one.left, one.right, one.matches))
    between = time.perf_counter()
    for shared in sharing(notes, options.coverage, stop):
        _go_on(stop)
        if shared.left * len(notes) + shared.right not in known:
            matches = same_chunks(notes[shared.left], notes[shared.right])
            shares = (shared.left_share, shared.right_share)
            found.add(min(shares), Lead(shared.left, shared.right, matches, shares))
    seconds = {"vectors": between - started, "words": time.perf_counter() - between}
    return Leads(found.kept(), pairs, found.left_out, seconds)


class Strongest:
    """The leads of the highest similarity, at most `size` of them; of equal ones those that came first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._held: list[tuple[float, Lead]] = []
        self.left_out = 0

    def add(self, similarity: float, lead: Lead) -> None:
        """Take a lead in, and let the weakest go from time to time."""
        self._held.append((similarity, lead))
        if len(self._held) > 2 * self._size:
            self._trim()

    def kept(self) -> list[Lead]:
        """The leads, strongest first."""
        self._trim()
        return [lead for _, lead in self._held]

    def _trim(self) -> None:
        self._held.sort(key=lambda held: -held[0])
        self.left_out += max(0, len(self._held) - self._size)
        del self._held[self._size :]


def _by_vectors(
    compared: Compared, options: AuditOptions, count: Count, stop: threading.Event
) -> tuple[Iterator[Matched], int]:
    notes, embedded, vectors = compared
    sizes = np.array([len(note.chunks) for note in notes], dtype=np.int64)
    owner = np.repeat(np.arange(len(notes)), sizes)[embedded]
    starts = np.cumsum(sizes) - sizes
    rows = Rows(vectors=vectors, owner=owner, place=embedded - starts[owner])
    pairs = join(
        vectors,
        Owners(of=owner, sizes=sizes[owner], coverage=options.coverage),
        threshold=options.threshold,
        progress=lambda done, total: count("comparing", done, total),
        stop=stop,
    )
    return matched_notes(pairs, rows, notes, options.coverage), pairs.found


def _go_on(stop: threading.Event) -> None:
    if stop.is_set():
        raise Stopped
