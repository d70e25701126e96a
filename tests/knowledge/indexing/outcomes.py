"""Two notes, and what a run over one collection tells and leaves to be found."""

from __future__ import annotations

from knowledge.indexing import CollectionReport, SyncReport
from knowledge.store import SqliteStore
from knowledge.types import Scope

LEAVE = "# Leave\n\nEveryone has 28 days of vacation.\n"
TRAVEL = "# Travel\n\nBook trains first.\n\n## Hotels\n\nAt most 120 euros a night.\n"


def only(report: SyncReport) -> CollectionReport:
    (collection,) = report.collections
    assert collection.matched == (
        collection.read + collection.unchanged + len(collection.skipped) + len(collection.errors)
    )
    return collection


async def found(store: SqliteStore, word: str, *collections: str) -> list[str]:
    candidates = await store.term_candidates([word], Scope(collections=collections or ("handbook",)), 50)
    return [piece.ref.path for piece in await store.chunks(candidates.ids.tolist())]
