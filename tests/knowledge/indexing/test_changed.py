"""A few notes that are known to have changed come before all else."""

from __future__ import annotations

import asyncio
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
