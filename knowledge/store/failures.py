"""What the driver says, in words that name the file and the way out."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from knowledge.errors import IndexBusy, IndexFull, IndexUnavailable

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_NO_ENTRY = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
_BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_PRIMARY_CODE = 0xFF  # extended result codes carry the primary one in their low byte


def explain(error: sqlite3.Error, path: Path) -> IndexUnavailable:
    """Return the error to raise instead of the driver's, which stays its cause."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY_CODE
    if code in _BUSY:
        return busy(path)
    if code == sqlite3.SQLITE_FULL:
        return IndexFull(
            "There is no space left to write {path}.", hint="Free some disk space, then run it again.", path=path
        )
    if code in _NO_ENTRY:
        return no_permission(path)
    if code == sqlite3.SQLITE_IOERR:
        return IndexFull(
            "The disk failed while reading or writing {path}.",
            hint="Check the disk's free space and health, then run it again.",
            path=path,
        )
    if code in _BROKEN:
        return IndexUnavailable(
            "{path} is damaged or is no SQLite database.",
            hint="Move the file away, then run `footnote index` to build it again.",
            path=path,
        )
    return IndexUnavailable(
        "The database {database} could not do its work.", hint="Run `footnote doctor`.", database=path
    )


def busy(path: Path) -> IndexBusy:
    """Another process is writing."""
    return IndexBusy(
        "The database {database} is locked by another process.",
        hint="Wait until it has finished, then run it again.",
        database=path,
    )


def no_permission(path: Path) -> IndexFull:
    """The file or its folder cannot be written."""
    return IndexFull(
        "{path} cannot be opened or written.",
        hint="Give this user permission to write the file and its folder {folder}, or name another database.",
        path=path,
        folder=path.parent,
    )
