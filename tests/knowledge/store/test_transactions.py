"""One writer and several readers of one file."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from knowledge.errors import IndexUnavailable
from knowledge.store.database import Database
from tests.knowledge.store.words import ONE, add, words


class TestTransactions:
    async def test_work_that_fails_half_way_leaves_nothing(self, database: Database) -> None:
        def half(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO words (word) VALUES ('half')")
            raise LookupError

        with pytest.raises(LookupError):
            await database.write(half)
        await database.write(add("whole"))
        assert await database.read(words) == ["whole"]

    async def test_a_read_sees_one_snapshot_while_a_write_goes_on(self, database: Database) -> None:
        begun, written = threading.Event(), threading.Event()

        def look_twice(connection: sqlite3.Connection) -> tuple[list[str], list[str]]:
            before = words(connection)
            begun.set()
            written.wait(60)
            return before, words(connection)

        looking = asyncio.create_task(database.read(look_twice))
        await asyncio.to_thread(begun.wait, 60)
        await database.write(add("new"))
        written.set()
        assert await looking == ([], [])
        assert await database.read(words) == ["new"]

    async def test_work_runs_outside_the_thread_of_the_event_loop(self, database: Database) -> None:
        here = threading.get_ident()
        assert here not in {
            await database.read(lambda connection: threading.get_ident()),
            await database.write(lambda connection: threading.get_ident()),
        }

    async def test_closing_waits_for_running_work(self, database: Database) -> None:
        begun, go_on = threading.Event(), threading.Event()

        def slow(connection: sqlite3.Connection) -> list[str]:
            begun.set()
            go_on.wait(60)
            return words(connection)

        reading = asyncio.create_task(database.read(slow))
        await asyncio.to_thread(begun.wait, 60)
        closing = asyncio.create_task(database.close())
        go_on.set()
        assert await reading == []
        await closing

    async def test_a_cancelled_write_is_whole_or_absent_and_blocks_nobody(self, database: Database) -> None:
        begun, go_on = threading.Event(), threading.Event()

        def slow(connection: sqlite3.Connection) -> None:
            begun.set()
            go_on.wait(60)
            connection.execute("INSERT INTO words (word) VALUES ('slow')")

        writing = asyncio.create_task(database.write(slow))
        await asyncio.to_thread(begun.wait, 60)
        writing.cancel()
        go_on.set()
        await database.write(add("next"))
        assert await database.read(words) == ["slow", "next"]


class TestPool:
    @pytest.mark.promise("connections-are-reused-and-failed-ones-dropped")
    async def test_a_thousand_queries_open_no_more_connections_than_the_pool_holds(self, path: Path) -> None:
        opened: list[sqlite3.Connection] = []
        database = await Database.open(path, migrations=[ONE], readers=3, prepare=opened.append)
        await database.write(add("one"))
        await asyncio.gather(*(database.read(words) for _ in range(1_000)))
        assert len(opened) <= 3 + 1  # and the writer
        await database.close()

    async def test_a_connection_that_failed_is_thrown_away(self, path: Path) -> None:
        opened: list[sqlite3.Connection] = []
        database = await Database.open(path, migrations=[ONE], readers=1, prepare=opened.append)
        await database.read(words)
        with pytest.raises(IndexUnavailable):
            await database.read(lambda connection: connection.execute("SELECT nonsense"))
        before = len(opened)
        assert await database.read(words) == []
        assert len(opened) == before + 1
        await database.close()
