"""Leads to clusters: kinds, families, and the order in which people should look at them."""

from __future__ import annotations

import hashlib
import threading
from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import fmean

from knowledge.collections import Library
from knowledge.duplicates.families import Groups, with_families
from knowledge.duplicates.join import Stopped
from knowledge.duplicates.kinds import Likeness, judge, likeness
from knowledge.duplicates.leads import Lead
from knowledge.duplicates.match import matched_chars
from knowledge.duplicates.notes import Note, Vocabulary
from knowledge.duplicates.places import page_of
from knowledge.duplicates.values import Cluster, Count, Family, Kind, Member
from knowledge.types import NoteRef

_ID_CHARS = 16
_TOLD_EVERY = 100  # leads
_RANKS = {kind: rank for rank, kind in enumerate(Kind)}


def judged(
    leads: Sequence[Lead],
    notes: Sequence[Note],
    *,
    vocabulary: Vocabulary,
    library: Library,
    count: Count,
    stop: threading.Event,
) -> tuple[tuple[Cluster, ...], tuple[Family, ...]]:
    """Clusters in order (kind, smaller coverage, mean similarity, paths), and their families. Raises Stopped."""
    namesakes = Counter(page_of(note.ref)[-1] for note in notes)
    alike: list[Likeness] = []
    for done, lead in enumerate(leads, start=1):
        if stop.is_set():
            raise Stopped
        left, right = notes[lead.left], notes[lead.right]
        alike.append(likeness(left, right, vocabulary, namesakes=namesakes[page_of(left.ref)[-1]]))
        if done % _TOLD_EVERY == 0 or done == len(leads):
            count("judging", done, len(leads))
    sizes = _family_sizes(leads, alike, notes)
    clusters = [
        _cluster(lead, like, size, notes, library) for lead, like, size in zip(leads, alike, sizes, strict=True)
    ]
    return with_families(sorted(clusters, key=_order))


def cluster_id(left: NoteRef, right: NoteRef) -> str:
    """The hash of the two paths, whichever comes first."""
    paths = sorted(f"{ref.collection}\0{ref.path}" for ref in (left, right))
    return hashlib.sha256("\0\0".join(paths).encode()).hexdigest()[:_ID_CHARS]


def _family_sizes(leads: Sequence[Lead], alike: Sequence[Likeness], notes: Sequence[Note]) -> list[int]:
    """For each lead, how many different pages hang together with it by leads between notes of different names."""
    groups = Groups(len(notes))
    for lead, like in zip(leads, alike, strict=True):
        if like.renamed:
            groups.join(lead.left, lead.right)
    pages: defaultdict[int, set[object]] = defaultdict(set)
    for number in {number for lead in leads for number in (lead.left, lead.right)}:
        pages[groups.group(number)].add(page_of(notes[number].ref))
    return [len(pages[groups.group(lead.left)]) for lead in leads]


def _cluster(lead: Lead, alike: Likeness, family_size: int, notes: Sequence[Note], library: Library) -> Cluster:
    kind, reason = judge(alike, family_size)
    left, right = notes[lead.left], notes[lead.right]
    similarities = [match.similarity for match in lead.matches if match.similarity is not None]
    return Cluster(
        id=cluster_id(left.ref, right.ref),
        members=(_member(left, lead, 0, library), _member(right, lead, 1, library)),
        kind=kind,
        reason=reason,
        matches=lead.matches,
        min_similarity=min(similarities) if similarities else None,
        mean_similarity=fmean(similarities) if similarities else None,
        word_similarity=alike.similarity,
    )


def _member(note: Note, lead: Lead, side: int, library: Library) -> Member:
    positions = [(match.left, match.right)[side] for match in lead.matches]
    chars = round(lead.shares[side] * note.chars) if lead.shares else matched_chars(note, positions)
    return Member(
        ref=note.ref,
        title=note.title,
        url=library.link(note.ref),
        updated=note.updated,
        content_hash=note.content_hash,
        matched_chunks=len(positions),
        total_chunks=len(note.chunks),
        matched_chars=chars,
        total_chars=note.chars,
    )


def _order(cluster: Cluster) -> tuple[object, ...]:
    similarity = cluster.word_similarity if cluster.mean_similarity is None else cluster.mean_similarity
    refs = tuple(member.ref for member in cluster.members)
    return _RANKS[cluster.kind], -cluster.coverage, -similarity, refs
