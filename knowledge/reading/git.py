"""When each note was last committed, from one `git log` over the whole folder; and by whom a single one was."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

_TIMEOUT_SECONDS = 30
_COMMIT = "\x01"
# Nothing of the repository's own configuration may start a program or reach the network.
_LOG = (
    "git", "--no-pager", "--no-optional-locks",
    # So it may belong to anybody: notes are often mounted, or kept by another user.
    "-c", "safe.directory=*",
    "-c", "log.showSignature=false", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never",
    "log", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--relative",
)  # fmt: skip
_DATES = ("--name-only", "--format=format:%x01%ct")
_AUTHOR = ("-1", "--decorate-refs-exclude=*", "--format=format:%D%x00%aN%x00%aE", "--")
_BOUNDARY = "grafted"  # among the decorations of a commit whose parents a shallow clone has not got


def git_dates(root: Path, paths: Sequence[str] = ()) -> Mapping[str, datetime]:
    """The time of the last commit of each file below a folder: POSIX path relative to it, to aware UTC time.

    `paths`: of these few files alone, for which less of the history is read. Empty where git is missing, refuses, or
    knows nothing of the folder. A history that takes too long to tell is cut: its newest part, which is told first,
    still counts.
    """
    dates: dict[str, datetime] = {}
    wanted: list[tuple[str, ...]] = [(*_DATES, "--no-merges", "-1", "--", f":(literal){path}") for path in paths] or [
        (*_DATES, "--", ".")
    ]
    for each in wanted:
        for path, committed in _changes(_log(root, each)):
            dates.setdefault(path, committed)
    return dates


def last_author(root: Path, path: str) -> tuple[str, ...]:
    """Name and address of whoever committed that file last; empty where git does not tell.

    To a shallow clone every file looks as if its first commit had made it, so that one tells nothing.
    """
    told = _log(root, (*_AUTHOR, f":(literal){path}")).decode("utf-8", "replace")
    decorations, *author = told.split("\0")
    return () if _BOUNDARY in decorations.split(", ") else tuple(filter(None, author))


def _log(root: Path, wanted: tuple[str, ...]) -> bytes:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment = {**kept, "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"}
    try:
        done = subprocess.run(  # noqa: S603 - a fixed program; only the folder and the file vary
            (*_LOG, *wanted), cwd=root, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=_TIMEOUT_SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as cut:
        return (cut.stdout or b"").rpartition(b"\0")[0]
    except OSError:
        return b""
    return done.stdout if done.returncode == 0 else b""


def _changes(log: bytes) -> Iterator[tuple[str, datetime]]:
    """Every (path, commit time), newest commit first."""
    committed = datetime.fromtimestamp(0, tz=UTC)
    for field in log.decode("utf-8", "surrogateescape").split("\0"):
        name = field
        if field.startswith(_COMMIT):
            seconds, _, name = field.removeprefix(_COMMIT).partition("\n")
            committed = datetime.fromtimestamp(int(seconds), tz=UTC)
        if name:
            yield name, committed
