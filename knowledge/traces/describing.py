"""What stages found, as figures of a trace: places in notes and ranks, never their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from knowledge.traces.recording import note, tracing
from knowledge.traces.values import Asked, Figures, Outcome, Text, TraceKind
from knowledge.types import Answer, Candidate, Citation, NoteRef, Query, SearchResult

if TYPE_CHECKING:
    from knowledge.answering.evidence import Evidence

DEPTH = 20  # places of a list that are kept; a list may hold hundreds


def asked(kind: TraceKind, query: Query) -> Asked:
    """The question as it came in."""
    return Asked(kind=kind, text=Text(query.text), collections=query.collections, turns=len(query.history))


def answered(answer: Answer) -> Outcome:
    """How a question ended."""
    return Outcome(
        mode=answer.mode,
        confidence=answer.confidence,
        degraded=answer.degraded,
        text=Text(answer.text),
        queries=tuple(map(Text, answer.queries)),
        results=tuple(_citation(citation) for citation in answer.citations),
    )


def found_notes(result: SearchResult) -> Outcome:
    """How a search ended."""
    return Outcome(
        mode=result.mode,
        degraded=result.fallback,
        queries=tuple(map(Text, result.queries)),
        results=tuple(
            {"rank": rank, **_place(hit.ref), "score": round(hit.score, 6)}
            for rank, hit in enumerate(result.hits[:DEPTH], start=1)
        ),
    )


def note_list(candidates: Sequence[Candidate]) -> None:
    """Add the beginning of a ranked list to the stage that is running."""
    if not tracing():
        return
    places = [
        {
            "rank": rank,
            **_place(each.chunk.ref),
            "lines": list(each.chunk.lines),
            "score": round(float(each.score), 6),
        }
        for rank, each in enumerate(candidates[:DEPTH], start=1)
    ]
    note(found=len(candidates), list=places)


def note_evidence(evidence: Evidence) -> None:
    """Add what an answer may use to the stage that is running."""
    if not tracing():
        return
    excerpts = [
        {
            "marker": f"[{each.number}]",
            **_place(each.ref),
            "lines": list(each.lines(0, len(each.text.rstrip()))),
        }
        for each in evidence.excerpts
    ]
    note(tokens=evidence.tokens, excerpts=excerpts)


def _place(ref: NoteRef) -> Figures:
    return {"collection": ref.collection, "file": ref.path}


def _citation(citation: Citation) -> Figures:
    return {"marker": citation.marker, **_place(citation.ref), "lines": list(citation.lines)}
