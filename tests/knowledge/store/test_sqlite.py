"""What only the SQLite store promises: processes that die, readers beside a writer, common terms."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from knowledge.errors import IndexBusy, IndexMissing
from knowledge.filters import FilterKind, Term
from knowledge.store import SqliteStore
from knowledge.store.choosing import COMMON_CHUNKS, choosing_terms
from knowledge.types import Scope
from tests.knowledge.store.builders import everywhere, note, readings, ref, vectors_for
from tests.knowledge.store.writer import LONG, SHORT

ROOT = Path(__file__).parents[3]


def kill_after(lines: int, path: Path) -> None:
    """Start the writing process, and kill it in the middle of what comes after so many writes."""
    command = [sys.executable, "-m", "tests.knowledge.store.writer", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _ in range(lines):
            assert process.stdout.readline(), "the writer ended by itself"
        process.kill()


class TestKilledProcesses:
    @pytest.mark.promise("a-kill-leaves-each-note-whole")
    @pytest.mark.parametrize("lines", [1, 4, 13])
    async def test_a_kill_leaves_the_old_or_the_new_version_and_no_mixture(self, tmp_path: Path, lines: int) -> None:
        kill_after(lines, tmp_path / "index.db")
        store = await SqliteStore.open(tmp_path / "index.db", readings=readings)
        texts = tuple(piece.text for piece in await store.note_chunks(ref("a.md")))
        assert texts in (SHORT, LONG)
        word = texts[0].split()[0]
        assert {**(await store.vocabulary())}[word] == len(texts)
        vectors = await store.note_vectors(ref("a.md"))
        waiting = await store.pending(100)
        assert len(vectors) + len(waiting) == len(texts)
        if not waiting:
            np.testing.assert_allclose(vectors, vectors_for(texts), atol=1e-6)
        await store.close()

    async def test_a_killed_indexer_gives_its_turn_back(self, tmp_path: Path) -> None:
        kill_after(1, tmp_path / "index.db")
        store = await SqliteStore.open(tmp_path / "index.db", readings=readings)
        async with store.exclusive():
            await store.put(*note("b.md", "written after"))
        assert "b.md" in await store.fingerprints("handbook")
        await store.close()


class TestTurns:
    @pytest.mark.promise("only-one-process-indexes-at-a-time")
    async def test_a_second_indexer_is_told_that_it_is_not_its_turn(self, store: SqliteStore, tmp_path: Path) -> None:
        other = await SqliteStore.open(tmp_path / "index.db", readings=readings)
        async with store.exclusive():
            with pytest.raises(IndexBusy, match=r"indexing into .*index\.db"):
                async with other.exclusive():
                    pytest.fail("two had the turn at once")
        async with other.exclusive():
            assert (tmp_path / "index.db.lock").stat().st_mode & 0o777 == 0o600
        await other.close()


class TestReadersBesideAWriter:
    @pytest.mark.promise("searching-while-indexing-never-fails")
    async def test_searches_while_notes_are_written_never_fail_nor_see_half_a_note(self, store: SqliteStore) -> None:
        await store.put(*note("a.md", "plan 0", "plan 0"))
        done = asyncio.Event()

        async def write() -> None:
            for version in range(1, 120):
                await store.put(*note("a.md", *(f"plan {version}" for _ in range(version % 5 + 1))))
                waiting = await store.pending(10)
                vectors = vectors_for([piece.text for piece in waiting])
                await store.store_vectors("m", [piece.id for piece in waiting], vectors)
            done.set()

        async def read() -> int:
            rounds = 0
            while not done.is_set():
                texts = [piece.text for piece in await store.note_chunks(ref("a.md"))]
                assert len(set(texts)) == 1
                await store.nearest(vectors_for(["plan 7"])[0], everywhere(), 5)
                await store.term_candidates(["plan"], everywhere(), 5)
                rounds += 1
            return rounds

        rounds, *_ = await asyncio.gather(read(), read(), read(), write())
        assert rounds > 0

    async def test_a_reader_of_another_process_sees_what_is_written_and_a_new_model(
        self, store: SqliteStore, tmp_path: Path
    ) -> None:
        await store.put(*note("a.md", "one"))
        reader = await SqliteStore.open(tmp_path / "index.db", readings=readings, read_only=True)
        assert await reader.nearest(vectors_for(["one"])[0], everywhere(), 1) == []
        before = await reader.generation()
        for model, size in (("m", 8), ("other", 3)):
            await store.gather(model)
            (waiting,) = await store.pending(1)
            await store.store_vectors(model, [waiting.id], np.ones((1, size), dtype=np.float32))
            await store.adopt()
            assert len(await reader.nearest(np.ones(size, dtype=np.float32), everywhere(), 1)) == 1
        assert await reader.generation() > before
        await reader.close()

    async def test_a_reader_needs_an_index(self, tmp_path: Path) -> None:
        with pytest.raises(IndexMissing):
            await SqliteStore.open(tmp_path / "none.db", readings=readings, read_only=True)


class TestCommonTerms:
    def test_common_terms_choose_nothing_while_rarer_ones_exist(self) -> None:
        frequencies = {"the": 9_000, "vacation": 40}
        assert choosing_terms(frequencies, 10_000) == {"vacation": 40}

    def test_common_terms_choose_where_there_is_nothing_else(self) -> None:
        assert choosing_terms({"the": 9_000}, 10_000) == {"the": 9_000}

    def test_in_a_small_index_no_term_is_common(self) -> None:
        frequencies = {"the": COMMON_CHUNKS, "vacation": 1}
        assert choosing_terms(frequencies, COMMON_CHUNKS) == frequencies

    async def test_a_scope_that_holds_only_the_common_terms_is_searched_by_them(self, store: SqliteStore) -> None:
        common = [f"the {number}" for number in range(COMMON_CHUNKS + 1)]
        await store.put(*note("many.md", *common))
        await store.put(*note("rare.md", "vacation"))
        scope = Scope(collections=("handbook",), filter=Term(kind=FilterKind.PATH, value="many.md"))
        assert len((await store.term_candidates(["the", "vacation"], scope, 10)).ids) == 10
        everything = await store.term_candidates(["the", "vacation"], everywhere(), 10)
        assert [piece.ref.path for piece in await store.chunks(everything.ids.tolist())] == ["rare.md"]


@pytest.mark.promise("a-changed-note-is-never-read-from-memory")
async def test_a_chunk_that_was_read_before_shows_its_note_as_it_is_now(store: SqliteStore, tmp_path: Path) -> None:
    await store.put(*note("tea.md", "Steep for three minutes.", title="Tea"))
    (chunk,) = await store.note_chunks(ref("tea.md"))
    assert [each.title for each in await store.chunks([chunk.id])] == ["Tea"]
    other = await SqliteStore.open(tmp_path / "index.db", readings=readings)
    await other.put(*note("tea.md", "Steep for three minutes.", title="Green tea"))
    assert [each.title for each in await store.chunks([chunk.id])] == ["Green tea"]
    await other.remove([ref("tea.md")])
    assert await store.chunks([chunk.id]) == []
    await other.close()
