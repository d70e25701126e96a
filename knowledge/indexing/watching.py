"""Picking up changed files while the bot runs."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from watchfiles import Change, awatch

from knowledge.collections import Library
from knowledge.errors import KnowledgeError
from knowledge.faults import fault
from knowledge.indexing.indexer import Indexer
from knowledge.indexing.report import SyncReport

DEBOUNCE_MS = 1_600
FEW = 8  # changed files that are read before the rest of their collection is looked at
RETRY_SECONDS = 30.0

_log = logging.getLogger(__name__)


async def watch(
    indexer: Indexer,
    stop: asyncio.Event,
    on_report: Callable[[SyncReport], None],
    *,
    undone: Iterable[str] = (),
    debounce_ms: int = DEBOUNCE_MS,
    retry_seconds: float = RETRY_SECONDS,
) -> None:
    """Index collections whose files change, until `stop` is set; call `on_report` after each run.

    Changes that come within `debounce_ms` of each other are one run. No error ends it: what could not be done is
    tried again after `retry_seconds`, and so is a folder that is not there. Another embedding model than the index's
    takes over once its vectors are gathered. `undone`: collections for a first run, which begins as soon as changes
    are noticed, so that none falls between.
    """
    watching = _Watching(indexer, on_report, debounce_ms=debounce_ms, retry_seconds=retry_seconds)
    watching.start(undone, {})
    try:
        while not stop.is_set():
            await watching.follow(stop)
    finally:
        await watching.cancel()


class _Watching:
    def __init__(
        self,
        indexer: Indexer,
        on_report: Callable[[SyncReport], None],
        *,
        debounce_ms: int,
        retry_seconds: float,
    ) -> None:
        self._indexer = indexer
        self._on_report = on_report
        self._debounce_ms = debounce_ms
        self._retry_seconds = retry_seconds
        self._undone: set[str] = set()
        self._runs: set[asyncio.Task[None]] = set()

    async def follow(self, stop: asyncio.Event) -> None:
        """Watch the folders that exist, until one more appears, an error or `stop`."""
        roots = _roots(self._indexer.library)
        if not roots:
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), self._retry_seconds)
            return
        try:
            async for changes in awatch(
                *{root for root, _ in roots},
                debounce=self._debounce_ms,
                stop_event=stop,
                rust_timeout=int(self._retry_seconds * 1_000),
                yield_on_timeout=True,
                ignore_permission_denied=True,
            ):
                self._react(roots, changes)
                if roots != _roots(self._indexer.library):
                    return
        except OSError as error:  # a folder vanished, or the system has no watches left
            _log.warning("The folders of notes cannot be watched (%s); trying again.", type(error).__name__)
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), self._retry_seconds)

    def _react(self, roots: set[tuple[str, str]], changes: Collection[tuple[Change, str]]) -> None:
        touched = _touched(roots, [path for _, path in changes])
        names = touched.keys() | self._undone
        self._undone.clear()
        self.start(names, touched if len(changes) <= FEW else {})

    def start(self, names: Iterable[str], changed: Mapping[str, Sequence[str]]) -> None:
        """Start a run of its own: changes that come while vectors are computed are readable at once all the same."""
        if chosen := sorted(names):
            run = asyncio.create_task(self._sync(chosen, changed))
            self._runs.add(run)
            run.add_done_callback(self._runs.discard)

    async def cancel(self) -> None:
        """End the runs; every document is whole, and the next run goes on from there."""
        for run in self._runs:
            run.cancel()
        await asyncio.gather(*self._runs, return_exceptions=True)

    async def _sync(self, names: Sequence[str], changed: Mapping[str, Sequence[str]]) -> None:
        every = len(names) == len(self._indexer.library.collections)  # then those configured no longer go, too
        try:
            report = await self._indexer.sync(collections=() if every else names, changed=changed, new_model=True)
        except KnowledgeError as error:
            _log.warning("Notes could not be indexed yet: %s %s", error, error.hint)
            self._undone.update(names)
        except Exception as error:  # noqa: BLE001 - whatever it is, the next change must still be noticed
            _log.error("Notes could not be indexed: %s", fault(error))
            self._undone.update(names)
        else:
            if report.problems:
                self._undone.update(names)
            self._on_report(report)


def _roots(library: Library) -> set[tuple[str, str]]:
    """Real path and name of each collection whose folder is there."""
    return {
        (os.path.realpath(collection.root), collection.name)
        for collection in library.collections
        if collection.root.is_dir()
    }


def _touched(roots: set[tuple[str, str]], paths: Sequence[str]) -> dict[str, list[str]]:
    """The collections that hold one of the paths, and which, relative; folders may lie inside each other."""
    touched: dict[str, list[str]] = {}
    for root, name in roots:
        inside = [path.relative_to(root).as_posix() for path in map(Path, paths) if path.is_relative_to(root)]
        if inside:
            touched[name] = inside
    return touched
