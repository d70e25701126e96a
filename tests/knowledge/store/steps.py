"""What the cases of the contract do again and again."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from knowledge.filters import Filter, FilterKind, Term
from knowledge.ports import Entry, Store
from knowledge.types import Document, Scope
from tests.knowledge.store.builders import everywhere, vectors_for

ON_ONE_STORE = settings(
    deadline=None,
    max_examples=40,
    # One store serves all examples, and several classes inherit the test.
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
)


async def put_all(store: Store, *notes: tuple[Document, list[Entry]]) -> None:
    for document, entries in notes:
        await store.put(document, entries)


async def embed_pending(store: Store, model: str = "m") -> int:
    waiting = await store.pending(1_000)
    await store.store_vectors(model, [piece.id for piece in waiting], vectors_for([piece.text for piece in waiting]))
    return len(waiting)


def term(kind: FilterKind, value: str) -> Term:
    return Term(kind=kind, value=value)


async def matched(store: Store, filter_: Filter, *collections: str) -> list[str]:
    found = await store.matching_notes(filter_, collections or ("handbook",))
    return [note_ref.path for note_ref in found]


async def texts_with(store: Store, word: str, scope: Scope | None = None) -> list[str]:
    found = await store.term_candidates([word], scope or everywhere(), 10)
    return [piece.text for piece in await store.chunks(found.ids.tolist())]
