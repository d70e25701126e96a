"""Remotes are pulled again and again, and each change is indexed; one that fails holds up no other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.remotes import Checkout, Remote, Source, keep_pulled, pull_all, tidy_all
from tests.knowledge.remotes.conftest import BOUNDS
from tests.knowledge.remotes.repositories import Upstream

BOUND_SECONDS = 60


class Index:
    """Notes which collections were to be indexed, and with what notes; `fails` refuses, `trips` breaks."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._roots = {source.remote.name: source.checkout.root("") for source in sources}
        self.fails = self.trips = False
        self.runs: asyncio.Queue[tuple[str, list[str]]] = asyncio.Queue()

    async def __call__(self, name: str) -> bool:
        self.runs.put_nowait((name, sorted(path.name for path in self._roots[name].glob("*.md"))))
        if self.trips:
            raise RuntimeError("whatever")
        return not self.fails

    async def next(self) -> tuple[str, list[str]]:
        return await asyncio.wait_for(self.runs.get(), BOUND_SECONDS)


class Log(logging.Handler):
    """What is logged, and what is waited for."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.told: list[str] = []
        self._new = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())
        self._new.set()

    async def line(self, words: str) -> str:
        async with asyncio.timeout(BOUND_SECONDS):
            while not (found := next((line for line in self.told if words in line), "")):
                self._new.clear()
                await self._new.wait()
            return found


@pytest.fixture
def log() -> Iterator[Log]:
    logger, heard = logging.getLogger("knowledge.remotes"), Log()
    before = logger.level
    logger.setLevel(logging.INFO)
    logger.addHandler(heard)
    yield heard
    logger.removeHandler(heard)
    logger.setLevel(before)


@pytest.fixture
def source(remote: Remote, checkout: Checkout) -> Source:
    return Source(remote=remote, checkout=checkout, bounds=BOUNDS)


@pytest.fixture
def gone(tmp_path: Path) -> Source:
    remote = Remote(name="gone", url=str(tmp_path / "nowhere"))
    return Source(remote=remote, checkout=Checkout(folder=tmp_path / "gone"), bounds=BOUNDS)


@asynccontextmanager
async def keeping(*sources: Source) -> AsyncIterator[Index]:
    index = Index(sources)
    task = asyncio.create_task(keep_pulled(sources, index, every_seconds=0.05))
    try:
        yield index
    finally:
        task.cancel()
        await asyncio.wait([task])


@pytest.mark.promise("a-remote-is-pulled-on-a-schedule-and-indexed-as-it-changes")
async def test_what_changes_is_indexed_and_only_that(upstream: Upstream, source: Source, gone: Source) -> None:
    async with keeping(gone, source) as index:
        assert await index.next() == ("handbook", ["tea.md"])
        upstream.commit(coffee="# Coffee\n")
        assert await index.next() == ("handbook", ["coffee.md", "tea.md"])
    assert index.runs.empty()
    assert "no repository" in gone.checkout.condition().problem


@pytest.mark.promise("a-remote-is-pulled-on-a-schedule-and-indexed-as-it-changes")
async def test_what_another_process_pulled_and_did_not_index_is_indexed(source: Source) -> None:
    await pull_all([source])
    async with keeping(source) as index:
        assert await index.next() == ("handbook", ["tea.md"])


@pytest.mark.promise("a-remote-is-pulled-on-a-schedule-and-indexed-as-it-changes")
async def test_what_could_not_be_indexed_is_tried_again_without_another_change(source: Source) -> None:
    async with keeping(source) as index:
        index.fails = True
        await index.next()
        index.fails = False
        assert await index.next() == ("handbook", ["tea.md"])


@pytest.mark.promise("a-remote-is-pulled-on-a-schedule-and-indexed-as-it-changes")
async def test_an_index_run_that_trips_over_anything_ends_no_pulling(source: Source) -> None:
    async with keeping(source) as index:
        index.trips = True
        await index.next()
        index.trips = False
        assert await index.next() == ("handbook", ["tea.md"])


@pytest.mark.promise("a-broken-remote-keeps-the-last-good-notes")
async def test_a_remote_that_fails_and_recovers_is_told_once_each(
    upstream: Upstream, source: Source, tmp_path: Path, log: Log
) -> None:
    async with keeping(source) as index:
        await index.next()
        away = upstream.folder.rename(tmp_path / "away")
        problem = await log.line("no repository at the remote")
        Upstream(folder=away).commit(coffee="# Coffee\n")
        away.rename(upstream.folder)
        assert await index.next() == ("handbook", ["coffee.md", "tea.md"])
    assert "The notes stay those of" in problem
    assert log.told.count(problem) == 1
    assert log.told.count("The remote of handbook answers again.") == 1


async def test_all_are_pulled_once_and_each_problem_is_a_sentence(source: Source, gone: Source) -> None:
    (problem,) = await pull_all([source, gone])
    assert problem.startswith("There is no repository at the remote of gone")
    assert problem.endswith("None of its notes are here yet.")
    assert source.checkout.commit()


async def test_tidying_what_was_never_cloned_does_nothing(gone: Source) -> None:
    await tidy_all([gone])
    assert gone.checkout.commit() == ""


class _Unlisted(Checkout):
    """Its folder cannot be listed."""

    def drop_others(self, *, keep: int = 0) -> None:
        raise PermissionError


async def test_a_folder_that_cannot_be_tidied_holds_up_no_other(upstream: Upstream, source: Source) -> None:
    await pull_all([source])
    upstream.commit(coffee="# Coffee\n")
    await pull_all([source])
    await tidy_all([replace(source, checkout=_Unlisted(folder=source.checkout.folder)), source])
    assert len(list((source.checkout.folder / "trees").iterdir())) == 1
