"""`footnote forget`: what was kept of a person is deleted, and said."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.state.database import StateDatabase
from bot.state.records import Records, SearchRecord
from tests.bot.cli.command import footnote


def remember(config: Path, user: str) -> Path:
    """One search and one verdict of that person in the configured state database; returns its path."""
    path = config.parent / "data" / "state.db"

    async def fill() -> None:
        database = await StateDatabase.open(path)
        records = Records(database)
        await records.save_search(SearchRecord(id=user, user=user, channel="C1", text="tea"), now=1.0)
        await records.judge("a1", user, "helpful", now=1.0)
        await database.close()

    asyncio.run(fill())
    return path


@pytest.mark.promise("people-can-delete-their-data")
def test_it_says_in_json_what_was_deleted(small: Path) -> None:
    path = remember(small, "U1")
    outcome = footnote("forget", "U1", "--json", "--config", small)
    assert outcome.code == 0
    assert outcome.json["user"] == "U1"
    assert outcome.json["in_progress"] == 0
    assert {name: count for name, count in outcome.json["removed"].items() if count} == {"searches": 1, "feedback": 1}
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT count(*) FROM answers").fetchone() == (0,)


@pytest.mark.promise("people-can-delete-their-data")
def test_it_says_for_people_what_was_deleted_and_then_that_nothing_is_left(small: Path) -> None:
    remember(small, "U1")
    first, again = (footnote("forget", "U1", "--config", small) for _ in range(2))
    assert (first.code, first.out) == (0, "")
    assert "1 searches" in first.err
    assert "1 feedback" in first.err
    assert (again.code, "nothing was kept" in again.err) == (0, True)


def test_without_a_state_database_nothing_was_kept_and_none_is_made(small: Path) -> None:
    outcome = footnote("forget", "U1", "--config", small)
    assert (outcome.code, "nothing was kept" in outcome.err) == (0, True)
    assert not (small.parent / "data").exists()


@pytest.mark.parametrize("arguments", [["ann"], ["u1"], ["U1", "--team", "acme"], []])
def test_what_is_no_id_is_a_usage_error(small: Path, arguments: list[str]) -> None:
    outcome = footnote("forget", *arguments, "--config", small)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err


def test_a_state_database_that_is_none_is_one_sentence(small: Path) -> None:
    (small.parent / "data").mkdir()
    (small.parent / "data" / "state.db").write_text("no database, and longer than a header " * 99, encoding="utf-8")
    outcome = footnote("forget", "U1", "--config", small)
    assert (outcome.code, len(outcome.err.splitlines())) == (1, 1)
    assert "state.db" in outcome.err
