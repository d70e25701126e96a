"""From one index into another: whole, resumable, compared."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from knowledge.errors import IndexDamaged, IndexMissing, IndexUnavailable, ModelMismatch
from knowledge.ports import Entry, Failure, Store
from knowledge.store import SqliteStore
from knowledge.transfer import export_lines, migrate
from knowledge.transfer.lines import AT_ONCE
from tests.knowledge.store.builders import entry, note, readings, ref, vectors_for
from tests.knowledge.store.steps import embed_pending, put_all

UPDATED = datetime(2025, 3, 4, 5, 6, 7, tzinfo=UTC)


@pytest.fixture
async def source(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "source.db", readings=readings)
    yield opened
    await opened.close()


@pytest.fixture
async def target(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await SqliteStore.open(tmp_path / "target.db", readings=readings)
    yield opened
    await opened.close()


async def fill(store: Store) -> None:
    """Notes of every kind: many, one without chunks, one that failed, equal chunks, chunks without a vector."""
    await put_all(store, *(note(f"{n:03}.md", f"text {n}", "the same everywhere") for n in range(AT_ONCE + 5)))
    document, _ = note("x.md", "x", title="T", tags=("HR",), author="Ann", updated=UPDATED)
    await put_all(store, note("none.md"), (document, [Entry(chunk=entry(0, "\x00 \x1a0").chunk, terms=("kept",))]))
    await store.put_many([note("b.md", "other", collection="ops")], recipe="of another kind")
    while await store.pending(1):
        await embed_pending(store)
    await put_all(store, note("late.md", "no vector yet"))
    await store.record_failure(Failure(ref=ref("bad.md"), message="It is no text."))
    await store.record_scan("handbook", UPDATED)


async def lines(store: Store) -> list[str]:
    return [line async for line in export_lines(store)]


class MigrationCases:
    """What holds between any two engines."""

    @pytest.mark.promise("an-index-moves-between-databases-whole")
    async def test_everything_arrives_byte_for_byte(self, source: Store, target: Store) -> None:
        await fill(source)
        done = await migrate(source, target)
        assert await lines(target) == await lines(source)
        assert (done.notes, done.written) == (AT_ONCE + 9, AT_ONCE + 9)
        assert (done.vectors, await target.waiting()) == (done.chunks - 1, 1)
        assert await target.failures("handbook") == await source.failures("handbook")
        assert (await target.status()).collections == (await source.status()).collections
        assert await target.stale("ops", "of another kind") == frozenset()
        carried, given = await target.note_vectors(ref("007.md")), await source.note_vectors(ref("007.md"))
        np.testing.assert_array_equal(carried, given)

    @pytest.mark.promise("an-index-moves-between-databases-whole")
    async def test_a_run_that_was_ended_goes_on_where_it_stopped(self, source: Store, target: Store) -> None:
        await fill(source)

        def end(_what: str, done: int, _of: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            await migrate(source, target, progress=end)
        assert (await migrate(source, target)).written == 9
        assert (await migrate(source, target)).written == 0
        assert await lines(target) == await lines(source)

    async def test_what_is_done_grows_to_all_notes(self, source: Store, target: Store) -> None:
        await fill(source)
        told: list[tuple[str, int, int]] = []
        await migrate(source, target, progress=lambda *step: told.append(step))
        whole = AT_ONCE + 9
        assert [step for step in told if step[0] == "notes"] == [("notes", AT_ONCE, whole), ("notes", whole, whole)]

    async def test_a_note_that_changed_since_is_written_again(self, source: Store, target: Store) -> None:
        await fill(source)
        await migrate(source, target)
        await put_all(source, note("001.md", "changed"))
        await embed_pending(source)
        done = await migrate(source, target)
        assert done.written == 2  # and the one that had no vector then
        assert await lines(target) == await lines(source)

    async def test_an_index_with_notes_of_its_own_is_left_alone(self, source: Store, target: Store) -> None:
        await fill(source)
        await put_all(target, note("mine.md", "mine"))
        with pytest.raises(IndexUnavailable, match="1 notes that the first one does not") as refused:
            await migrate(source, target)
        assert "empty database" in refused.value.hint
        assert len(await lines(target)) == 1

    async def test_an_empty_index_is_not_migrated(self, source: Store, target: Store) -> None:
        with pytest.raises(IndexMissing, match="holds no notes"):
            await migrate(source, target)

    async def test_vectors_of_another_model_are_not_mixed(self, source: Store, target: Store) -> None:
        await put_all(source, note("a.md", "one"))
        await embed_pending(source, "old-model")
        await put_all(target, note("a.md", "one"))
        await embed_pending(target, "new-model")
        with pytest.raises(ModelMismatch):
            await migrate(source, target)

    async def test_a_difference_at_the_end_is_told(self, source: Store, target: Store) -> None:
        await put_all(source, note("a.md", "one"))
        await embed_pending(source)
        await put_all(target, note("a.md", "one"))
        (waiting,) = await target.pending(10)
        await target.store_vectors("m", [waiting.id], vectors_for(["two"]))
        with pytest.raises(IndexDamaged, match="differ"):
            await migrate(source, target)


class TestBetweenFiles(MigrationCases):
    """From file to file."""
