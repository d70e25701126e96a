"""A few notes that are known to have changed come before all else."""

from __future__ import annotations

import asyncio
import os
import threading

import pytest

from knowledge.collections import Collection
from knowledge.indexing import keywords
from knowledge.reading import ScanResult, scan
from knowledge.store import SqliteStore
from tests.knowledge.indexing.conftest import Notes
from tests.knowledge.indexing.fakes import HashingEmbedder
from tests.knowledge.indexing.outcomes import LEAVE, TRAVEL, found, only


class HeldScan:
    """A scan that waits until it is let go."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.go_on = threading.Event()
        self._loop = asyncio.get_running_loop()

    def __call__(self, collection: Collection) -> ScanResult:
        self._loop.call_soon_threadsafe(self.begun.set)
        self.go_on.wait()
        return scan(collection)


@pytest.mark.promise("a-changed-note-comes-before-the-rest")
async def test_a_changed_note_is_found_before_its_collection_is_looked_at(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes.write("leave.md", LEAVE)
    travel = notes.write("travel.md", TRAVEL)
    indexer = notes.indexer(store, embedder)
    await indexer.sync()
    held = HeldScan()
    monkeypatch.setattr(keywords, "scan", held)
    notes.write("leave.md", LEAVE.replace("28", "30"))
    travel.unlink()
    changed = {"handbook": ["leave.md", "travel.md", "nothing.md"]}
    run = asyncio.create_task(indexer.sync(collections=["handbook"], changed=changed))
    await held.begun.wait()
    assert (await found(store, "30"), await found(store, "28")) == (["leave.md"], [])
    held.go_on.set()
    report = only(await run)
    assert (report.read, report.unchanged, report.matched) == (1, 0, 1)
    assert await found(store, "train") == []


async def test_a_changed_note_does_not_wait_for_a_run_that_looks_at_everything(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes.write("leave.md", LEAVE)
    indexer = notes.indexer(store, embedder)
    await indexer.sync()
    held = HeldScan()
    monkeypatch.setattr(keywords, "scan", held)
    whole = asyncio.create_task(indexer.sync())
    await held.begun.wait()
    notes.write("leave.md", LEAVE.replace("28", "30"))
    run = asyncio.create_task(indexer.sync(changed={"handbook": ["leave.md"]}))
    async with asyncio.timeout(60):
        while not await found(store, "30"):
            continue
    held.go_on.set()
    await asyncio.gather(whole, run)
    assert (await found(store, "30"), await found(store, "28")) == (["leave.md"], [])


async def test_a_note_that_did_not_change_is_not_read_again(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder
) -> None:
    notes.write("leave.md", LEAVE)
    indexer = notes.indexer(store, embedder)
    await indexer.sync()
    before = await store.generation()
    report = only(await indexer.sync(changed={"handbook": ["leave.md"]}))
    assert (report.read, report.unchanged, await store.generation()) == (0, 1, before)


async def test_a_changed_note_that_cannot_be_read_is_told_once(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder
) -> None:
    notes.write("leave.md", LEAVE)
    indexer = notes.indexer(store, embedder)
    await indexer.sync()
    notes.write("leave.md", b"\x81\x8d\x8f\x90\x9d" * 9)
    notes.write("empty.md", "")
    report = only(await indexer.sync(changed={"handbook": ["leave.md", "empty.md"]}))
    assert len(report.errors) + len(report.skipped) == report.matched == 2


@pytest.mark.promise("a-change-within-one-tick-is-seen")
async def test_a_change_that_leaves_size_and_time_as_they_were_is_seen(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder
) -> None:
    written = notes.write("leave.md", LEAVE).stat()
    indexer = notes.indexer(store, embedder)
    await indexer.sync()
    changed = notes.write("leave.md", LEAVE.replace("28", "30"))
    os.utime(changed, ns=(written.st_mtime_ns, written.st_mtime_ns))  # as a disk with a slow clock would have it
    assert (await indexer.outdated())["handbook"] == 0  # a look at names and times alone cannot tell
    assert only(await indexer.sync()).read == 1
    assert (await found(store, "30"), await found(store, "28")) == (["leave.md"], [])


async def test_a_file_that_is_old_enough_is_trusted_by_its_time(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder
) -> None:
    file = notes.write("leave.md", LEAVE)
    os.utime(file, ns=(1, 1_700_000_000_123_456_789))
    indexer = notes.indexer(store, embedder)
    await indexer.sync()
    assert (await store.fingerprints("handbook"))["leave.md"].mtime_ns == 1_700_000_000_123_456_789
