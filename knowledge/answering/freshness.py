"""An old note may be right, but its age must be seen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from knowledge.remarks import Remark, joined
from knowledge.types import Citation, NoteRef

OLD_AFTER = timedelta(days=730)


def age_notice(citations: Sequence[Citation], now: datetime) -> str:
    """One sentence about the cited notes that nobody changed for two years; empty where there is none."""
    markers: dict[NoteRef, str] = {}
    days: dict[NoteRef, datetime] = {}
    for citation in citations:
        if citation.updated is not None and now - citation.updated > OLD_AFTER:
            markers[citation.ref] = markers.get(citation.ref, "") + citation.marker
            days[citation.ref] = citation.updated
    said = [Remark("{marker} ({day.day} {day:%b %Y})", marker=markers[ref], day=day) for ref, day in days.items()]
    return Remark("Last changed more than two years ago: {notes}.", notes=joined(said, ", ")) if days else ""
