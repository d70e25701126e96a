"""The SQLite store's snapshot: the contract, broken rows by name, and files that stay as they were."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
import sqlite_vec

from knowledge.errors import IndexDamaged, InvalidVector
from knowledge.ports import Store
from knowledge.store import SqliteStore
from knowledge.store.connection import choose_driver
from tests.knowledge.store.builders import DIMENSION, note, readings
from tests.knowledge.store.snapshots import SnapshotContract, embed


class TestSqliteSnapshot(SnapshotContract):
    """Nothing of its own."""


def change(path: Path, statement: str, *values: object) -> None:
    """Change the index behind the store's back."""
    driver = choose_driver(vectors=True)
    with closing(driver.connect(str(path), isolation_level=None)) as connection:
        connection.enable_load_extension(True)
        sqlite_vec.load(connection)
        connection.execute(statement, values)


@pytest.mark.promise("an-audit-names-the-row-that-is-broken")
@pytest.mark.parametrize(
    ("statement", "values", "error", "words"),
    [
        ("UPDATE vectors SET embedding = ? WHERE rowid = 2", (bytes(4 * DIMENSION),), InvalidVector, "is zero"),
        (
            "UPDATE vectors SET embedding = ? WHERE rowid = 2",
            (np.full(DIMENSION, np.nan, dtype=np.float32).tobytes(),),
            InvalidVector,
            "not finite",
        ),
        ("UPDATE chunks SET text = ' ' WHERE id = 2", (), IndexDamaged, "text of .* is missing"),
        ("DELETE FROM vectors WHERE rowid = 2", (), IndexDamaged, "vector of .* is missing"),
        ("UPDATE chunks SET position = 0 WHERE id = 2", (), IndexDamaged, "two rows"),
    ],
)
async def test_a_broken_row_is_named(
    store: Store, tmp_path: Path, *, statement: str, values: tuple[object, ...], error: type[Exception], words: str
) -> None:
    await store.put(*note("a.md", "one", "two"))
    await embed(store)
    change(tmp_path / "index.db", statement, *values)
    with pytest.raises(error, match=words) as raised:
        await store.snapshot(["handbook"])
    assert "handbook/a.md, chunk" in str(raised.value)


@pytest.mark.promise("an-audit-names-the-row-that-is-broken")
async def test_mixed_dimensions_and_vectors_without_a_model_are_refused(store: Store, tmp_path: Path) -> None:
    await store.put(*note("a.md", "one"))
    await embed(store)
    change(tmp_path / "index.db", "UPDATE summary SET dimension = 9")
    with pytest.raises(InvalidVector, match=r"handbook/a\.md.* has 8 dimensions; the index has 9"):
        await store.snapshot(["handbook"])
    change(tmp_path / "index.db", "UPDATE summary SET model = ''")
    with pytest.raises(IndexDamaged, match="which model"):
        await store.snapshot(["handbook"])


def hashes(folder: Path) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.iterdir())}


@pytest.mark.promise("an-audit-changes-no-byte")
async def test_an_untouched_store_leaves_a_crashed_writers_log_alone(tmp_path: Path) -> None:
    crashed, copy = tmp_path / "crashed", tmp_path / "copy"
    crashed.mkdir()
    store = await SqliteStore.open(crashed / "index.db", readings=readings)
    await store.put(*note("a.md", "one"))
    await embed(store)
    copy.mkdir()
    for file in crashed.iterdir():  # as a killed process leaves them: commits in the log alone
        (copy / file.name).write_bytes(file.read_bytes())
    await store.close()
    before = hashes(copy)
    assert (copy / "index.db-wal").stat().st_size
    reader = await SqliteStore.open(copy / "index.db", readings=readings, untouched=True)
    assert [chunk.text for chunk in (await reader.snapshot(["handbook"])).chunks] == ["one"]
    await reader.close()
    assert hashes(copy) == before


@pytest.mark.promise("an-audit-changes-no-byte")
async def test_an_untouched_store_leaves_no_new_file(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "index.db", readings=readings)
    await store.put(*note("a.md", "one"))
    await store.close()
    before = hashes(tmp_path)
    reader = await SqliteStore.open(tmp_path / "index.db", readings=readings, untouched=True)
    assert len((await reader.snapshot(["handbook"])).chunks) == 1
    await reader.close()
    assert hashes(tmp_path) == before


async def test_an_untouched_store_reads_beside_a_writer(tmp_path: Path) -> None:
    writer = await SqliteStore.open(tmp_path / "index.db", readings=readings)
    await writer.put(*note("a.md", "one"))
    reader = await SqliteStore.open(tmp_path / "index.db", readings=readings, untouched=True)
    await writer.put(*note("b.md", "two"))
    assert [chunk.text for chunk in (await reader.snapshot(["handbook"])).chunks] == ["one", "two"]
    await reader.close()
    await writer.close()


async def test_no_statement_can_change_anything_through_an_untouched_store(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "index.db", readings=readings)
    await store.close()
    reader = await SqliteStore.open(tmp_path / "index.db", readings=readings, untouched=True)
    with pytest.raises(Exception, match="cannot be opened or written"):
        await reader.put(*note("a.md", "one"))
    await reader.close()
    assert sqlite3.connect(tmp_path / "index.db").execute("SELECT count(*) FROM documents").fetchone() == (0,)
