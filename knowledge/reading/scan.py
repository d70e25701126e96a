"""Which files of a collection are notes, from the folder alone: no file is opened."""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from knowledge.collections import Collection
from knowledge.errors import ReadError
from knowledge.reading.globs import PathFilter
from knowledge.remarks import Remark
from knowledge.types import NoteRef

_APPLE_DOUBLE = "._"  # macOS keeps resources beside `note.md` in `._note.md`
_GIT_POINTER = ".git"  # a file where git keeps the repository elsewhere


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A note's file: where it really lies, and its size and time from one look."""

    ref: NoteRef
    location: Path
    size: int  # bytes
    mtime_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A matched file, or a folder with a final `/`, that is not indexed, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanResult:
    """Notes and skipped files, each sorted by path.

    Folders that could not be listed are in `unreadable` (relative, without a final `/`) and among the skipped:
    what was known of notes below them is still the best knowledge.
    """

    files: tuple[SourceFile, ...]
    skipped: tuple[Skipped, ...]
    unreadable: tuple[str, ...] = ()


def scan(collection: Collection) -> ScanResult:
    """List the notes of a collection.

    Folders whose name begins with a dot are never entered. A link inside the folder is followed where that shows
    notes that have no place of their own; one that leaves the folder is skipped. Each real file is listed once.
    Raises ReadError if the collection's folder itself cannot be listed.
    """
    walk = _Walk(collection)
    walk.run()
    return ScanResult(
        files=tuple(sorted(walk.files, key=lambda file: file.ref)),
        skipped=tuple(sorted(walk.skipped, key=lambda skipped: skipped.file)),
        unreadable=tuple(sorted(walk.unreadable)),
    )


def look(collection: Collection, paths: Iterable[str]) -> tuple[SourceFile, ...]:
    """Those of the paths (POSIX, relative) that are plain notes in places of their own, found without a scan.

    All else is left out: what is gone, a folder, a link, what lies behind a link; only `scan` can judge it.
    """
    walk = _Walk(collection)
    for path in paths:
        walk.look(path)
    return tuple(walk.files)


class _Walk:
    """One pass over a collection: plain files first, then links, so that a note's own place wins."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._filter = PathFilter.of(collection.include, collection.exclude)
        self._root = os.path.realpath(collection.root)
        self._links: deque[tuple[str, str]] = deque()  # (relative path, absolute path)
        self._seen: set[str] = set()  # real paths of listed files and of entered folders
        self.files: list[SourceFile] = []
        self.skipped: list[Skipped] = []
        self.unreadable: list[str] = []

    def run(self) -> None:
        self._enter("", self._root)
        while self._links:
            self._follow(*self._links.popleft())

    def look(self, path: str) -> None:
        """List one file if nothing about its place needs a second look."""
        *folders, name = path.split("/")
        place = os.path.join(self._root, *folders)  # noqa: PTH118 - as below
        above = ("/".join(folders[: depth + 1]) for depth in range(len(folders)))
        if os.path.realpath(place) != place or not all(map(self._is_open, above)) or not self._is_note(path):
            return
        with suppress(OSError), os.scandir(place) as entries:  # tells the name as it is written, which may differ
            found = next((entry for entry in entries if entry.name == name), None)
            if found is not None and found.is_file(follow_symlinks=False):
                self._list(path, found.path)

    def _enter(self, relative: str, location: str) -> None:
        """List a folder and everything below it, links aside and what was entered before."""
        pending = [(relative, location)]
        while pending:
            prefix, folder = pending.pop()
            if folder in self._seen:
                continue
            self._seen.add(folder)
            for entry in self._entries(prefix, folder):
                path = f"{prefix}/{entry.name}" if prefix else entry.name
                if entry.is_symlink():
                    self._links.append((path, entry.path))
                elif entry.is_dir(follow_symlinks=False):
                    if self._is_open(path):
                        pending.append((path, entry.path))
                elif self._is_note(path):
                    self._list(path, entry.path)

    def _entries(self, prefix: str, folder: str) -> Iterator[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                yield from sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            why = error.strerror or Remark("unknown reason")
            reason = Remark("the folder cannot be listed: {why}", why=why)
            if not prefix:
                raise ReadError(
                    "The notes of collection {name!r} cannot be read: {reason}.",
                    hint="Check that the folder {folder} exists and may be read.",
                    name=self._collection.name,
                    reason=reason,
                    folder=self._collection.root,
                ) from error
            self.unreadable.append(prefix)
            self._skip(f"{prefix}/", reason)

    def _is_open(self, folder: str) -> bool:
        return not folder.rpartition("/")[2].startswith(".") and not self._filter.leaves_out(folder)

    def _is_note(self, path: str) -> bool:
        name = path.rpartition("/")[2]
        return not name.startswith(_APPLE_DOUBLE) and name != _GIT_POINTER and self._filter.matches(path)

    def _list(self, path: str, location: str) -> None:
        """Take a file in, unless it is no file or its name is no text."""
        try:
            status = os.stat(location, follow_symlinks=False)  # noqa: PTH116 - strings throughout: a Path for each costs a second
            path.encode()
        except UnicodeEncodeError:
            self._skip(os.fsencode(path).decode(errors="replace"), "its name is not valid UTF-8")
            return
        except OSError as error:
            self._skip(path, "it cannot be looked at: " + (error.strerror or "unknown reason"))
            return
        if not stat.S_ISREG(status.st_mode):
            self._skip(path, "it is not a regular file")
            return
        self._seen.add(location)
        ref = NoteRef(collection=self._collection.name, path=path)
        self.files.append(
            SourceFile(ref=ref, location=Path(location), size=status.st_size, mtime_ns=status.st_mtime_ns)
        )

    def _follow(self, path: str, link: str) -> None:
        """Decide about one link, now that everything with a place of its own is known."""
        target = os.path.realpath(link)
        is_folder = os.path.isdir(target)  # noqa: PTH112 - as above
        if not (self._is_open(path) if is_folder else self._is_note(path)):
            return
        shown = f"{path}/" if is_folder else path
        if not _is_inside(target, self._root):
            self._skip(shown, "it is a link that leaves the collection's folder")
            return
        own_place = os.path.relpath(target, self._root)
        if not os.path.lexists(target) or os.path.islink(target):  # noqa: PTH114 - as above
            self._skip(shown, "it is a link to nothing, or to itself")
        elif self._filter.excludes(own_place):
            self._skip(shown, f"it is a link to {own_place}, which is excluded")
        elif target in self._seen or _is_inside(self._root, target):
            self._skip(shown, f"it is a link to {own_place}, which is read in its own place")
        elif is_folder:
            self._enter(path, target)
        else:
            self._list(path, target)

    def _skip(self, file: str, reason: str) -> None:
        self.skipped.append(Skipped(file=file, reason=reason))


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
