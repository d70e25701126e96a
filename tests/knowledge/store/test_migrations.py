"""A schema moves on in whole steps, and never back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from knowledge.errors import IndexTooNew, IndexUnavailable
from knowledge.store.database import Database
from knowledge.store.migrations import Migration
from tests.knowledge.store.words import ONE, TWO, add, words

BROKEN = Migration(number=2, name="broken", statements=("CREATE TABLE more (word TEXT)", "CREATE NONSENSE"))


class TestMigrations:
    async def test_a_copy_is_kept_before_data_is_migrated(self, database: Database, path: Path) -> None:
        await database.write(add("old"))
        await database.close()
        newer = await Database.open(path, migrations=[ONE, TWO])
        assert await newer.read(lambda c: [tuple(row) for row in c.execute("SELECT * FROM words")]) == [("old", None)]
        await newer.close()
        copy = path.with_name("some.db.before-002")
        assert copy.stat().st_mode & 0o777 == 0o600
        kept = await Database.open(copy, migrations=[ONE], read_only=True)
        assert await kept.read(words) == ["old"]
        await kept.close()

    async def test_a_fresh_file_needs_no_copy(self, path: Path) -> None:
        fresh = await Database.open(path, migrations=[ONE, TWO])
        await fresh.close()
        assert [file.name for file in path.parent.iterdir()] == ["some.db"]

    async def test_a_step_that_fails_leaves_the_schema_before_it(self, database: Database, path: Path) -> None:
        await database.write(add("old"))
        await database.close()
        with pytest.raises(IndexUnavailable):
            await Database.open(path, migrations=[ONE, BROKEN])
        again = await Database.open(path, migrations=[ONE])
        tables = await again.read(lambda c: [row[0] for row in c.execute("SELECT name FROM sqlite_master")])
        assert "more" not in tables
        assert await again.read(words) == ["old"]
        await again.close()

    @pytest.mark.promise("an-index-of-a-newer-version-is-refused")
    @pytest.mark.parametrize("read_only", [True, False])
    async def test_a_newer_schema_is_refused(self, path: Path, read_only: bool) -> None:
        newer = await Database.open(path, migrations=[ONE, TWO])
        await newer.close()
        with pytest.raises(IndexTooNew, match=r"schema 2.*knows 1") as refused:
            await Database.open(path, migrations=[ONE], read_only=read_only)
        assert "Update Footnote" in refused.value.hint

    async def test_a_reader_does_not_migrate(self, database: Database, path: Path) -> None:
        await database.close()
        with pytest.raises(IndexUnavailable, match="older version"):
            await Database.open(path, migrations=[ONE, TWO], read_only=True)

    async def test_all_that_create_it_at_once_arrive(self, path: Path) -> None:
        all_of_them = await asyncio.gather(*(Database.open(path, migrations=[ONE, TWO]) for _ in range(6)))
        await all_of_them[0].write(add("one"))
        assert await all_of_them[5].read(words) == ["one"]
        for database in all_of_them:
            await database.close()
