"""Backup and restore of a file, by the commands of docs/operations.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.store import SqliteStore
from knowledge.transfer import export_lines
from tests.docs.commands import run
from tests.knowledge.store.builders import note, readings
from tests.knowledge.store.steps import embed_pending, put_all


@pytest.mark.promise("a-backup-restores-what-was-there")
async def test_a_file_is_backed_up_while_it_is_written_and_restored_whole(tmp_path: Path) -> None:
    file, copy = tmp_path / "index.db", tmp_path / "copy.db"
    store = await SqliteStore.open(file, readings=readings)
    await put_all(store, *(note(f"{n}.md", f"text {n}") for n in range(20)))
    await embed_pending(store)
    kept = [line async for line in export_lines(store)]
    run("operations.md", "backup-sqlite", FILE=file, COPY=copy)
    await put_all(store, note("0.md", "changed later"))
    await store.close()
    run("operations.md", "restore-sqlite", FILE=file, COPY=copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    restored = await SqliteStore.open(file, readings=readings)
    assert [line async for line in export_lines(restored)] == kept
    await put_all(restored, note("0.md", "changed later"))
    await restored.close()
