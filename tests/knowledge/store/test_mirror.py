"""Vectors in memory: the same answers as the file gives, at every moment, and nothing for processes that end soon."""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from knowledge.ports import Matrix, Store, Vector
from knowledge.store import SqliteStore
from knowledge.store.bits import BitRows
from knowledge.store.copied import SEARCHES_FIRST
from knowledge.types import Scope
from tests.knowledge.store.builders import everywhere, note, readings, vectors_for
from tests.knowledge.store.contract import StoreContract
from tests.knowledge.store.contract_memory import MemoryContract, fill, ids, path, warm


class WarmStore(SqliteStore):
    """A store that has always searched often enough."""

    async def nearest(self, vector: Vector, scope: Scope, limit: int) -> Sequence[tuple[int, float]]:
        for _ in range(SEARCHES_FIRST):
            await super().nearest(vector, scope, limit)
        await self.vectors_in_memory()
        return await super().nearest(vector, scope, limit)


@pytest.fixture
async def plain(tmp_path: Path, store: SqliteStore) -> AsyncIterator[SqliteStore]:
    """The same index, searched in its file alone."""
    opened = await SqliteStore.open(tmp_path / "index.db", readings=readings, vector_memory_bytes=0)
    yield opened
    await opened.close()


class TestSqliteStoreFromMemory(StoreContract):
    """The contract of stores, searched in memory."""

    @pytest.fixture
    async def store(self, tmp_path: Path) -> AsyncIterator[Store]:
        opened = await WarmStore.open(tmp_path / "index.db", readings=readings)
        yield opened
        await opened.close()


@pytest.mark.usefixtures("only_bits")
class TestSqliteStoreFromBits(TestSqliteStoreFromMemory):
    """The same, where memory holds one bit a dimension."""


class TestSqliteMemory(MemoryContract):
    """Nothing of its own."""


class TestSameAnswers:
    @pytest.mark.promise("vectors-in-memory-answer-as-the-file-does")
    @pytest.mark.parametrize("limit", [1, 10, 64, 300])
    async def test_order_and_cosines_are_sqlite_vecs_equal_vectors_included(
        self, store: SqliteStore, plain: SqliteStore, limit: int
    ) -> None:
        random = np.random.default_rng(limit)
        texts = [f"passage {number}" for number in range(2_500)]
        vectors = vectors_for([f"seen {number % 300}" for number in random.permutation(2_500)])
        await fill(store, "a.md", texts, vectors)
        await store.put(*note("a.md", *texts[::2], "new"))
        await fill(store, "b.md", ["later one", "later two"])
        for query in random.normal(size=(5, 8)).astype(np.float32):
            for scope in (everywhere(), Scope(collections=("handbook",), filter=path("b.md"))):
                assert await warm(store, query, scope, limit) > 0
                found, right = await store.nearest(query, scope, limit), await plain.nearest(query, scope, limit)
                assert ids(found) == ids(right)
                np.testing.assert_allclose([one for _, one in found], [one for _, one in right], atol=1e-6)

    @pytest.mark.usefixtures("only_bits")
    async def test_bits_leave_out_hardly_any_of_the_nearest(self, store: SqliteStore, plain: SqliteStore) -> None:
        random = np.random.default_rng(3)
        groups = random.normal(size=(400, 128))
        rows = groups[random.integers(0, 400, 12_000)] + random.normal(size=(12_000, 128)) + 2
        await fill(store, "a.md", [str(number) for number in range(12_000)], rows.astype(np.float32))
        shares = []
        for query in (rows[::600] + random.normal(size=(20, 128))).astype(np.float32):
            assert await warm(store, query, everywhere()) > 0
            found = await store.nearest(query, everywhere(), 20)
            shares.append(len({*ids(found)} & {*ids(await plain.nearest(query, everywhere(), 20))}) / 20)
        assert np.mean(shares) >= 0.99


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


class TestWhatItTakes:
    @pytest.mark.promise("vectors-in-memory-keep-to-their-budget")
    @pytest.mark.parametrize(("budget", "kept"), [(100_000, 66_000), (60_000, 50_000), (20_000, 0), (0, 0)])
    async def test_what_does_not_fit_is_kept_as_bits_or_not_at_all(
        self, tmp_path: Path, budget: int, kept: int
    ) -> None:
        small = await SqliteStore.open(tmp_path / "small.db", readings=readings, vector_memory_bytes=budget)
        rows = np.random.default_rng(2).normal(size=(1_000, 8)).astype(np.float32)
        await fill(small, "a.md", [str(number) for number in range(1_000)], rows)
        assert await warm(small, rows[3], everywhere()) == kept
        ((best, cosine),) = await small.nearest(rows[3], everywhere(), 1)
        assert (best, cosine) == (4, pytest.approx(1.0, abs=1e-6))
        await small.close()

    async def test_it_grows_into_bits_when_the_budget_is_full(self, tmp_path: Path) -> None:
        small = await SqliteStore.open(tmp_path / "small.db", readings=readings, vector_memory_bytes=66 * 10)
        query = vectors_for(["x"])[0]
        await fill(small, "a.md", [str(number) for number in range(10)])
        assert await warm(small, query, everywhere()) == 66 * 10
        await fill(small, "b.md", ["one more", "and another"])
        assert len(await small.nearest(query, everywhere(), 20)) == 12
        assert await small.vectors_in_memory() == 50 * 12
        assert len(await small.nearest(query, everywhere(), 20)) == 12
        await small.close()

    async def test_more_vectors_than_are_measured_one_by_one_get_bits_beside_them(self, tmp_path: Path) -> None:
        few = await SqliteStore.open(tmp_path / "few.db", readings=readings, exact_vectors=10)
        query = vectors_for(["x"])[0]
        await fill(few, "a.md", [str(number) for number in range(10)])
        assert await warm(few, query, everywhere()) == 66 * 10
        await fill(few, "b.md", ["one more", "and another"])
        before = names(tmp_path)
        assert await warm(few, query, everywhere(), 20) == (66 + 16) * 12
        assert len(await few.nearest(query, everywhere(), 20)) == 12
        assert names(tmp_path) == before
        await few.close()

    @pytest.mark.usefixtures("only_bits")
    @pytest.mark.promise("a-full-disk-costs-speed-alone")
    async def test_a_full_disk_leaves_the_search_to_the_file(
        self, store: SqliteStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        await fill(store, "a.md", ["one"])
        query = vectors_for(["one"])[0]
        await warm(store, query, everywhere())

        def full(self: BitRows, start: int, vectors: Matrix) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(BitRows, "add", full)
        await fill(store, "b.md", ["two"])
        for _ in range(2 * SEARCHES_FIRST):
            assert len(await store.nearest(query, everywhere(), 10)) == 2
        assert await store.vectors_in_memory() == 0
        assert len([record for record in caplog.records if "No space left" in record.getMessage()]) == 1

    @pytest.mark.usefixtures("only_bits")
    async def test_the_file_of_vectors_has_no_name(self, store: SqliteStore, tmp_path: Path) -> None:
        await fill(store, "a.md", ["one"])
        before = names(tmp_path)
        assert await warm(store, vectors_for(["one"])[0], everywhere()) > 0
        assert names(tmp_path) == before

    async def test_a_store_that_closes_waits_for_no_more_than_a_block(self, store: SqliteStore) -> None:
        await fill(store, "a.md", ["one"])
        for _ in range(SEARCHES_FIRST):
            await store.nearest(vectors_for(["one"])[0], everywhere(), 1)
        await store.close()
        assert await store.vectors_in_memory() == 0
