"""An audit as JSON, by `duplicates.schema.json` beside this file, and as the rows that people read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from knowledge.duplicates.drift import differences
from knowledge.duplicates.notes import Note
from knowledge.duplicates.values import Audit, Change, Cluster, Drift, Family, Kind, Match, Member, Value
from knowledge.types import NoteRef

Json = dict[str, Any]
CHANGES = 20  # of a cluster in JSON; `total` says how many there are


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """How much of an audit is shown: clusters or rows, strongest pairs of each, characters of each preview."""

    limit: int = 20
    evidence: int = 3
    brief_chars: int = 240


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What people see as one: a cluster, or the first one of a family for all of them."""

    cluster: Cluster
    family: Family | None = None


def rows(audit: Audit) -> list[Row]:
    """What people should look at, best leads first: copies, overlaps, editions; a family once."""
    return _folded(audit, (Kind.COPY, Kind.OVERLAP, Kind.VERSION))


def patterns(audit: Audit) -> list[Row]:
    """What was built alike on purpose: told below the rows, a family once."""
    return _folded(audit, (Kind.TEMPLATE,))


def _folded(audit: Audit, kinds: Collection[Kind]) -> list[Row]:
    families = {family.name: family for family in audit.families}
    told: set[str] = set()
    found: list[Row] = []
    for cluster in audit.clusters:
        if cluster.kind not in kinds or cluster.family in told:
            continue
        if cluster.family:
            told.add(cluster.family)
        found.append(Row(cluster=cluster, family=families.get(cluster.family or "")))
    return found


def drift_of(audit: Audit, cluster: Cluster) -> Drift:
    """Where the two notes of a cluster differ."""
    left, right = cluster.members
    return differences(audit.notes[left.ref], audit.notes[right.ref])


def as_json(audit: Audit, showing: Showing) -> Json:
    """The whole report; `limit` counts clusters."""
    shown = audit.clusters[: showing.limit]
    return {
        "settings": {
            "threshold": audit.options.threshold,
            "coverage": audit.options.coverage,
            "limit": showing.limit,
            "evidence": showing.evidence,
            "brief_chars": showing.brief_chars,
            "collections": list(audit.options.collections),
            "prefix": audit.options.prefix,
        },
        "totals": {
            "documents": audit.documents,
            "chunks": audit.chunks,
            "pairs": audit.pairs,
            "clusters": len(audit.clusters),
            "shown": len(shown),
            "truncated": len(shown) < len(audit.clusters),
            "kinds": {kind.value: sum(one.kind is kind for one in audit.clusters) for kind in Kind},
        },
        "inconclusive": audit.inconclusive,
        "freshness": _freshness(audit),
        "warnings": list(audit.warnings),
        "families": [_family(family) for family in audit.families],
        "clusters": [cluster_json(cluster, audit.notes, showing) for cluster in shown],
    }


def cluster_json(cluster: Cluster, notes: Mapping[NoteRef, Note], showing: Showing) -> Json:
    """One cluster with its evidence and what differs."""
    left, right = (notes[member.ref] for member in cluster.members)
    return {
        "id": cluster.id,
        "kind": cluster.kind.value,
        "reason": cluster.reason,
        "family": cluster.family,
        "members": [_member(member) for member in cluster.members],
        "min_similarity": _rounded(cluster.min_similarity),
        "mean_similarity": _rounded(cluster.mean_similarity),
        "word_similarity": _rounded(cluster.word_similarity),
        "evidence": [
            {
                "similarity": _rounded(match.similarity),
                "left": _passage(left, match.left, showing.brief_chars),
                "right": _passage(right, match.right, showing.brief_chars),
            }
            for match in cluster.matches[: showing.evidence]
        ],
        "drift": drift_json(differences(left, right)),
    }


def drift_json(drift: Drift, limit: int = CHANGES) -> Json:
    """What differs: the exchanged numbers, dates and names, then sentence beside sentence."""
    return {
        "total": len(drift.changes),
        "values": [_value(value) for value in drift.values],
        "changes": [_change(change) for change in drift.changes[:limit]],
    }


def brief(text: str, limit: int) -> str:
    """The beginning of a text on one line, whole words, with an ellipsis where something is left out."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    cut = line[: max(1, limit - 1)]
    return (cut.rpartition(" ")[0] or cut).rstrip() + "…"


def instant(value: datetime | None) -> str | None:
    """ISO 8601 in UTC, whole seconds."""
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if value else None


def strongest(cluster: Cluster, notes: Mapping[NoteRef, Note], showing: Showing) -> Iterator[tuple[Match, str, str]]:
    """The strongest matches with both previews."""
    left, right = (notes[member.ref] for member in cluster.members)
    for match in cluster.matches[: showing.evidence]:
        one, other = left.chunks[match.left], right.chunks[match.right]
        yield match, brief(one.plain, showing.brief_chars), brief(other.plain, showing.brief_chars)


def _freshness(audit: Audit) -> Json:
    fresh = audit.freshness
    return {
        "missing": [_ref(ref) for ref in fresh.missing],
        "newer": [_ref(ref) for ref in fresh.newer],
        "unindexed": [_ref(ref) for ref in fresh.unindexed],
        "unembedded_chunks": fresh.unembedded_chunks,
    }


def _ref(ref: NoteRef) -> Json:
    return {"collection": ref.collection, "file": ref.path}


def _family(family: Family) -> Json:
    return {
        "name": family.name,
        "kind": family.kind.value,
        "members": [_ref(ref) for ref in family.members],
        "clusters": family.clusters,
    }


def _member(member: Member) -> Json:
    return {
        "collection": member.ref.collection,
        "file": member.ref.path,
        "title": member.title,
        "url": member.url,
        "updated": instant(member.updated),
        "matched_chunks": member.matched_chunks,
        "total_chunks": member.total_chunks,
        "matched_chars": member.matched_chars,
        "total_chars": member.total_chars,
        "chunk_coverage": _rounded(member.chunk_coverage),
        "char_coverage": _rounded(member.char_coverage),
    }


def _passage(note: Note, position: int, limit: int) -> Json:
    chunk = note.chunks[position]
    return {
        "chunk": position + 1,
        "lines": list(chunk.lines),
        "heading": chunk.heading,
        "preview": brief(chunk.plain, limit),
    }


def _change(change: Change) -> Json:
    return {
        "left": change.left,
        "right": change.right,
        "left_marks": [list(mark) for mark in change.left_marks],
        "right_marks": [list(mark) for mark in change.right_marks],
        "values": [_value(value) for value in change.values],
    }


def _value(value: Value) -> Json:
    return {"type": value.type, "left": value.left, "right": value.right}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
