"""Traces reach the disk behind the answers, once each, and a broken database costs nothing but traces."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from knowledge.errors import TracesUnavailable
from knowledge.store import SqliteStore
from knowledge.text import readings
from knowledge.traces.keeping import TraceKeeper
from knowledge.traces.shapes import Privacy
from knowledge.traces.store import SqliteTraces, reading
from tests.knowledge.traces.traced import NOON, trace_of

PATIENCE_SECONDS = 20.0


def keeper_of(path: Path, **options: Any) -> TraceKeeper:
    return TraceKeeper(path, now=lambda: NOON, **options)


async def ids(path: Path) -> list[str]:
    async with reading(path) as traces:
        return [trace["id"] for trace in await traces.latest(100)]


def put(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)


def contents(path: Path) -> bytes:
    return path.read_bytes()


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait for something that only the file or the log tells."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await condition():  # noqa: ASYNC110 - another thread does it
            await asyncio.sleep(0.01)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "traces.db"


@pytest.mark.promise("each-question-leaves-one-trace")
async def test_every_trace_is_there_once_and_the_latest_comes_first(path: Path) -> None:
    keeper = keeper_of(path)
    for number in range(50):
        keeper.keep(trace_of(f"t{number}", age=timedelta(minutes=number)))
    await keeper.close()
    assert await ids(path) == [f"t{number}" for number in range(50)]


@pytest.mark.promise("each-question-leaves-one-trace")
async def test_a_question_that_is_worked_on_again_after_a_crash_keeps_one_trace(path: Path) -> None:
    for words in ("first", "the second time"):
        keeper = keeper_of(path)
        keeper.keep(trace_of("t1", words=words))
        await keeper.close()
    async with reading(path) as traces:
        (kept,) = await traces.latest(10)
        assert kept == await traces.get("t1")
        assert kept["question"]["chars"] == len("the second time")
        assert await traces.get("t2") is None


async def test_several_bots_may_write_into_one_file(path: Path) -> None:
    keepers = [keeper_of(path) for _ in range(3)]
    for number, keeper in enumerate(keepers):
        keeper.start()
        keeper.keep(trace_of(f"t{number}"))
    for keeper in keepers:
        await keeper.close()
    assert sorted(await ids(path)) == ["t0", "t1", "t2"]


@pytest.mark.promise("old-traces-vanish")
async def test_traces_older_than_the_retention_vanish_at_the_start(path: Path) -> None:
    before = keeper_of(path)
    for days in (29, 31):
        before.keep(trace_of(f"{days} days", age=timedelta(days=days)))
    await before.close()
    assert b"31 days" in contents(path)
    keeper = keeper_of(path, retention_days=30)
    keeper.start()
    await keeper.close()
    assert await ids(path) == ["29 days"]
    assert b"31 days" not in contents(path)


@pytest.mark.promise("old-traces-vanish")
async def test_traces_grow_old_while_the_bot_runs(path: Path) -> None:
    first = keeper_of(path)
    first.keep(trace_of("t1"))
    await first.close()
    today = NOON
    keeper = TraceKeeper(path, retention_days=30, now=lambda: today, prune_every_seconds=0.01)
    keeper.start()
    assert await ids(path) == ["t1"]
    today = NOON + timedelta(days=31)

    async def is_gone() -> bool:
        return not await ids(path)

    await until(is_gone)
    await keeper.close()


@pytest.mark.promise("databases-are-readable-by-their-owner-alone")
async def test_the_file_is_its_owners_alone(path: Path) -> None:
    keeper = keeper_of(path)
    keeper.keep(trace_of())
    await keeper.close()
    assert [file.stat().st_mode & 0o077 for file in path.parent.iterdir()] == [0]


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.promise("a-failing-trace-database-breaks-no-answer")
async def test_a_place_that_cannot_be_written_is_one_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    keeper = keeper_of(tmp_path / "file" / "traces.db")
    keeper.start()
    for number in range(3):
        keeper.keep(trace_of(f"t{number}"))
        await asyncio.sleep(0)
    await keeper.close()
    (warning,) = warnings(caplog)
    assert "traces.db cannot be used" in warning


@pytest.mark.promise("a-failing-trace-database-breaks-no-answer")
async def test_traces_are_written_again_once_another_process_lets_go(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("knowledge.traces.store.BUSY_SECONDS", 0.05)
    keeper = keeper_of(path)
    keeper.keep(trace_of("t1"))
    await keeper.close()
    keeper = keeper_of(path)

    async def is_warned() -> bool:
        return bool(warnings(caplog))

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        keeper.keep(trace_of("t2"))
        await until(is_warned)
        other.execute("ROLLBACK")
    keeper.keep(trace_of("t3"))
    await keeper.close()
    assert await ids(path) == ["t1", "t3"]
    assert len(warnings(caplog)) == 1


async def test_a_file_that_is_no_database_is_named(path: Path) -> None:
    put(path, b"these are not the traces that you look for" * 100)
    with pytest.raises(TracesUnavailable, match=r"traces\.db cannot be used"):
        await SqliteTraces.open(path)


@pytest.mark.promise("traces-have-a-file-of-their-own")
async def test_an_index_never_becomes_a_trace_database(path: Path) -> None:
    index = await SqliteStore.open(path, readings=readings)
    await index.close()
    before = contents(path)
    with pytest.raises(TracesUnavailable, match="holds something else than traces"):
        await SqliteTraces.open(path)
    assert contents(path) == before


async def test_traces_can_be_chosen_by_their_ids(path: Path) -> None:
    traces = await SqliteTraces.open(path)
    await traces.keep([trace_of(name) for name in ("a", "b", "c")], Privacy())
    assert [trace["id"] for trace in await traces.latest(10, only=["c", "a", "z"])] == ["a", "c"]
    assert await traces.latest(10, only=[]) == []
    await traces.close()
