"""What has changed: the files of a collection against what the index knows of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from knowledge.ports import Failure
from knowledge.reading import ScanResult, SourceFile
from knowledge.types import Fingerprint, NoteRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A file to look into, and the hash of the bytes that were indexed, or that failed, last time."""

    source: SourceFile
    indexed_hash: str = ""  # empty: read it whatever its bytes are
    failed_hash: str = ""
    failure: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """Files to look into, notes to leave alone, failures that stand, and notes whose file is gone."""

    jobs: tuple[Job, ...]
    unchanged: tuple[str, ...]
    failures: tuple[Failure, ...]
    vanished: tuple[NoteRef, ...]


def compare(
    scanned: ScanResult,
    known: Mapping[str, Fingerprint],
    failures: Sequence[Failure],
    *,
    collection: str,
    full: bool,
    stale: AbstractSet[str] = frozenset(),
) -> Delta:
    """Compare by size and time, any other time and not only a later one; the bytes' hash decides afterwards.

    `stale` notes were indexed in another way, and are read again whatever their bytes.
    """
    failed = {failure.ref.path: failure for failure in failures}
    jobs: list[Job] = []
    unchanged: list[str] = []
    standing: list[Failure] = []
    for source in scanned.files:
        path = source.ref.path
        failure = failed.get(path)
        if full or path in stale:
            jobs.append(Job(source=source))
        elif failure is not None and _same_file(source, failure.fingerprint):
            standing.append(failure)
        elif failure is None and _same_file(source, known.get(path)):
            unchanged.append(path)
        else:
            jobs.append(_job(source, None if failure else known.get(path), failure))
    return Delta(
        jobs=tuple(jobs),
        unchanged=tuple(unchanged),
        failures=tuple(standing),
        vanished=_vanished(scanned, {*known, *failed}, collection),
    )


def job_of(source: SourceFile, known: Fingerprint | None) -> Job | None:
    """What to do about one file that did not fail before; None where it is as it was."""
    return None if _same_file(source, known) else _job(source, known, None)


def outdated(scanned: ScanResult, known: Mapping[str, Fingerprint]) -> int:
    """How many indexed notes have a file that differs now, or none; new files are not counted."""
    now = {source.ref.path: source for source in scanned.files}
    hidden = tuple(f"{folder}/" for folder in scanned.unreadable)
    return sum(
        not mark.may_be_of(now[path].size, now[path].mtime_ns) if path in now else not path.startswith(hidden)
        for path, mark in known.items()
    )


def _same_file(source: SourceFile, mark: Fingerprint | None) -> bool:
    return mark is not None and (mark.size, mark.mtime_ns) == (source.size, source.mtime_ns)


def _job(source: SourceFile, known: Fingerprint | None, failure: Failure | None) -> Job:
    return Job(
        source=source,
        indexed_hash=known.content_hash if known else "",
        failed_hash=failure.fingerprint.content_hash if failure and failure.fingerprint else "",
        failure=failure.message if failure else "",
    )


def _vanished(scanned: ScanResult, paths: set[str], collection: str) -> tuple[NoteRef, ...]:
    """Notes without a file, except below folders that could not be listed: nobody knows about those."""
    gone = paths.difference(source.ref.path for source in scanned.files)
    hidden = tuple(f"{folder}/" for folder in scanned.unreadable)
    return tuple(NoteRef(collection=collection, path=path) for path in sorted(gone) if not path.startswith(hidden))
