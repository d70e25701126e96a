"""Several ranked lists as one in which each has its turn.

What answers one part of a question is seldom what agrees best with the whole of it. A sum over the lists of all parts
prefers chunks that say a little of each; turns keep the best of each part.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TypeVar

from knowledge.retrieval.grouping import NoteGroup
from knowledge.types import Candidate, Contribution, WholeCandidate

T = TypeVar("T", Candidate, WholeCandidate, NoteGroup)


def in_turns(lists: Sequence[Sequence[T]], key: Callable[[T], Hashable], *, constant: float) -> list[T]:
    """The first of each list, then the second of each, and so on, each key once; one list alone stays as it is.

    The score of an entry is 1 / (constant + its best rank), and it keeps what each list gave to it.
    """
    if len(lists) == 1:
        return list(lists[0])
    taken: dict[Hashable, tuple[int, list[T]]] = {}
    for rank, row in enumerate(zip_longest(*lists), start=1):
        for entry in row:
            if entry is not None:
                taken.setdefault(key(entry), (rank, []))[1].append(entry)
    return [_merged(same, 1 / (constant + rank)) for rank, same in taken.values()]


def _merged(same: Sequence[T], score: float) -> T:
    given: dict[str, Contribution] = {}
    for entry in same:
        for contribution in entry.contributions:
            given.setdefault(contribution.source, contribution)
    return replace(same[0], score=score, contributions=tuple(given.values()))
