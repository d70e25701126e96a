"""From pairs of chunks to pairs of notes: one-to-one, and enough of both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from knowledge.duplicates.bound import Ints
from knowledge.duplicates.join import ROUNDING, Pairs, cosines
from knowledge.duplicates.notes import Note
from knowledge.duplicates.values import Match
from knowledge.ports import Matrix

_BATCH = 65_536  # pairs of chunks
_Segment = tuple[int, int, Ints]  # two notes, and the rows of their pairs
_EQUAL_DIGITS = 12  # similarities that differ by less are a tie


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """Two notes by number, and the chunks of theirs that are taken for the same, strongest first."""

    left: int
    right: int
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rows:
    """The vectors, and for each of them the number of its note and the position of its chunk in that note."""

    vectors: Matrix
    owner: Ints
    place: Ints


def matched_notes(pairs: Pairs, rows: Rows, notes: Sequence[Note], coverage: float) -> Iterator[Matched]:
    """Each two notes whose chunks cover `coverage` of both, by chunks and by characters.

    Similarities are computed again in float64, so that neither tiles nor threads can decide a tie.
    """
    sizes = np.array([len(note.chunks) for note in notes], dtype=np.int64)
    needed = np.ceil(coverage * sizes - ROUNDING).astype(np.int64)
    for batch in _batches(_segments(pairs, rows.owner, needed)):
        chosen = np.concatenate([own for _, _, own in batch])
        one, other = pairs.left[chosen], pairs.right[chosen]
        scores = np.round(cosines(rows.vectors, one, other), _EQUAL_DIGITS)
        end = 0
        for left, right, own in batch:
            part = slice(end, end + len(own))
            end = part.stop
            matches = one_to_one(rows.place[one[part]], rows.place[other[part]], scores[part])
            if covers(notes[left], [match.left for match in matches], coverage) and covers(
                notes[right], [match.right for match in matches], coverage
            ):
                yield Matched(left=left, right=right, matches=matches)


def one_to_one(left: Ints, right: Ints, similarity: npt.NDArray[np.float64]) -> tuple[Match, ...]:
    """Greedy matching: strongest first, ties by position; each chunk counts once."""
    order = np.lexsort((right, left, -similarity)) if len(left) > 1 else np.zeros(1, dtype=np.int64)
    taken_left: set[int] = set()
    taken_right: set[int] = set()
    matches: list[Match] = []
    for at in order.tolist():
        one, other = int(left[at]), int(right[at])
        if one not in taken_left and other not in taken_right:
            taken_left.add(one)
            taken_right.add(other)
            matches.append(Match(left=one, right=other, similarity=float(similarity[at])))
    return tuple(matches)


def covers(note: Note, positions: Sequence[int], coverage: float) -> bool:
    """Whether these chunks are enough of the note, by number and by characters."""
    enough_chunks = len(positions) >= coverage * len(note.chunks) - ROUNDING
    return enough_chunks and matched_chars(note, positions) >= coverage * note.chars - ROUNDING


def matched_chars(note: Note, positions: Sequence[int]) -> int:
    """Characters of the chunks at these positions."""
    return sum(len(note.chunks[at].text) for at in positions)


def _batches(segments: Iterable[_Segment]) -> Iterator[list[_Segment]]:
    """Segments that are scored together: one by one, most of the time would go into calls."""
    batch: list[_Segment] = []
    size = 0
    for segment in segments:
        batch.append(segment)
        size += len(segment[2])
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _segments(pairs: Pairs, owner: Ints, needed: Ints) -> Iterator[_Segment]:
    """Two notes and the rows of their pairs, where enough different chunks of both sides occur."""
    if not len(pairs.left):
        return
    first, second = owner[pairs.left], owner[pairs.right]
    order = np.lexsort((pairs.right, pairs.left, second, first))
    first, second = first[order], second[order]
    starts = np.flatnonzero(np.r_[True, (first[1:] != first[:-1]) | (second[1:] != second[:-1])])
    ends = np.r_[starts[1:], len(order)]
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        left, right = int(first[start]), int(second[start])
        most = end - start
        if most < needed[left] or most < needed[right]:
            continue
        rows = order[start:end]
        if most == 1 or (
            len(np.unique(pairs.left[rows])) >= needed[left] and len(np.unique(pairs.right[rows])) >= needed[right]
        ):
            yield left, right, rows
