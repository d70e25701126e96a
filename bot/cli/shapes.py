"""What the commands print as JSON: the published names, made from the library's values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knowledge.indexing import CollectionReport, SyncReport
    from knowledge.ports import IndexStatus
    from knowledge.remotes import Checkout
    from knowledge.types import Answer, Citation, Contribution, Hit, MatchedChunk, Reading, SearchResult

Json = dict[str, Any]


def instant(value: datetime | None) -> str | None:
    """ISO 8601 in UTC, whole seconds; None stays None."""
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if value else None


def matched_chunk(matched: MatchedChunk, *, full: bool = False) -> Json:
    """One matched chunk of a hit."""
    shape: Json = {
        "heading": matched.chunk.heading,
        "lines": list(matched.chunk.lines),
        "preview": matched.preview,
        "score": round(matched.score, 4),
    }
    if full:
        shape["text"] = matched.chunk.text
    return shape


def contribution(part: Contribution) -> Json:
    """What one list gave to a hit."""
    return {
        "list": part.source,
        "rank": part.rank,
        "score": round(part.score, 4),
        "contribution": round(part.share, 6),
    }


def hit(found: Hit, *, full: bool = False, debug: bool = False) -> Json:
    """One note of a search."""
    shape: Json = {
        "collection": found.ref.collection,
        "file": found.ref.path,
        "title": found.title,
        "url": found.url,
        "score": round(found.score, 4),
        "updated": instant(found.updated),
        "matched_chunks": [matched_chunk(matched, full=full) for matched in found.matched],
    }
    if found.also:
        shape["also_in"] = [{"collection": ref.collection, "file": ref.path} for ref in found.also]
    if debug:
        shape["lists"] = [contribution(part) for part in found.contributions]
        shape["boosts"] = [{"reason": boost.reason, "amount": round(boost.amount, 6)} for boost in found.boosts]
    return shape


def search(result: SearchResult, *, full: bool, debug: bool, plus: bool) -> list[Json] | Json:
    """A list of hits; an object with the plan where `--plus` or `--debug` asks for it."""
    hits = [hit(found, full=full, debug=debug) for found in result.hits]
    if not (plus or debug):
        return hits
    return {
        "query": result.queries[0] if result.queries else "",
        "mode": result.mode,
        "fallback": result.fallback or None,
        "rewrite": result.rewrite or None,
        "keywords": list(result.keywords),
        **({"reading": reading(result.reading)} if debug else {}),
        "results": hits,
    }


def reading(value: Reading) -> Json:
    """How a question was read before it was searched."""
    return {
        "kind": value.kind,
        "language": value.language or None,
        "vectors": value.vectors,
        "spellings": {spelling.word: list(spelling.terms) for spelling in value.spellings},
    }


def citation(source: Citation) -> Json:
    """One numbered source."""
    return {
        "marker": source.marker,
        "collection": source.ref.collection,
        "file": source.ref.path,
        "title": source.title,
        "heading": source.heading,
        "lines": list(source.lines),
        "url": source.url,
        "quote": source.quote,
    }


def answer(value: Answer) -> Json:
    """One cited answer."""
    return {
        "answer": value.text,
        "mode": value.mode,
        "confidence": value.confidence,
        "degraded": bool(value.degraded),
        "citations": [citation(source) for source in value.citations],
        "queries": list(value.queries),
        "trace_id": value.trace_id or None,
    }


def collection_report(report: CollectionReport) -> Json:
    """One collection's indexing run: notes, then chunks, then what needs a look."""
    return {
        "name": report.name,
        "matched": report.matched,
        "read": report.read,
        "unchanged": report.unchanged,
        "created": report.created,
        "reused": report.reused,
        "removed": report.removed,
        "skipped": [{"file": one.file, "reason": one.reason} for one in report.skipped],
        "errors": [{"file": one.file, "message": one.message} for one in report.errors],
        "warnings": list(report.warnings),
    }


def sync(report: SyncReport) -> Json:
    """A whole indexing run."""
    return {
        "collections": [collection_report(part) for part in report.collections],
        "problems": list(report.problems),
        "seconds": round(report.seconds, 2),
    }


def status(value: IndexStatus, outdated: Mapping[str, int], checkouts: Mapping[str, Checkout]) -> Json:
    """What the index holds; `checkouts` of the collections whose notes come from git."""
    return {
        "collections": [
            {
                "name": part.name,
                "documents": part.documents,
                "chunks": part.chunks,
                "embedded": part.embedded,
                "last_scan": instant(part.last_scan),
                "errors": part.errors,
                "changed": outdated.get(part.name),
                "git": remote(checkouts[part.name]) if part.name in checkouts else None,
            }
            for part in value.collections
        ],
        "model": value.model or None,
        "dimension": value.dimension or None,
        "generation": value.generation,
        "embedded_at": instant(value.embedded_at),
        "coming_model": value.coming or None,
    }


def remote(checkout: Checkout) -> Json:
    """The commit that the notes are of, and what keeps newer ones away."""
    condition = checkout.condition()
    return {
        "commit": checkout.commit() or None,
        "pulled": condition.pulled or None,
        "problem": condition.problem or None,
        "fix": condition.fix or None,
    }
