"""Notes that share their words, found without vectors: exact copies by hash, near ones by shingles, exhaustively.

A shingle is a run of SHINGLE words. Two notes can only have a share `coverage` of the shingles of both in common if
among the rarest of each, the first (1 - coverage) of them, there is one in common (prefix filtering, as in Chaudhuri
et al. 2006 and Bayardo et al. 2007). So only the rarest are looked up, and no pair is lost.
"""

from __future__ import annotations

import math
import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

from knowledge.duplicates.join import ROUNDING, Stopped
from knowledge.duplicates.match import one_to_one
from knowledge.duplicates.notes import Note, WordIds, words_of
from knowledge.duplicates.values import Match

Hashes = npt.NDArray[np.uint64]

SHINGLE = 4  # words
FEWEST_SHINGLES = 8  # with fewer, only equal texts count: two short sentences are soon alike
LEAST_COVERAGE = 0.8  # whatever less the audit asks for: words alone must be sure
_PRIME = np.uint64(1_099_511_628_211)
_MIXER = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedWords:
    """Two notes by number, left < right, and the share of each one's shingles that the other has."""

    left: int
    right: int
    left_share: float
    right_share: float


def shingles(words: WordIds) -> Hashes:
    """The different shingles of a text as hashes, ascending."""
    if not len(words):
        return np.empty(0, dtype=np.uint64)
    size = min(SHINGLE, len(words))
    numbers = (words.astype(np.uint64) + np.uint64(1)) * _MIXER
    numbers ^= numbers >> np.uint64(29)
    runs = np.lib.stride_tricks.sliding_window_view(numbers, size)
    hashed = np.zeros(len(runs), dtype=np.uint64)
    for column in range(size):
        hashed = (hashed ^ runs[:, column]) * _PRIME
    return np.unique(hashed)


def sharing(notes: Sequence[Note], coverage: float, stop: threading.Event) -> Iterator[SharedWords]:
    """Every two notes with the same words, or with `coverage` (at least LEAST_COVERAGE) of both one's shingles.

    Raises Stopped.
    """
    for left, right in _equal(notes):
        yield SharedWords(left=left, right=right, left_share=1.0, right_share=1.0)
    for found in _near(notes, max(coverage, LEAST_COVERAGE), stop):
        if not np.array_equal(notes[found.left].words, notes[found.right].words):
            yield found


def same_chunks(left: Note, right: Note) -> tuple[Match, ...]:
    """Chunks matched one-to-one by their words: those first that share the most, from half of the shorter one on."""
    own = [_runs(chunk.plain) for chunk in left.chunks]
    other = [_runs(chunk.plain) for chunk in right.chunks]
    found = [
        (at, there, len(one & two) / max(1, min(len(one), len(two))))
        for at, one in enumerate(own)
        for there, two in enumerate(other)
        if 2 * len(one & two) >= min(len(one), len(two))
    ]
    if not found:
        return ()
    at, there, shares = (np.array(column) for column in zip(*found, strict=True))
    return tuple(replace(match, similarity=None) for match in one_to_one(at, there, shares))


def _runs(text: str) -> set[tuple[str, ...]]:
    found = words_of(text)
    size = min(SHINGLE, len(found))
    return {tuple(found[at : at + size]) for at in range(len(found) - size + 1)}


def _equal(notes: Sequence[Note]) -> Iterator[tuple[int, int]]:
    groups: defaultdict[bytes, list[int]] = defaultdict(list)
    for number, note in enumerate(notes):
        if len(note.words):
            groups[note.words.tobytes()].append(number)
    for group in groups.values():
        yield from combinations(group, 2)


def _near(notes: Sequence[Note], coverage: float, stop: threading.Event) -> Iterator[SharedWords]:
    sets = [shingles(note.words) for note in notes]
    rare = _rarest(sets, coverage)
    posted: defaultdict[int, list[int]] = defaultdict(list)
    for number, own in enumerate(sets):
        if stop.is_set():
            raise Stopped
        if len(own) < FEWEST_SHINGLES:
            continue
        candidates: set[int] = set()
        for shingle in rare[number]:
            candidates.update(posted[shingle])
            posted[shingle].append(number)
        for other in sorted(candidates):
            if min(len(own), len(sets[other])) < coverage * max(len(own), len(sets[other])):
                continue
            common = len(np.intersect1d(own, sets[other], assume_unique=True))
            if common >= coverage * max(len(own), len(sets[other])):
                yield SharedWords(
                    left=other, right=number, left_share=common / len(sets[other]), right_share=common / len(own)
                )


def _rarest(sets: Sequence[Hashes], coverage: float) -> list[list[int]]:
    """Of each note the shingles that must be looked up, without those that stand in no other note."""
    everything = np.concatenate([np.empty(0, dtype=np.uint64), *sets])
    _, number, counts = np.unique(everything, return_inverse=True, return_counts=True)
    ends = np.cumsum([len(own) for own in sets])
    rarest: list[list[int]] = []
    for own, end in zip(sets, ends.tolist(), strict=True):
        numbers = number[end - len(own) : end]
        first = len(own) - math.ceil(coverage * len(own) - ROUNDING) + 1
        chosen = numbers[np.lexsort((numbers, counts[numbers]))[:first]]
        rarest.append(chosen[counts[chosen] > 1].tolist())
    return rarest
