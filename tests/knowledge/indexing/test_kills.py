"""An indexer that is killed again and again arrives where an undisturbed one does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from knowledge.store import SqliteStore
from knowledge.text import readings
from tests.knowledge.indexing.conftest import Notes
from tests.knowledge.indexing.export import export
from tests.knowledge.indexing.fakes import HashingEmbedder

ROOT = Path(__file__).parents[3]


def kill_after(lines: int, database: Path, folder: Path) -> None:
    """Start an indexer and kill it in the middle of what follows so many steps; it may end before."""
    command = [sys.executable, "-m", "tests.knowledge.indexing.run", str(database), str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _ in range(lines):
            process.stdout.readline()
        process.kill()


@pytest.mark.promise("kills-change-nothing-in-the-end")
async def test_after_any_number_of_kills_a_plain_run_gives_the_same_index(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder, tmp_path: Path
) -> None:
    for number in range(450):  # enough to be read in processes
        words = " ".join(f"word{number * step % 97}" for step in range(1, 60))
        notes.write(f"{number % 9}/{number}.md", f"# Note {number}\n\n{words}.\n\n## Part\n\nSame part everywhere.\n")
    killed = tmp_path / "killed.db"
    for lines in (1, 3, 6, 9, 4, 2):  # reading first, then embedding, then little is left
        kill_after(lines, killed, notes.folder())
    survivor = await SqliteStore.open(killed, readings=readings)
    assert not (await notes.indexer(survivor, HashingEmbedder()).sync()).failed
    await notes.indexer(store, embedder).sync()
    undisturbed = await export(store, "handbook")
    assert len(undisturbed) >= 450
    assert await export(survivor, "handbook") == undisturbed
    await survivor.close()
