"""One file, and every way in which it can refuse."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from knowledge.errors import DriverMissing, IndexBusy, IndexFull, IndexMissing, IndexUnavailable
from knowledge.store.connection import choose_driver
from knowledge.store.database import Database
from tests.knowledge.store.words import ONE, add, words


def damage(path: Path) -> None:
    """Overwrite all but the first page."""
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))


def put_something_else(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"no database" * 1_000)


def connection_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if "connection_worker" in thread.name]


async def words_in(path: Path) -> list[str]:
    database = await Database.open(path, migrations=[ONE])
    try:
        return await database.read(words)
    finally:
        await database.close()


class TestOpening:
    @pytest.mark.promise("databases-are-readable-by-their-owner-alone")
    async def test_file_folder_and_companions_are_made_for_the_owner_alone(self, database: Database) -> None:
        await database.write(add("one"))
        companions = sorted(file.name for file in database.path.parent.iterdir())
        assert companions == ["some.db", "some.db-shm", "some.db-wal"]
        assert {file.stat().st_mode & 0o777 for file in database.path.parent.iterdir()} == {0o600}

    async def test_a_reader_of_a_missing_file_is_told_to_index(self, path: Path) -> None:
        with pytest.raises(IndexMissing, match=r"some\.db") as missing:
            await Database.open(path, migrations=[ONE], read_only=True)
        assert "footnote index" in missing.value.hint
        assert not path.parent.exists()

    async def test_what_cannot_be_opened_leaves_no_thread(self, path: Path) -> None:
        put_something_else(path)
        before = connection_threads()
        with pytest.raises(IndexUnavailable):
            await Database.open(path, migrations=[ONE])
        assert connection_threads() == before

    async def test_a_reader_of_an_empty_file_is_told_to_index(self, tmp_path: Path) -> None:
        (tmp_path / "empty.db").touch()
        with pytest.raises(IndexMissing, match="Nothing has been indexed"):
            await Database.open(tmp_path / "empty.db", migrations=[ONE], read_only=True)

    async def test_a_folder_that_cannot_be_made_names_the_file_and_the_fix(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(IndexFull, match=r"file/some\.db") as refused:
            await Database.open(tmp_path / "file" / "some.db", migrations=[ONE])
        assert "permission" in refused.value.hint

    async def test_a_folder_in_the_place_of_the_file_is_refused_in_words(self, tmp_path: Path) -> None:
        with pytest.raises(IndexFull, match="cannot be opened or written"):
            await Database.open(tmp_path, migrations=[ONE])

    @pytest.mark.parametrize("content", [b"these are my notes, not a database\n" * 100, b"\x00" * 4096])
    async def test_a_file_that_is_no_database_stays_as_it_is(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "notes.md"
        path.write_bytes(content)
        with pytest.raises(IndexUnavailable, match="damaged or is no SQLite database") as refused:
            await Database.open(path, migrations=[ONE])
        assert "Move the file away" in refused.value.hint
        assert path.read_bytes() == content

    async def test_a_damaged_page_is_told_in_words(self, database: Database, path: Path) -> None:
        await database.write(
            lambda connection: connection.executemany("INSERT INTO words (word) VALUES (?)", [("w" * 500,)] * 100)
        )
        await database.close()
        damage(path)
        with pytest.raises(IndexUnavailable, match="damaged"):
            await words_in(path)

    async def test_a_database_of_another_program_is_left_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "other.db"
        other = sqlite3.connect(path)
        other.execute("CREATE TABLE bookmarks (address TEXT)")
        other.close()
        with pytest.raises(IndexUnavailable, match="another program"):
            await Database.open(path, migrations=[ONE])


class TestDrivers:
    def test_a_driver_without_extensions_is_passed_over_where_vectors_are_needed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plain = SimpleNamespace(connect=sqlite3.connect, Error=sqlite3.Error, Row=sqlite3.Row, Connection=object)
        able_connection = SimpleNamespace(enable_load_extension=None)
        able = SimpleNamespace(connect=None, Error=OSError, Row=dict, Connection=able_connection)
        monkeypatch.setitem(sys.modules, "plain_driver", plain)
        monkeypatch.setitem(sys.modules, "able_driver", able)
        names = ("plain_driver", "able_driver")
        assert choose_driver(vectors=True, names=names).error is OSError
        assert choose_driver(vectors=False, names=names).error is sqlite3.Error

    @pytest.mark.promise("a-missing-sqlite-driver-says-what-to-install")
    def test_without_any_able_driver_it_says_what_to_install(self) -> None:
        with pytest.raises(DriverMissing) as missing:
            choose_driver(vectors=True, names=("no_such_driver",))
        assert "pip install pysqlite3" in missing.value.hint

    async def test_a_database_without_vectors_knows_no_extension(self, database: Database) -> None:
        with pytest.raises(IndexUnavailable):
            await database.read(lambda connection: connection.execute("SELECT vec_version()"))


class TestRefusals:
    @pytest.mark.promise("a-locked-index-says-so")
    async def test_a_lock_of_another_process_is_told_after_a_bounded_wait(self, database: Database) -> None:
        locked, release = threading.Event(), threading.Event()

        def hold(connection: sqlite3.Connection) -> None:
            locked.set()
            release.wait(60)

        other = await Database.open(database.path, migrations=[ONE], busy_timeout_seconds=0.05)
        holding = asyncio.create_task(database.write(hold))
        await asyncio.to_thread(locked.wait, 60)
        try:
            with pytest.raises(IndexBusy, match=r"some\.db is locked"):
                await other.write(add("two"))
            assert await other.read(words) == []
        finally:
            release.set()
            await holding
        await other.write(add("two"))
        assert await database.read(words) == ["two"]
        await other.close()

    @pytest.mark.promise("a-full-disk-says-so-and-keeps-the-index")
    async def test_a_full_disk_is_told_and_what_was_written_stays(self, database: Database) -> None:
        await database.write(add("kept"))

        def write_beyond_the_end(connection: sqlite3.Connection) -> None:
            connection.execute("PRAGMA max_page_count = 8")
            connection.executemany("INSERT INTO words (word) VALUES (?)", [("x" * 4_000,)] * 100)

        with pytest.raises(IndexFull, match=r"no space left to write .*some\.db") as full:
            await database.write(write_beyond_the_end)
        assert "Free some disk space" in full.value.hint
        assert await database.read(words) == ["kept"]
        await database.write(add("after"))
        assert await database.read(words) == ["kept", "after"]

    async def test_a_file_that_must_not_be_written_is_told(self, database: Database, path: Path) -> None:
        reader = await Database.open(path, migrations=[ONE], read_only=True)
        with pytest.raises(IndexFull, match="cannot be opened or written"):
            await reader.write(add("no"))
        await reader.close()

    async def test_a_connection_that_nobody_waits_for_any_more_serves_the_next_reader(self, path: Path) -> None:
        opening, release = threading.Event(), threading.Event()

        def prepare(connection: sqlite3.Connection) -> None:
            opening.set()
            release.wait(60)

        release.set()
        database = await Database.open(path, migrations=[ONE], prepare=prepare)
        opening.clear()
        release.clear()
        reading = asyncio.create_task(database.read(words))
        await asyncio.to_thread(opening.wait, 60)
        reading.cancel()
        release.set()
        with pytest.raises(asyncio.CancelledError):
            await reading
        opening.clear()
        assert await database.read(words) == []
        assert not opening.is_set()
        await database.close()

    async def test_a_closed_database_says_so(self, database: Database) -> None:
        await database.close()
        with pytest.raises(IndexUnavailable, match="is closed"):
            await database.read(words)
