"""What every store that has its vectors in memory keeps: the answers of one that has not, at every moment."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

import numpy as np
import pytest

from knowledge.filters import FilterKind, Not, Term
from knowledge.ports import Matrix, Store, Vector
from knowledge.store.copied import SEARCHES_FIRST
from knowledge.types import Scope
from tests.knowledge.store.builders import everywhere, note, ref, vectors_for

READ_IN_PASSING = 8_192  # vectors
BLOCK = 1_024  # vectors of a file that are read together


class CopyingStore(Store, Protocol):
    """A store that has vectors in memory after some searches."""

    async def vectors_in_memory(self) -> int:
        """Wait for those on their way, and return the bytes that all there take."""
        ...


async def warm(store: CopyingStore, vector: Vector, scope: Scope, limit: int = 10) -> int:
    """Search until the vectors are in memory; return how many bytes they take."""
    for _ in range(SEARCHES_FIRST):
        await store.nearest(vector, scope, limit)
    return await store.vectors_in_memory()


async def fill(store: Store, path: str, texts: Sequence[str], vectors: Matrix | None = None) -> None:
    """Put a note of these texts, with these vectors or some made from the texts."""
    await store.put(*note(path, *texts))
    waiting = await store.pending(len(texts))
    rows = vectors_for([piece.text for piece in waiting]) if vectors is None else vectors
    await store.store_vectors("m", [piece.id for piece in waiting], rows)


def ids(found: Sequence[tuple[int, float]]) -> list[int]:
    """The chunks found."""
    return [chunk_id for chunk_id, _ in found]


def path(value: str) -> Term:
    """A filter of one path."""
    return Term(kind=FilterKind.PATH, value=value)


@pytest.mark.parametrize("kind", ["whole", "bits"])
class MemoryContract:
    """`store` and `plain` are the same index; `plain` searches without memory."""

    @pytest.fixture(autouse=True)
    def _kind(self, kind: str, request: pytest.FixtureRequest) -> None:
        if kind == "bits":
            request.getfixturevalue("only_bits")

    @pytest.mark.promise("vectors-in-memory-follow-every-change")
    async def test_each_search_sees_what_any_process_wrote_before_it(self, store: CopyingStore, plain: Store) -> None:
        await fill(store, "a.md", [f"text {number}" for number in range(60)])
        query = vectors_for(["question"])[0]
        await warm(store, query, everywhere())
        random = np.random.default_rng(5)
        for step in range(30):
            writer = (store, plain)[step % 2]
            await fill(writer, f"{random.integers(5)}.md", [f"{step} {n}" for n in range(random.integers(1, 9))])
            if step % 3 == 0:
                await writer.remove([ref(f"{random.integers(5)}.md")])
            expected = ids(await plain.nearest(query, everywhere(), 40))
            assert ids(await store.nearest(query, everywhere(), 40)) == expected
            left_out = Scope(collections=("handbook",), filter=Not(operand=path("a.md")))
            assert ids(await store.nearest(query, left_out, 9)) == ids(await plain.nearest(query, left_out, 9))

    async def test_more_than_is_read_in_passing_is_read_beside_the_searches(
        self, store: CopyingStore, plain: Store
    ) -> None:
        await fill(store, "a.md", ["first"])
        query = vectors_for(["question"])[0]
        before = await warm(store, query, everywhere())
        many = READ_IN_PASSING + BLOCK
        rows = np.random.default_rng(1).normal(size=(many, 8)).astype(np.float32)
        await fill(store, "many.md", [str(number) for number in range(many)], rows)
        right = await plain.nearest(query, everywhere(), 30)
        assert ids(await store.nearest(query, everywhere(), 30)) == ids(right)  # without memory
        assert await store.vectors_in_memory() > before * many
        assert ids(await store.nearest(query, everywhere(), 30)) == ids(right)
        await store.remove([ref("many.md")])
        assert len(await store.nearest(query, everywhere(), 30)) == 1

    async def test_another_models_vectors_take_the_place_of_equally_long_ones(
        self, store: CopyingStore, plain: Store
    ) -> None:
        await fill(store, "a.md", ["one", "two"])
        query = vectors_for(["one"])[0]
        await warm(store, query, everywhere())
        await plain.gather("other")
        waiting = await plain.pending(10)
        await plain.store_vectors("other", [piece.id for piece in waiting], -vectors_for(["one", "two"]))
        await plain.adopt()
        for _ in range(2):
            assert (await store.nearest(query, everywhere(), 2))[-1][1] == pytest.approx(-1.0, abs=1e-6)
            assert await warm(store, query, everywhere()) > 0

    @pytest.mark.promise("a-process-that-ends-soon-loads-no-vectors")
    async def test_the_first_searches_leave_memory_alone(self, store: CopyingStore) -> None:
        await fill(store, "a.md", ["one"])
        for _ in range(SEARCHES_FIRST - 1):
            await store.nearest(vectors_for(["one"])[0], everywhere(), 1)
        assert await store.vectors_in_memory() == 0
        await store.nearest(vectors_for(["one"])[0], everywhere(), 1)
        assert await store.vectors_in_memory() > 0

    async def test_who_gives_up_waiting_for_vectors_does_not_end_their_reading(self, store: CopyingStore) -> None:
        await fill(store, "a.md", ["one"])
        for _ in range(SEARCHES_FIRST):
            await store.nearest(vectors_for(["one"])[0], everywhere(), 1)
        given_up = asyncio.create_task(store.vectors_in_memory())
        await asyncio.sleep(0)
        given_up.cancel()
        assert await store.vectors_in_memory() > 0
