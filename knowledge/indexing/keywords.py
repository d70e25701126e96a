"""The first phase: every note that changed is read and searchable by its words."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing, closing
from datetime import UTC, datetime

from knowledge.collections import Collection
from knowledge.errors import ReadError
from knowledge.indexing.delta import Delta, Job, compare, job_of
from knowledge.indexing.preparing import LeftOut, Outcome, Preparation, Prepared, Touched
from knowledge.indexing.report import Progress, ProgressCallback, SkippedFile, Tally
from knowledge.indexing.workers import Preparer
from knowledge.ports import Failure, Store
from knowledge.reading import ScanResult, git_dates, look, scan
from knowledge.types import NoteRef

# Read in one go, and put in one transaction; few large notes as well as many small ones.
NOTES_AT_ONCE = 32
BYTES_AT_ONCE = 1_000_000


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

    async def read_changed(self, collection: Collection, paths: Sequence[str]) -> None:
        """Put the few notes that are known to have changed, before the whole collection is looked at.

        What is no plain note, or trips over something, is left to `read`. Raises IndexUnavailable.
        """
        tally = self._tally(collection.name)
        files = await asyncio.to_thread(look, collection, paths)
        known = await self._store.fingerprints(collection.name)
        jobs = [job for file in files if (job := job_of(file, known.get(file.ref.path)))]
        if not jobs:
            return
        dates = await asyncio.to_thread(git_dates, collection.root, [job.source.ref.path for job in jobs])
        outcomes = await asyncio.to_thread(self._preparation.run, jobs, dates)
        await self._put_prepared(outcomes, tally)

    async def read(self, collections: Sequence[Collection], *, full: bool) -> None:
        """Put what changed. Raises IndexUnavailable."""
        for collection in collections:
            tally = self._tally(collection.name)
            delta = await self._compare(collection, tally, full=full)
            for path in delta.unchanged:
                tally.keep(path)
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
        async with aclosing(self._prepared(jobs, dates)) as prepared:
            async for outcomes in prepared:
                await self._take_all(outcomes, tally)
                done += len(outcomes)
                self._progress(Progress(phase="reading", done=done, total=len(jobs), collection=collection.name))

    async def _prepared(
        self, jobs: Sequence[Job], dates: Mapping[str, datetime]
    ) -> AsyncGenerator[list[Outcome], None]:
        """Yield the outcomes in batches, in order; the next ones are read while one is put."""
        ahead: deque[asyncio.Task[list[Outcome]]] = deque()
        with closing(Preparer(self._preparation, len(jobs))) as preparer:
            try:
                for batch in _batches(jobs):
                    ahead.append(asyncio.create_task(asyncio.to_thread(preparer.run, batch, dates)))
                    if len(ahead) > preparer.at_once:
                        yield await ahead.popleft()
                while ahead:
                    yield await ahead.popleft()
            finally:
                for task in ahead:
                    task.cancel()

    def _tally(self, name: str) -> Tally:
        return self.tallies.setdefault(name, Tally(name=name))

    async def _put_prepared(self, outcomes: Sequence[Outcome], tally: Tally) -> None:
        """Notes that were read go in together: a transaction each would take three times as long."""
        prepared = [outcome for outcome in outcomes if isinstance(outcome, Prepared)]
        notes = [(each.document, each.entries) for each in prepared]
        results = await self._store.put_many(notes, recipe=self._preparation.recipe)
        for (document, _), result in zip(notes, results, strict=True):
            tally.put(document, result)

    async def _take_all(self, outcomes: Sequence[Outcome], tally: Tally) -> None:
        await self._put_prepared(outcomes, tally)
        for outcome in outcomes:
            if not isinstance(outcome, Prepared):
                await self._take(outcome, tally)

    async def _take(self, outcome: Touched | LeftOut | Failure, tally: Tally) -> None:
        match outcome:
            case Touched(ref=ref, fingerprint=fingerprint):
                await self._store.touch(ref, fingerprint)
                tally.keep(ref.path)
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


def _batches(jobs: Sequence[Job]) -> Iterator[Sequence[Job]]:
    batch: list[Job] = []
    size = 0
    for job in jobs:
        if batch and (len(batch) == NOTES_AT_ONCE or size + job.source.size > BYTES_AT_ONCE):
            yield batch
            batch, size = [], 0
        batch.append(job)
        size += job.source.size
    if batch:
        yield batch
