"""The first phase: every note that changed is read and searchable by its words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime

from knowledge.collections import Collection
from knowledge.errors import ReadError
from knowledge.indexing.delta import Delta, Job, compare
from knowledge.indexing.preparing import LeftOut, Outcome, Preparation, Prepared, Touched
from knowledge.indexing.report import Progress, ProgressCallback, SkippedFile, Tally
from knowledge.ports import Failure, Store
from knowledge.reading import ScanResult, git_dates, scan
from knowledge.types import NoteRef

NOTES_AT_ONCE = 32  # read by one worker in one go


class KeywordPhase:
    """Puts what changed in every collection, and only then prunes.

    A note that moved is still there under its old path when it is put under the new one, so its vectors are copied.
    """

    def __init__(self, store: Store, preparation: Preparation, progress: ProgressCallback) -> None:
        self._store = store
        self._preparation = preparation
        self._progress = progress
        self._scans: dict[str, ScanResult | None] = {}  # None: the folder cannot be listed
        self._vanished: dict[str, tuple[NoteRef, ...]] = {}
        self.tallies: dict[str, Tally] = {}
        self.problems: list[str] = []

    async def read(self, collections: Sequence[Collection], *, full: bool) -> None:
        """Put what changed. Raises IndexUnavailable."""
        for collection in collections:
            tally = self.tallies[collection.name] = Tally(name=collection.name)
            delta = await self._compare(collection, tally, full=full)
            tally.unchanged.update(delta.unchanged)
            for failure in delta.failures:
                tally.fail(failure.ref.path, failure.message)
            self._vanished[collection.name] = delta.vanished
            await self._put(collection, delta.jobs, tally)

    async def prune(self, *, allow_empty: bool) -> None:
        """Remove notes whose file is gone, and record the scans that went through without an error."""
        for name, tally in self.tallies.items():
            if self._is_suspicious(name) and not allow_empty:
                self._keep_all(name, tally)
                continue
            if self._vanished[name]:
                tally.removed += await self._store.remove(self._vanished[name])
            if not tally.errors:
                await self._store.record_scan(name, datetime.now(UTC))

    def blame(self, failures: Sequence[Failure]) -> None:
        """Count notes whose chunks the embedding model refused as failed."""
        for failure in failures:
            if tally := self.tallies.get(failure.ref.collection):
                tally.fail(failure.ref.path, failure.message)

    async def _compare(self, collection: Collection, tally: Tally, *, full: bool) -> Delta:
        try:
            scanned = await asyncio.to_thread(scan, collection)
        except ReadError as error:
            self._scans[collection.name] = None
            tally.warnings.append(f"{error} {error.hint}")
            scanned = ScanResult(files=(), skipped=())
        else:
            self._scans[collection.name] = scanned
        tally.skipped.extend(SkippedFile(file=skip.file, reason=skip.reason) for skip in scanned.skipped)
        # In a thread: for tens of thousands of notes this takes longer than a question may wait.
        return await asyncio.to_thread(
            compare,
            scanned,
            await self._store.fingerprints(collection.name),
            await self._store.failures(collection.name),
            collection=collection.name,
            full=full,
            stale=frozenset(await self._store.stale(collection.name, self._preparation.recipe)),
        )

    async def _put(self, collection: Collection, jobs: Sequence[Job], tally: Tally) -> None:
        self._progress(Progress(phase="reading", done=0, total=len(jobs), collection=collection.name))
        if not jobs:
            return
        dates = await asyncio.to_thread(git_dates, collection.root)
        done = 0
        async for outcomes in self._prepared(jobs, dates):
            for outcome in outcomes:
                await self._take(outcome, tally)
            done += len(outcomes)
            self._progress(Progress(phase="reading", done=done, total=len(jobs), collection=collection.name))

    async def _prepared(self, jobs: Sequence[Job], dates: Mapping[str, datetime]) -> AsyncIterator[list[Outcome]]:
        """Yield the outcomes in batches; a worker reads the next batch while the last one is put."""
        batches = [jobs[start : start + NOTES_AT_ONCE] for start in range(0, len(jobs), NOTES_AT_ONCE)]
        running = asyncio.create_task(asyncio.to_thread(self._preparation.run, batches[0], dates))
        try:
            for following in batches[1:]:
                outcomes = await running
                running = asyncio.create_task(asyncio.to_thread(self._preparation.run, following, dates))
                yield outcomes
            yield await running
        finally:
            running.cancel()

    async def _take(self, outcome: Outcome, tally: Tally) -> None:
        match outcome:
            case Prepared(document=document, entries=entries):
                result = await self._store.put(document, entries, recipe=self._preparation.recipe)
                tally.read.add(document.ref.path)
                tally.created += result.created
                tally.reused += result.reused
                tally.removed += result.removed
                tally.warnings.extend(f"{document.ref.path}: {warning}" for warning in document.warnings)
            case Touched(ref=ref, fingerprint=fingerprint):
                await self._store.touch(ref, fingerprint)
                tally.unchanged.add(ref.path)
            case LeftOut(ref=ref, reason=reason):
                tally.removed += await self._store.remove([ref])
                tally.skipped.append(SkippedFile(file=ref.path, reason=reason))
            case Failure(ref=ref, message=message):
                await self._store.record_failure(outcome)
                tally.fail(ref.path, message)

    def _is_suspicious(self, name: str) -> bool:
        scanned = self._scans[name]
        return scanned is None or (not scanned.files and bool(self._vanished[name]))

    def _keep_all(self, name: str, tally: Tally) -> None:
        """An unmounted folder looks like one that was emptied: say so, and wait to be told."""
        if self._scans[name] is None:
            self.problems.append(f"The folder of {name} could not be listed.")
        if kept := len(self._vanished[name]):
            tally.warnings.append(
                f"No notes were found in {name}, so its {kept} indexed ones were kept. "
                "If they are meant to go, run `footnote index --allow-empty-prune`."
            )
