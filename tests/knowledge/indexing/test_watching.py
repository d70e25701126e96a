"""Changed files are picked up while the bot runs, whatever goes wrong."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import pytest

from knowledge.errors import ModelUnreachable
from knowledge.indexing import Indexer, SyncReport, watch
from knowledge.store import SqliteStore
from tests.knowledge.indexing.conftest import Notes
from tests.knowledge.indexing.fakes import HashingEmbedder

BOUND_SECONDS = 60


class Reports:
    """The reports of a watcher, waited for one by one."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[SyncReport] = asyncio.Queue()

    def add(self, report: SyncReport) -> None:
        self._queue.put_nowait(report)

    async def until(self, fits: Callable[[SyncReport], bool], act: Callable[[], object]) -> SyncReport:
        """Act until a report fits: the first change may come before the system watches."""
        async with asyncio.timeout(BOUND_SECONDS):
            while True:
                act()
                try:
                    report = await asyncio.wait_for(self._queue.get(), 1)
                except TimeoutError:
                    continue
                if fits(report):
                    return report


@asynccontextmanager
async def watching(indexer: Indexer, *, undone: Sequence[str] = ()) -> AsyncIterator[Reports]:
    reports, stop = Reports(), asyncio.Event()
    task = asyncio.create_task(watch(indexer, stop, reports.add, undone=undone, debounce_ms=50, retry_seconds=0.2))
    try:
        yield reports
    finally:
        stop.set()
        await asyncio.wait_for(task, BOUND_SECONDS)


def reads(report: SyncReport) -> bool:
    return any(collection.read for collection in report.collections)


@pytest.mark.promise("changed-files-are-picked-up-while-serving")
async def test_a_new_file_is_indexed_and_only_its_collection_is_looked_at(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder
) -> None:
    indexer = notes.indexer(store, embedder, "handbook", "ops")
    async with watching(indexer) as reports:
        report = await reports.until(reads, lambda: notes.write("new.md", "# New\n\nFresh words.\n"))
    assert [collection.name for collection in report.collections] == ["handbook"]
    assert {**(await store.vocabulary("fresh"))} == {"fresh": 1}


async def test_what_could_not_be_done_is_tried_again_without_another_change(notes: Notes, store: SqliteStore) -> None:
    answers = [False]
    embedder = HashingEmbedder(refuse=lambda text: None if answers[0] else ModelUnreachable("Nobody answers."))
    async with watching(notes.indexer(store, embedder)) as reports:
        await reports.until(lambda report: bool(report.problems), lambda: notes.write("a.md", "# A\n\nWords.\n"))
        answers[0] = True
        report = await reports.until(lambda report: bool(report.embedded), lambda: None)
    assert report.problems == ()


async def test_what_nobody_foresaw_is_tried_again_too(notes: Notes, store: SqliteStore) -> None:
    trips = [RuntimeError("whatever")]
    embedder = HashingEmbedder(refuse=lambda text: trips.pop() if trips else None)
    notes.write("a.md", "# A\n\nWords.\n")
    async with watching(notes.indexer(store, embedder), undone=["handbook"]) as reports:
        report = await reports.until(lambda report: bool(report.embedded), lambda: None)
    assert not trips
    assert report.problems == ()


async def test_what_an_earlier_run_left_undone_is_done_without_a_change(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder
) -> None:
    indexer = notes.indexer(store, embedder, "handbook", "ops")
    notes.write("a.md", "# A\n\nWords.\n")
    async with watching(indexer, undone=["handbook"]) as reports:
        report = await reports.until(reads, lambda: None)
    assert [collection.name for collection in report.collections] == ["handbook"]


async def test_a_folder_that_vanishes_and_comes_back_is_watched_again(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder
) -> None:
    indexer = notes.indexer(store, embedder)
    shutil.rmtree(notes.folder())
    async with watching(indexer) as reports:
        await reports.until(reads, lambda: notes.write("a.md", "# A\n\nWords.\n"))
    assert list(await store.fingerprints("handbook")) == ["a.md"]


class Warned(logging.Handler):
    """Waits for the first warning."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.event = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.event.set()


async def test_an_index_that_another_process_holds_is_waited_for(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder
) -> None:
    warned = Warned()
    logging.getLogger("knowledge.indexing.watching").addHandler(warned)
    async with watching(notes.indexer(store, embedder)) as reports:
        async with store.exclusive():
            while not warned.event.is_set():
                notes.write("a.md", "# A\n\nWords.\n")
                with suppress(TimeoutError):
                    await asyncio.wait_for(warned.event.wait(), 1)
        await reports.until(reads, lambda: None)
    logging.getLogger("knowledge.indexing.watching").removeHandler(warned)
    assert list(await store.fingerprints("handbook")) == ["a.md"]
