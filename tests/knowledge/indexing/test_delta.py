"""What has changed is told from sizes and times alone, before any file is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.indexing.delta import compare, outdated
from knowledge.ports import Failure
from knowledge.reading import ScanResult, SourceFile
from knowledge.types import Fingerprint, NoteRef


def ref(path: str) -> NoteRef:
    return NoteRef(collection="handbook", path=path)


def file(path: str, *, size: int = 10, mtime_ns: int = 100) -> SourceFile:
    return SourceFile(ref=ref(path), location=Path("/notes", path), size=size, mtime_ns=mtime_ns)


def mark(*, size: int = 10, mtime_ns: int = 100, content_hash: str = "old") -> Fingerprint:
    return Fingerprint(size=size, mtime_ns=mtime_ns, content_hash=content_hash)


def test_a_new_an_equal_a_changed_and_a_vanished_note_are_told_apart() -> None:
    scanned = ScanResult(files=(file("changed.md", size=11), file("equal.md"), file("new.md")), skipped=())
    known = {"changed.md": mark(), "equal.md": mark(), "gone.md": mark()}
    delta = compare(scanned, known, [], collection="handbook", full=False)
    assert [job.source.ref.path for job in delta.jobs] == ["changed.md", "new.md"]
    assert delta.unchanged == ("equal.md",)
    assert delta.vanished == (ref("gone.md"),)


def test_an_older_time_is_a_change_like_a_newer_one() -> None:
    scanned = ScanResult(files=(file("older.md", mtime_ns=99), file("newer.md", mtime_ns=101)), skipped=())
    delta = compare(scanned, {"older.md": mark(), "newer.md": mark()}, [], collection="handbook", full=False)
    assert [job.indexed_hash for job in delta.jobs] == ["old", "old"]


def test_a_full_run_looks_into_everything_and_believes_no_hash() -> None:
    failure = Failure(ref=ref("bad.md"), message="no text", fingerprint=mark())
    scanned = ScanResult(files=(file("bad.md"), file("equal.md")), skipped=())
    delta = compare(scanned, {"equal.md": mark()}, [failure], collection="handbook", full=True)
    assert [(job.indexed_hash, job.failed_hash) for job in delta.jobs] == [("", ""), ("", "")]


def test_a_failure_stands_while_its_file_is_the_same() -> None:
    failure = Failure(ref=ref("bad.md"), message="no text", fingerprint=mark())
    delta = compare(ScanResult(files=(file("bad.md"),), skipped=()), {}, [failure], collection="handbook", full=False)
    assert (delta.jobs, delta.failures) == ((), (failure,))


def test_a_failure_whose_bytes_were_never_seen_is_tried_again() -> None:
    failure = Failure(ref=ref("bad.md"), message="no permission")
    delta = compare(ScanResult(files=(file("bad.md"),), skipped=()), {}, [failure], collection="handbook", full=False)
    assert [job.failed_hash for job in delta.jobs] == [""]


def test_a_note_that_failed_is_read_again_even_when_it_is_as_it_was_indexed_once() -> None:
    failure = Failure(ref=ref("a.md"), message="no text", fingerprint=mark(mtime_ns=200, content_hash="bad"))
    delta = compare(
        ScanResult(files=(file("a.md"),), skipped=()), {"a.md": mark()}, [failure], collection="handbook", full=False
    )
    assert [(job.indexed_hash, job.failed_hash) for job in delta.jobs] == [("", "bad")]


def test_notes_below_a_folder_that_cannot_be_listed_are_not_gone() -> None:
    known = {"hr/leave.md": mark(), "hr2/gone.md": mark()}
    scanned = ScanResult(files=(), skipped=(), unreadable=("hr",))
    assert compare(scanned, known, [], collection="handbook", full=False).vanished == (ref("hr2/gone.md"),)


@pytest.mark.promise("status-tells-how-old-the-vectors-are")
def test_notes_whose_file_differs_or_is_gone_are_outdated_and_new_files_are_not() -> None:
    scanned = ScanResult(
        files=(file("changed.md", size=11), file("equal.md"), file("new.md")), skipped=(), unreadable=("locked",)
    )
    known = {"changed.md": mark(), "equal.md": mark(), "gone.md": mark(), "locked/far.md": mark()}
    assert outdated(scanned, known) == 2
