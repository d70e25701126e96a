"""What a digest says: an audit against what was reported before and what people set aside."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.digest.memory import Aside, Reported
from knowledge.duplicates import Audit, Cluster, Drift, Family
from knowledge.duplicates.notes import Note, words_of
from knowledge.duplicates.report import Row, drift_of, patterns, rows
from knowledge.remarks import Remark
from knowledge.types import NoteRef

NOTES_CHANGED = Remark("The notes have changed since this was set aside.")
TIME_IS_OVER = Remark("The time for which this was set aside is over.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two notes that repeat each other. `came_back` says why, where they had been set aside.

    `family`: the notes that hang together with these two, where this pair stands for all of them.
    """

    cluster: Cluster
    family: Family | None = None
    contents: str  # a hash of what both notes say
    drift: Drift
    since: str  # the slot of the digest that told of them first
    came_back: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """Questions of one meaning that the notes did not answer: the latest wording, and how many people asked.

    `members` are the ids of all of them; `new`: at least one was in no digest yet.
    """

    id: str
    question: str
    count: int
    members: tuple[str, ...] = ()
    new: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """One slot's message. `alike` counts groups of pages of one pattern; `warnings`: what could not be compared."""

    slot: str
    channel: str
    new: tuple[Pair, ...] = ()
    open: tuple[Pair, ...] = ()
    resolved: tuple[Reported, ...] = ()
    unanswered: tuple[Unanswered, ...] = ()
    alike: int = 0
    warnings: tuple[str, ...] = ()
    notes: Mapping[NoteRef, Note] = field(default_factory=dict, repr=False)  # those of the audit
    withheld: tuple[Reported, ...] = ()  # told of before, and not to be seen there now

    @property
    def has_news(self) -> bool:
        """Whether it says anything that the last digest did not."""
        return bool(self.new or self.resolved or any(one.new for one in self.unanswered))

    def reported(self) -> list[Reported]:
        """What the next digest has to know of this one."""
        return [
            Reported(id=pair.cluster.id, contents=pair.contents, slot=pair.since, members=refs_of(pair.cluster))
            for pair in (*self.new, *self.open)
        ] + list(self.withheld)


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What the channel was told last, and what people set aside since, both by the pair's id."""

    reported: Mapping[str, Reported]
    asides: Mapping[str, Aside]


def compose(
    audit: Audit, past: Past, *, slot: str, channel: str, now: float, unanswered: Sequence[Unanswered] = ()
) -> Digest:
    """The digest of one slot; `now` in seconds since the epoch, for what was set aside for a while."""
    told_of = (_as_before(audit, row, past) for row in rows(audit))
    pairs = [pair for row in told_of if (pair := _pair(audit, row, past, slot, now))]
    told = [pair.cluster.id in past.reported and not pair.came_back for pair in pairs]
    return Digest(
        slot=slot,
        channel=channel,
        new=tuple(pair for pair, known in zip(pairs, told, strict=True) if not known),
        open=tuple(pair for pair, known in zip(pairs, told, strict=True) if known),
        resolved=_resolved(audit, past),
        unanswered=tuple(unanswered),
        alike=len(patterns(audit)),
        warnings=audit.warnings,
        notes=audit.notes,
    )


def contents_of(texts: Sequence[str]) -> str:
    """A hash of what notes say: their words in order, so that a blank line or a heading's sign changes nothing."""
    told = "\n".join(" ".join(words_of(text)) for text in texts)
    return hashlib.sha256(told.encode()).hexdigest()


def refs_of(cluster: Cluster) -> tuple[NoteRef, NoteRef]:
    """The two notes."""
    left, right = cluster.members
    return left.ref, right.ref


def _as_before(audit: Audit, row: Row, past: Past) -> Row:
    """A family by the pair that stood for it before, whichever is the strongest now."""
    if row.family is None:
        return row
    known = {*past.reported, *past.asides}
    same = (one for one in audit.clusters if one.family == row.family.name and one.id in known)
    return replace(row, cluster=next(same, row.cluster))


def _contents(audit: Audit, row: Row) -> str:
    """What a row says: its two notes, and which notes belong to its family."""
    texts = [audit.notes[member.ref].text for member in row.cluster.members]
    family = sorted(row.family.members) if row.family else ()
    return contents_of([*texts, *(f"{ref.collection} {ref.path}" for ref in family)])


def _pair(audit: Audit, row: Row, past: Past, slot: str, now: float) -> Pair | None:
    """The pair as it is told of; None while it is set aside."""
    cluster = row.cluster
    before, aside = past.reported.get(cluster.id), past.asides.get(cluster.id)
    contents = _contents(audit, row)
    came_back = _why_back(aside, contents, now) if aside else ""
    if aside and not came_back:
        return None
    return Pair(
        cluster=cluster,
        family=row.family,
        contents=contents,
        drift=drift_of(audit, cluster),
        since=before.slot if before else slot,
        came_back="" if before and before.contents == contents else came_back,
    )


def _why_back(aside: Aside, contents: str, now: float) -> str:
    """Why a pair that was set aside is told of again; empty: it is not."""
    if aside.contents != contents:
        return NOTES_CHANGED
    if aside.until is not None and now >= aside.until:
        return TIME_IS_OVER
    return ""


def _resolved(audit: Audit, past: Past) -> tuple[Reported, ...]:
    """Pairs of the last digest that are none any more; nothing while some notes could not be compared."""
    if audit.freshness.unembedded_chunks or not audit.documents:
        return ()
    here = {cluster.id for cluster in audit.clusters}
    return tuple(pair for pair in past.reported.values() if pair.id not in here and not _is_aside(pair, past))


def _is_aside(pair: Reported, past: Past) -> bool:
    aside = past.asides.get(pair.id)
    return aside is not None and aside.contents == pair.contents
