"""What holds of a state in a file."""

import asyncio
import sqlite3
import stat
from pathlib import Path

import pytest

from bot.errors import StateBusy, StateTooNew, StateUnavailable
from bot.state.database import StateDatabase
from bot.state.personal import Personal
from bot.state.records import Records, SearchRecord
from bot.state.schema import MIGRATIONS


def in_files(folder: Path, text: str) -> bool:
    return any(text.encode() in file.read_bytes() for file in folder.glob("state.db*"))


@pytest.mark.promise("state-is-readable-by-its-owner-alone")
async def test_the_file_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "state.db"
    database = await StateDatabase.open(path)
    await database.execute("INSERT INTO threads (conversation, since) VALUES ('a', 1)")
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    await database.close()
    assert modes == {"state.db": 0o600, "state.db-wal": 0o600, "state.db-shm": 0o600}


async def test_several_bots_may_create_the_file_at_the_same_moment(tmp_path: Path) -> None:
    for again in range(20):  # they meet in the short moment that matters once in about twenty times
        path = tmp_path / f"state-{again}.db"
        databases = await asyncio.gather(*(StateDatabase.open(path) for _ in range(8)))
        rows = await databases[0].fetch("SELECT count(*) FROM requests")
        for database in databases:
            await database.close()
        assert rows[0][0] == 0


async def test_a_file_of_a_newer_version_is_refused_with_both_numbers(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    await (await StateDatabase.open(path)).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StateTooNew, match=rf"version 99; this program knows {len(MIGRATIONS)}"):
        await StateDatabase.open(path)


async def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    path.write_text("These are not the bytes of a database, and there are many of them. " * 50)
    with pytest.raises(StateUnavailable, match=r"state\.db cannot be used"):
        await StateDatabase.open(path)


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StateUnavailable, match="cannot be used"):
        await StateDatabase.open(tmp_path / "file" / "state.db")


async def test_a_file_that_can_only_be_read_is_named_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    await (await StateDatabase.open(path)).close()
    # A write version that SQLite does not know makes a file read-only for everybody, root included.
    with path.open("r+b") as file:
        file.seek(18)
        file.write(b"\x03")
    with pytest.raises(StateUnavailable, match="cannot be used") as raised:
        await StateDatabase.open(path)
    assert "may be written" in raised.value.hint


async def test_a_file_that_another_program_has_locked_can_be_opened_and_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    await (await StateDatabase.open(path)).close()
    sql = "INSERT INTO threads (conversation, since) VALUES ('a', 1)"
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        database = await StateDatabase.open(path)
        with pytest.raises(StateBusy, match="locked"):
            await database.execute(sql)
        other.execute("ROLLBACK")
    await database.execute(sql)
    assert [row[0] for row in await database.fetch("SELECT conversation FROM threads")] == ["a"]
    await database.close()


async def test_a_write_for_which_the_disk_has_no_room_fails_alone(tmp_path: Path) -> None:
    database = await StateDatabase.open(tmp_path / "state.db")
    (row,) = await database.execute("PRAGMA page_count")
    await database.execute(f"PRAGMA max_page_count = {row[0]}")
    sql = "INSERT INTO threads (conversation, since) VALUES (?, 1)"
    with pytest.raises(StateUnavailable, match="no space"):
        await database.execute(sql, ("long" * 10_000,))
    await database.execute(sql, ("short",))
    assert [row[0] for row in await database.fetch("SELECT conversation FROM threads")] == ["short"]
    await database.close()


async def test_recent_questions_are_found_by_an_index(tmp_path: Path) -> None:
    database = await StateDatabase.open(tmp_path / "state.db")
    plan = await database.fetch(
        "EXPLAIN QUERY PLAN SELECT 1 FROM answers WHERE json_extract(payload, '$.user') = ? AND kind = 'answer' "
        "ORDER BY created_at DESC LIMIT 5",
        ("U1",),
    )
    await database.close()
    assert "answers_user" in str([tuple(row) for row in plan])


@pytest.mark.promise("people-can-delete-their-data")
async def test_what_was_deleted_is_in_no_file_any_more(tmp_path: Path) -> None:
    database = await StateDatabase.open(tmp_path / "state.db")
    record = SearchRecord(id="s1", user="U1", channel="C1", text="zanzibar")
    await Records(database).save_search(record, now=1.0)
    assert in_files(tmp_path, "zanzibar")
    await Personal(database).forget("U1", now=2.0)
    assert not in_files(tmp_path, "zanzibar")
    await database.close()
