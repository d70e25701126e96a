"""Many vectors: found by their index, measured exactly, inside the scope alone."""

from __future__ import annotations

import numpy as np
import pytest

from knowledge.filters import FilterKind, Not
from knowledge.store.postgres import PostgresStore, nearness
from knowledge.store.postgres.nearness import most_measured
from knowledge.types import Scope
from tests.knowledge.store.builders import everywhere, note, vectors_for
from tests.knowledge.store.steps import embed_pending, put_all, term
from tests.postgres import PostgresServer

INDEX = "SELECT count(*) FROM pg_indexes WHERE indexname = 'vectors_near'"


@pytest.fixture
async def many(store: PostgresStore, monkeypatch: pytest.MonkeyPatch) -> PostgresStore:
    """An index that counts 400 vectors as many, and always searches by their index."""
    monkeypatch.setattr(nearness, "INDEXED_FROM", 400)
    monkeypatch.setattr(nearness, "_STEP", 0)
    await put_all(
        store, *(note(f"{n}.md", *(f"{n} {m}" for m in range(20)), collection=("a", "b")[n % 2]) for n in range(40))
    )
    while await embed_pending(store):
        pass
    return store


async def test_many_vectors_are_indexed_and_new_ones_join_them(
    many: PostgresStore, postgres: PostgresServer, url: str
) -> None:
    assert postgres.execute(INDEX, url) == [(1,)]
    await put_all(many, note("new.md", "brand new", collection="a"))
    await embed_pending(many)
    ((chunk_id, cosine),) = await many.nearest(vectors_for(["brand new"])[0], everywhere("a", "b"), 1)
    assert [piece.text for piece in await many.chunks([chunk_id])] == ["brand new"]
    assert cosine == pytest.approx(1.0, abs=1e-6)


@pytest.mark.promise("filters-come-before-the-ranking")
@pytest.mark.promise("permission-is-checked-before-the-search")
@pytest.mark.parametrize(
    "scope",
    [
        everywhere("a", "b"),
        everywhere("a"),
        Scope(collections=("a", "b"), filter=Not(operand=term(FilterKind.PATH, "3.md"))),
        Scope(collections=("b",), filter=Not(operand=term(FilterKind.PATH, "3.md"))),
    ],
)
async def test_the_index_finds_what_brute_force_finds(many: PostgresStore, scope: Scope) -> None:
    inside = [info.ref for info in await many.notes(scope)]
    chunks = [piece for each in inside for piece in await many.note_chunks(each)]
    vectors = vectors_for([piece.text for piece in chunks])
    for seed in range(5):
        query = vectors_for([f"question {seed}"])[0]
        best = [chunks[place].id for place in np.argsort(-(vectors @ query))[:10]]
        assert [chunk_id for chunk_id, _ in await many.nearest(query, scope, 10)] == best


async def test_another_model_is_indexed_before_it_takes_over(
    many: PostgresStore, postgres: PostgresServer, url: str
) -> None:
    await many.gather("new")
    while waiting := await many.pending(1_000):
        await many.store_vectors(
            "new", [piece.id for piece in waiting], np.eye(len(waiting), 3, dtype=np.float32) + 1
        )
    await many.adopt()
    assert postgres.execute(INDEX, url) == [(1,)]
    assert len(await many.nearest(np.ones(3, dtype=np.float32), everywhere("a"), 7)) == 7


def test_few_vectors_or_a_small_share_of_many_are_all_measured() -> None:
    assert most_measured(100_000, 256) == 19_999
    assert 40_000 < most_measured(1_000_000, 256) < 60_000
