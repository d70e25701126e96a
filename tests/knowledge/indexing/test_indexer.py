"""Runs over real folders into a real index."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from knowledge.errors import CollectionNotFound, IndexBusy
from knowledge.indexing import Progress
from knowledge.store import SqliteStore
from knowledge.text import readings
from knowledge.types import NoteRef
from tests.knowledge.indexing.conftest import Notes
from tests.knowledge.indexing.export import export
from tests.knowledge.indexing.fakes import HashingEmbedder
from tests.knowledge.indexing.outcomes import LEAVE, TRAVEL, found, only


class TestDelta:
    @pytest.mark.promise("the-summary-counts-every-note-once")
    async def test_a_first_run_reads_every_note_and_counts_its_chunks(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        notes.write("deep/travel.md", TRAVEL)
        notes.write("empty.md", "")
        report = only(await notes.indexer(store, embedder).sync())
        assert (report.matched, report.read, report.unchanged, report.removed) == (3, 2, 0, 0)
        assert [skip.file for skip in report.skipped] == ["empty.md"]
        (status,) = (await store.status()).collections
        assert report.created == status.chunks == status.embedded == len(embedder.texts)
        assert await found(store, "vacat") == ["leave.md"]

    @pytest.mark.promise("a-second-run-reads-and-embeds-nothing")
    async def test_a_second_run_reads_no_note_and_embeds_no_chunk(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        notes.write("empty.md", "")
        await notes.indexer(store, embedder).sync()
        embedder.texts.clear()
        report = only(await notes.indexer(store, embedder).sync())
        assert (report.read, report.unchanged, report.created, len(report.skipped)) == (0, 1, 0, 1)
        assert embedder.texts == []

    @pytest.mark.promise("a-replacement-with-an-older-time-is-noticed")
    async def test_a_file_replaced_by_an_older_one_of_equal_size_is_read_again(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        file = notes.write("leave.md", LEAVE)
        await notes.indexer(store, embedder).sync()
        notes.write("leave.md", LEAVE.replace("vacation", "holidays"))
        os.utime(file, ns=(1, 1))
        assert only(await notes.indexer(store, embedder).sync()).read == 1
        assert await found(store, "vacat") == []
        assert await found(store, "holiday") == ["leave.md"]

    async def test_a_file_that_was_only_touched_is_unchanged(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        file = notes.write("leave.md", LEAVE)
        await notes.indexer(store, embedder).sync()
        os.utime(file, ns=(5, 5))
        before = await store.generation()
        report = only(await notes.indexer(store, embedder).sync())
        assert (report.read, report.unchanged) == (0, 1)
        assert (await store.fingerprints("handbook"))["leave.md"].mtime_ns == 5
        assert await store.generation() == before

    async def test_a_full_run_reads_everything_and_embeds_only_what_is_new(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        await notes.indexer(store, embedder).sync()
        embedder.texts.clear()
        report = only(await notes.indexer(store, embedder).sync(full=True))
        assert (report.read, report.created, report.reused) == (1, 0, 1)
        assert embedder.texts == []

    @pytest.mark.promise("a-moved-note-costs-no-embedding")
    async def test_moved_notes_cost_no_embedding_even_into_another_collection(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        leave, travel = notes.write("leave.md", LEAVE), notes.write("travel.md", TRAVEL)
        indexer = notes.indexer(store, embedder, "handbook", "archive")
        await indexer.sync()
        vectors = {row[1]: row[4] for row in await export(store, "handbook")}
        embedder.texts.clear()
        leave.rename(notes.folder() / "vacation.md")
        travel.rename(notes.folder("archive") / "travel.md")
        report = await indexer.sync()
        assert embedder.texts == []
        assert [(each.created, each.reused > 0) for each in report.collections] == [(0, True), (0, True)]
        assert {row[1]: row[4] for row in await export(store, "handbook", "archive")} == vectors

    async def test_a_shortened_note_loses_its_tail(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("travel.md", TRAVEL)
        await notes.indexer(store, embedder).sync()
        notes.write("travel.md", "# Travel\n\nBook trains first.\n")
        await notes.indexer(store, embedder).sync()
        assert await found(store, "hotel") == []

    async def test_a_note_that_was_emptied_is_found_no_longer(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        notes.write("travel.md", TRAVEL)
        await notes.indexer(store, embedder).sync()
        notes.write("leave.md", "")
        report = only(await notes.indexer(store, embedder).sync())
        assert [skip.file for skip in report.skipped] == ["leave.md"]
        assert report.removed == 1
        assert await found(store, "vacat") == []


class TestPruning:
    @pytest.mark.promise("a-removed-note-disappears")
    async def test_a_removed_file_disappears_from_every_index(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        file = notes.write("leave.md", LEAVE)
        notes.write("travel.md", TRAVEL)
        await notes.indexer(store, embedder).sync()
        file.unlink()
        assert only(await notes.indexer(store, embedder).sync()).removed == 1
        assert await found(store, "vacat") == []
        assert {row[0].path for row in await export(store, "handbook")} == {"travel.md"}

    @pytest.mark.promise("an-empty-folder-deletes-nothing-unasked")
    async def test_an_emptied_folder_deletes_nothing_until_it_is_allowed(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        file = notes.write("leave.md", LEAVE)
        indexer = notes.indexer(store, embedder)
        await indexer.sync()
        file.unlink()
        kept = only(await indexer.sync())
        assert kept.removed == 0
        assert "--allow-empty-prune" in kept.warnings[0]
        assert await found(store, "vacat") == ["leave.md"]
        assert only(await indexer.sync(allow_empty_prune=True)).removed == 1
        assert await found(store, "vacat") == []

    async def test_a_missing_folder_deletes_nothing_and_is_told(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        notes.write("a.md", TRAVEL, collection="ops")
        indexer = notes.indexer(store, embedder, "handbook", "ops")
        await indexer.sync()
        shutil.rmtree(notes.folder())
        notes.write("b.md", TRAVEL, collection="ops")
        report = await indexer.sync()
        assert report.failed
        assert "handbook" in report.problems[0]
        assert await found(store, "vacat") == ["leave.md"]
        assert report.collections[1].read == 1

    async def test_collections_that_are_configured_no_longer_are_forgotten(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        notes.write("a.md", TRAVEL, collection="ops")
        await notes.indexer(store, embedder, "handbook", "ops").sync()
        report = await notes.indexer(store, embedder, "ops").sync()
        assert report.forgotten == 1
        assert await found(store, "vacat", "handbook", "ops") == []

    async def test_a_run_over_one_collection_leaves_the_others_alone(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        notes.write("a.md", TRAVEL, collection="ops")
        indexer = notes.indexer(store, embedder, "handbook", "ops")
        assert only(await indexer.sync(collections=["ops"])).name == "ops"
        assert await store.fingerprints("handbook") == {}

    async def test_an_unknown_collection_is_told_with_those_that_exist(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        with pytest.raises(CollectionNotFound) as unknown:
            await notes.indexer(store, embedder).sync(collections=["handbok"])
        assert "handbook" in unknown.value.hint


class TestOrder:
    @pytest.mark.promise("keywords-come-before-vectors")
    async def test_all_collections_are_searchable_by_words_before_the_first_vector(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        notes.write("a.md", TRAVEL, collection="ops")
        seen: list[Progress] = []
        await notes.indexer(store, embedder, "handbook", "ops").sync(progress=seen.append)
        phases = [progress.phase for progress in seen]
        assert phases == sorted(phases, reverse=True)
        reading = [(p.collection, p.done, p.total) for p in seen if p.phase == "reading"]
        assert reading == [("handbook", 0, 1), ("handbook", 1, 1), ("ops", 0, 1), ("ops", 1, 1)]
        last = seen[-1]
        assert (last.phase, last.done) == ("embedding", last.total)
        assert last.total == len(embedder.texts)

    async def test_notes_of_many_batches_all_arrive(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        for number in range(150):
            notes.write(f"{number}.md", f"# Note {number}\n\nIts word is w{number}.\n")
        assert only(await notes.indexer(store, embedder).sync()).read == 150
        assert await found(store, "w149") == ["149.md"]


class TestSeveralIndexers:
    async def test_a_second_process_is_told_to_wait(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder, tmp_path: Path
    ) -> None:
        notes.write("leave.md", LEAVE)
        other = await SqliteStore.open(tmp_path / "index.db", readings=readings)
        async with other.exclusive():
            with pytest.raises(IndexBusy):
                await notes.indexer(store, embedder).sync()
        assert only(await notes.indexer(store, embedder).sync()).read == 1
        await other.close()

    async def test_two_runs_of_one_process_share_the_work(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        for number in range(40):
            notes.write(f"{number}.md", f"# Note {number}\n\nSome words.\n")
        indexer = notes.indexer(store, embedder)
        reports = [only(report) for report in await asyncio.gather(indexer.sync(), indexer.sync())]
        assert sorted(report.read for report in reports) == [0, 40]
        assert len(await export(store, "handbook")) == len(embedder.texts) == 40
        assert await store.note_vectors(NoteRef(collection="handbook", path="7.md")) is not None
