"""What an audit says beside its findings: a stale index, nothing to compare, how far it is, what was cut."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from knowledge.duplicates import AuditOptions, Auditor
from knowledge.duplicates import leads as finding
from knowledge.ports import Snapshot
from knowledge.store import SqliteStore
from knowledge.types import StoredChunk
from tests.knowledge.duplicates.auditing import alike, audit, pairs
from tests.knowledge.duplicates.builders import direction, library, passage, put, ref, stored


@pytest.mark.promise("a-stale-index-is-told")
async def test_missing_newer_and_unindexed_files_are_counted(store: SqliteStore, tmp_path: Path) -> None:
    root = tmp_path / "handbook"
    root.mkdir()
    for name in ("gone.md", "newer.md", "same.md"):
        await put(store, name, [f"Text of {name}."])
    (root / "newer.md").write_text("Another text by now.")
    (root / "same.md").write_text("Text of same.md.")
    os.utime(root / "same.md", ns=(1, 1))
    (root / "unknown.md").write_text("Nobody knows me.")
    (root / "empty.md").write_text("")
    (root / "skipped.md").write_text("There at the last run, which left it out.")
    os.utime(root / "skipped.md", ns=(1, 1))
    await store.record_scan("handbook", datetime(2025, 1, 1, tzinfo=UTC))
    found = await audit(store, tmp_path)
    fresh = found.freshness
    assert (fresh.missing, fresh.newer, fresh.unindexed) == (
        (ref("gone.md"),),
        (ref("newer.md"),),
        (ref("unknown.md"),),
    )
    assert found.inconclusive
    assert [warning.partition(" in ")[0] for warning in found.warnings[:1]] == ["1 note is"]


async def test_nothing_found_in_a_fresh_index_is_conclusive(store: SqliteStore, tmp_path: Path) -> None:
    (tmp_path / "handbook").mkdir()
    (tmp_path / "handbook" / "a.md").write_text("Tea.")
    os.utime(tmp_path / "handbook" / "a.md", ns=(1, 1))
    await put(store, "a.md", ["Tea."], [direction(1)])
    await store.record_scan("handbook", datetime(2025, 1, 1, tzinfo=UTC))
    found = await audit(store, tmp_path)
    assert (found.warnings, found.inconclusive) == ((), False)


async def test_an_empty_index_or_prefix_is_said(store: SqliteStore, tmp_path: Path) -> None:
    assert "No note in these collections is indexed" in (await audit(store, tmp_path)).warnings[0]
    await put(store, "a.md", ["Tea."], [direction(1)])
    assert "No note below 'no/where' is indexed" in (await audit(store, tmp_path, prefix="no/where")).warnings[0]


async def test_a_missing_folder_is_said(store: SqliteStore, tmp_path: Path) -> None:
    await put(store, "a.md", ["Tea."], [direction(1)])
    found = await Auditor(library(tmp_path, "handbook"), store).audit(AuditOptions())
    assert any("cannot be read" in warning for warning in found.warnings)


async def test_progress_is_told_on_the_event_loop(store: SqliteStore, tmp_path: Path) -> None:
    await alike(store, "a.md", "b.md", range(1, 3))
    loop = asyncio.get_running_loop()
    told: list[tuple[str, int, int]] = []

    def count(name: str, done: int, total: int) -> None:
        assert asyncio.get_running_loop() is loop
        told.append((name, done, total))

    await Auditor(library(tmp_path), store).audit(AuditOptions(), progress=count)
    await asyncio.sleep(0)
    assert told == [("comparing", 1, 1), ("judging", 1, 1)]


class Gate(list[StoredChunk]):
    """Chunks that nobody gets before the gate is open."""

    open = threading.Event()

    def __getitem__(self, at: Any) -> Any:
        assert self.open.wait(60)
        return super().__getitem__(at)


class Gated:
    """A store of one snapshot."""

    def __init__(self) -> None:
        self.chunks = Gate(stored("a.md", passage(1)) + stored("b.md", passage(2)))
        self.taken = asyncio.Event()

    async def snapshot(self, collections: Sequence[str]) -> Snapshot:
        self.taken.set()
        vectors = np.vstack([direction(1), direction(1)])
        return Snapshot(chunks=self.chunks, embedded=np.arange(2), vectors=vectors, fingerprints={}, scans={})


async def test_a_cancelled_audit_stops_its_work(tmp_path: Path) -> None:
    store, told = Gated(), []
    auditor = Auditor(library(tmp_path), store)  # type: ignore[arg-type]
    running = asyncio.create_task(auditor.audit(AuditOptions(), progress=lambda *step: told.append(step)))
    await store.taken.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    store.chunks.open.set()
    await asyncio.get_running_loop().shutdown_default_executor()
    assert told == []


async def test_more_leads_than_can_be_judged_are_cut_to_the_strongest_and_said(
    store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "MOST_LEADS", 1)
    await alike(store, "a.md", "b.md", range(1, 3), cosine=0.96)
    await alike(store, "c.md", "d.md", range(3, 5), cosine=0.99)
    found = await audit(store, tmp_path)
    assert (pairs(found), found.pairs) == ([("c.md", "d.md")], 4)
    assert found.warnings[0].startswith("Only the 1 strongest pairs of notes were looked at, 1 more were found")
