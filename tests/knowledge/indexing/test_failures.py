"""Runs over notes that cannot be read: told, stopping nothing, and tried again when they change."""

from __future__ import annotations

import os

import pytest

from knowledge.store import SqliteStore
from tests.knowledge.indexing.conftest import Notes
from tests.knowledge.indexing.fakes import HashingEmbedder
from tests.knowledge.indexing.outcomes import LEAVE, found, only

BINARY = bytes(range(256)) * 40
NO_ENCODING = bytes(range(0x80, 0x100)) * 20  # in none of the known encodings


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
