"""Chunks to notes: what counts in a list is a note's best chunk, not how many it has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from knowledge.retrieval.fusion import RRF_CONSTANT, RankedList, fuse, identity_of
from knowledge.retrieval.priors import LOOKED_AT, with_priors
from knowledge.types import Boost, Candidate, Contribution, NoteRef, WholeCandidate

C = TypeVar("C", bound=Candidate)

MAX_CHUNKS = 3  # shown of a note


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteGroup:
    """A note's best chunks, strongest first, the note's score, and what each list gave to the note.

    `also`: notes that are the same to the byte.
    """

    ref: NoteRef
    score: float
    candidates: tuple[Candidate, ...]
    contributions: tuple[Contribution, ...] = ()
    boosts: tuple[Boost, ...] = ()
    also: tuple[NoteRef, ...] = ()


def fuse_notes(
    lists: Sequence[RankedList], *, limit: int, question: str = "", constant: float = RRF_CONSTANT
) -> list[NoteGroup]:
    """The best notes: each list ranks notes by their first chunk in it, and these ranks are fused.

    So many weak chunks of one note neither raise it nor push other notes down. Raises ValueError for a limit below 1.
    """
    deep = fuse(lists, constant=constant, limit=max(limit, LOOKED_AT), identity=note_of)
    best = with_priors(deep, question)[:limit]
    shown = frozenset(note.chunk.ref for note in best)
    return _groups(best, fuse(lists, constant=constant, only=shown), limit)


def without_copies(groups: Iterable[NoteGroup]) -> list[NoteGroup]:
    """The groups, in order, each note with those after it that are the same to the byte as its `also`."""
    first: dict[str, NoteGroup] = {}
    for group in groups:
        digest = group.candidates[0].chunk.note_hash or str(group.ref)
        known = first.get(digest)
        first[digest] = replace(known, also=(*known.also, group.ref)) if known else group
    return list(first.values())


def group_by_note(candidates: Sequence[Candidate], *, limit: int) -> list[NoteGroup]:
    """The best notes of one list, each with the score of its best chunk. Raises ValueError for a limit below 1."""
    return _groups(first_of_notes(candidates), distinct(candidates), limit)


def first_of_notes(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The first candidate of each note, with the note as its identity."""
    first: dict[NoteRef, Candidate] = {}
    for candidate in candidates:
        if candidate.chunk.ref not in first:
            first[candidate.chunk.ref] = replace(candidate, identity=candidate.chunk.ref)
    return list(first.values())


def distinct(candidates: Iterable[C]) -> list[C]:
    """The candidates without later ones of the same identity."""
    first: dict[object, C] = {}
    for candidate in candidates:
        first.setdefault(identity_of(candidate), candidate)
    return list(first.values())


def distinct_texts(candidates: Iterable[WholeCandidate]) -> list[WholeCandidate]:
    """The candidates without later ones of the same text: a copy in another note is no second piece of evidence."""
    first: dict[object, WholeCandidate] = {}
    for candidate in distinct(candidates):
        first.setdefault(candidate.chunk.content_hash or candidate.chunk.id, candidate)
    return list(first.values())


def note_of(candidate: Candidate) -> NoteRef:
    """The note that it is a chunk of."""
    return candidate.chunk.ref


def _groups(notes: Sequence[Candidate], chunks: Iterable[Candidate], limit: int) -> list[NoteGroup]:
    if limit < 1:
        raise ValueError(f"limit must be at least 1; found {limit}")
    own: dict[NoteRef, list[Candidate]] = {note.chunk.ref: [] for note in notes[:limit]}
    for chunk in chunks:
        if chunk.chunk.ref in own:
            own[chunk.chunk.ref].append(chunk)
    return [
        NoteGroup(
            ref=note.chunk.ref,
            score=note.score,
            candidates=tuple(own[note.chunk.ref][:MAX_CHUNKS]),
            contributions=note.contributions,
            boosts=note.boosts,
        )
        for note in notes[:limit]
    ]
