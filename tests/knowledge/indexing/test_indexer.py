"""Runs over real folders into a real index."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from knowledge.chunking import ChunkingOptions
from knowledge.errors import CollectionNotFound, IndexBusy, ModelMismatch, ModelUnreachable
from knowledge.indexing import CollectionReport, Indexer, Progress, SyncReport
from knowledge.store import SqliteStore
from knowledge.text import readings
from knowledge.types import NoteRef, Scope
from tests.knowledge.indexing.conftest import Notes
from tests.knowledge.indexing.export import export
from tests.knowledge.indexing.fakes import HashingEmbedder

LEAVE = "# Leave\n\nEveryone has 28 days of vacation.\n"
TRAVEL = "# Travel\n\nBook trains first.\n\n## Hotels\n\nAt most 120 euros a night.\n"
BINARY = bytes(range(256)) * 40
NO_ENCODING = bytes(range(0x80, 0x100)) * 20  # in none of the known encodings


def only(report: SyncReport) -> CollectionReport:
    (collection,) = report.collections
    assert collection.matched == (
        collection.read + collection.unchanged + len(collection.skipped) + len(collection.errors)
    )
    return collection


async def found(store: SqliteStore, word: str, *collections: str) -> list[str]:
    candidates = await store.term_candidates([word], Scope(collections=collections or ("handbook",)), 50)
    return [piece.ref.path for piece in await store.chunks([candidate.chunk_id for candidate in candidates])]


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


class TestFailures:
    @pytest.mark.promise("one-bad-note-stops-nothing")
    async def test_a_bad_note_is_reported_and_the_others_are_indexed(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("bad.md", NO_ENCODING)
        notes.write("leave.md", LEAVE)
        result = await notes.indexer(store, embedder).sync()
        report = only(result)
        assert [error.file for error in report.errors] == ["bad.md"]
        assert result.failed
        assert report.read == 1
        (status,) = (await store.status()).collections
        assert (status.last_scan, status.errors) == (None, 1)

    @pytest.mark.promise("a-failed-note-waits-for-new-bytes")
    async def test_a_failed_note_is_counted_each_run_and_tried_again_when_its_bytes_change(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        file = notes.write("bad.md", NO_ENCODING)
        first = only(await notes.indexer(store, embedder).sync())
        os.utime(file, ns=(5, 5))
        second = only(await notes.indexer(store, embedder).sync())
        assert [error.file for error in second.errors] == ["bad.md"]
        assert (second.read, second.errors) == (0, first.errors)
        notes.write("bad.md", LEAVE)
        third = only(await notes.indexer(store, embedder).sync())
        assert (third.read, third.errors) == (1, ())
        (status,) = (await store.status()).collections
        assert status.last_scan is not None

    async def test_a_note_that_turns_bad_keeps_its_last_good_version(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        await notes.indexer(store, embedder).sync()
        notes.write("leave.md", NO_ENCODING)
        assert len(only(await notes.indexer(store, embedder).sync()).errors) == 1
        assert await found(store, "vacat") == ["leave.md"]
        notes.write("leave.md", LEAVE)
        assert only(await notes.indexer(store, embedder).sync()).errors == ()

    @pytest.mark.promise("media-is-listed-as-skipped-not-indexed-empty")
    async def test_a_picture_that_matches_is_listed_and_never_indexed(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        notes.write("plan.png", b"\x89PNG\r\n\x1a\n" + BINARY)
        report = only(await notes.indexer(store, embedder, include="**/*").sync())
        assert {skip.file for skip in report.skipped} | {error.file for error in report.errors} == {"plan.png"}
        assert list(await store.fingerprints("handbook")) == ["leave.md"]

    async def test_a_broken_front_matter_is_a_warning_with_its_file(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", "---\ntitle: [broken\n---\n" + LEAVE)
        report = only(await notes.indexer(store, embedder).sync())
        assert report.read == 1
        assert report.warnings[0].startswith("leave.md: ")


class TestModels:
    async def test_another_model_is_refused_and_a_full_run_is_the_way_out(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        await notes.indexer(store, embedder).sync()
        other = HashingEmbedder(model="other")
        with pytest.raises(ModelMismatch, match=r"'hash'.*'other'"):
            await notes.indexer(store, other).sync()
        await notes.indexer(store, other).sync(full=True)
        assert (await store.status()).model == "other"
        assert len(other.texts) == 1

    @pytest.mark.promise("another-model-takes-over-while-the-old-one-serves")
    async def test_the_old_model_serves_until_every_note_has_its_new_vector(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        notes.write("travel.md", TRAVEL)
        await notes.indexer(store, embedder).sync()
        broken = HashingEmbedder(model="other", refuse=lambda _: ModelUnreachable("Nobody answers."))
        report = await notes.indexer(store, broken).sync(new_model=True)
        assert report.unreachable
        assert ((await store.status()).model, (await store.status()).coming) == ("hash", "other")
        await store.check_model("hash")
        await notes.indexer(store, HashingEmbedder(model="other")).sync()
        assert ((await store.status()).model, (await store.status()).coming) == ("other", "")

    async def test_going_back_to_the_old_model_drops_what_was_gathered(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        await notes.indexer(store, embedder).sync()
        broken = HashingEmbedder(model="other", refuse=lambda _: ModelUnreachable("Nobody answers."))
        await notes.indexer(store, broken).sync(new_model=True)
        await notes.indexer(store, embedder).sync()
        assert ((await store.status()).model, (await store.status()).coming) == ("hash", "")


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


@pytest.mark.promise("a-status-is-left-out-only-where-configured")
async def test_a_draft_is_indexed_unless_its_status_is_left_out(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder
) -> None:
    notes.write("plan.md", "---\nstatus: Draft\n---\n# Plan\n\nAn early idea.\n")
    indexed = await notes.indexer(store, embedder).sync()
    assert (indexed.collections[0].read, indexed.collections[0].skipped) == (1, ())
    library = notes.indexer(store, embedder).library
    careful = Indexer(library, store, embedder, chunking=ChunkingOptions(), exclude_status=["draft"])
    left_out = (await careful.sync(full=True)).collections[0]
    assert [one.file for one in left_out.skipped] == ["plan.md"]
    assert "Draft" in left_out.skipped[0].reason
    assert await store.note_chunks(NoteRef(collection="handbook", path="plan.md")) == []


@pytest.mark.promise("another-way-of-cutting-reads-notes-again")
async def test_notes_that_were_cut_otherwise_are_read_again_by_a_plain_run(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder
) -> None:
    notes.write("travel.md", TRAVEL)
    library = notes.indexer(store, embedder).library
    before = Indexer(library, store, embedder, chunking=ChunkingOptions())
    await before.sync()
    after = Indexer(library, store, embedder, chunking=ChunkingOptions(target_tokens=64))
    assert only(await after.sync()).read == 1
    assert only(await after.sync()).read == 0
