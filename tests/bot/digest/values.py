"""Audits as a test wants them: pairs of notes by id, with what they say."""

from __future__ import annotations

from datetime import UTC, datetime

from knowledge.duplicates import Audit, AuditOptions, Cluster, Freshness, Kind, Member
from knowledge.duplicates.notes import Note, Vocabulary
from knowledge.types import NoteRef

LEFT = "You get 28 days of vacation a year. Ask your lead for them."
RIGHT = "You get 25 days of vacation a year. Ask your lead for them."


def note(path: str, text: str) -> Note:
    words = Vocabulary().read(text)
    return Note(
        ref=NoteRef(collection="handbook", path=path),
        title=path.removesuffix(".md").capitalize(),
        updated=datetime(2025, 3, 7, tzinfo=UTC),
        content_hash="",
        chunks=(),
        text=text,
        words=words,
        body=words,
    )


def pair(name: str, left: str = LEFT, right: str = RIGHT, kind: Kind = Kind.COPY) -> tuple[Cluster, Note, Note]:
    """A cluster of that id, and its two notes."""
    notes = note(f"{name}.md", left), note(f"copies/{name}.md", right)
    one, other = (
        Member(
            ref=each.ref,
            title=each.title,
            url=f"https://notes.test/{each.ref.path}",
            updated=each.updated,
            content_hash=each.content_hash,
            matched_chunks=1,
            total_chunks=1,
            matched_chars=1,
            total_chars=1,
        )
        for each in notes
    )
    cluster = Cluster(
        id=name,
        members=(one, other),
        kind=kind,
        reason="The same text stands in two places.",
        matches=(),
        min_similarity=0.97,
        mean_similarity=0.98,
        word_similarity=0.99,
    )
    return cluster, *notes


def audit(*pairs: tuple[Cluster, Note, Note], unembedded_chunks: int = 0, warnings: tuple[str, ...] = ()) -> Audit:
    """What an audit says that found these pairs."""
    notes = {each.ref: each for _, *both in pairs for each in both}
    return Audit(
        options=AuditOptions(),
        documents=len(notes) or 2,
        chunks=len(notes),
        pairs=len(pairs),
        clusters=tuple(cluster for cluster, *_ in pairs),
        families=(),
        freshness=Freshness(unembedded_chunks=unembedded_chunks),
        warnings=warnings,
        notes=notes,
    )
