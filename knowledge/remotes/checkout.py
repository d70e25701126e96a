"""The files of one remote on this machine: the repository, one folder for each commit, and a link to the current one.

The link is replaced in one step, so whoever reads through it sees one commit, whole, whatever happens meanwhile.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Container, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from knowledge.errors import RemoteBusy, RemoteUnavailable
from knowledge.remarks import from_json, to_json

REPOSITORY = "repository.git"
_STILL_READ = 2  # earlier commits that somebody may be reading while none could be indexed
_TREES, _CURRENT, _CONDITION, _LOCK = "trees", "current", "condition.json", "lock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """How the last attempt to pull went. Times are ISO 8601, UTC; empty: never. `problem` empty: fine."""

    pulled: str = ""  # when the remote last answered
    problem: str = ""
    fix: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkout:
    """What lies in `folder`. Nothing here runs git."""

    folder: Path

    @property
    def repository(self) -> Path:
        """The clone, without files of its own."""
        return self.folder / REPOSITORY

    def root(self, subfolder: str) -> Path:
        """Where the notes are, of whatever commit is current."""
        return self.folder / _CURRENT / subfolder

    def commit(self) -> str:
        """The full name of the current commit; empty where there is none yet."""
        return self._current().partition("-")[0]

    @property
    def whole(self) -> bool:
        """Whether there is a current commit, with its files and its history."""
        return (self.folder / _CURRENT).is_dir() and (self.repository / "worktrees" / self._current()).is_dir()

    def new_tree(self, commit: str) -> Path:
        """A folder for the files of a commit, that is not there yet."""
        taken = {path.name for path in self._trees()}
        names = (f"{commit}-{number}" for number in range(len(taken) + 1))
        return self.folder / _TREES / next(name for name in names if name not in taken)

    def switch(self, tree: Path) -> None:
        """Make it the current one. Raises OSError."""
        link = self.folder / f"{_CURRENT}.new"
        link.unlink(missing_ok=True)
        link.symlink_to(os.path.join(_TREES, tree.name))  # noqa: PTH118 - a relative target, as text
        link.replace(self.folder / _CURRENT)

    def keep_times(self, tree: Path, changed: Container[str]) -> None:
        """Give the files of a new tree the times of those in the current one, but for the changed.

        By them the index knows a file again that it need not read. `changed`: POSIX, relative to the tree.
        """
        current = self.folder / _CURRENT
        for place, _, names in os.walk(tree):
            folder = Path(place).relative_to(tree)
            for name in names:
                if (folder / name).as_posix() not in changed:
                    with suppress(OSError):
                        known = os.stat(current / folder / name)  # noqa: PTH116 - beside os.utime
                        os.utime(tree / folder / name, ns=(known.st_atime_ns, known.st_mtime_ns))

    def drop_others(self, *, keep: int = 0) -> None:
        """Remove the folders of all commits but the current one, for when nobody reads them any more.

        `keep`: so many of the newest others stay, for somebody may.
        """
        others = sorted((tree for tree in self._trees() if tree.name != self._current()), key=_made, reverse=True)
        for tree in others[keep:]:
            shutil.rmtree(tree, ignore_errors=True)

    def sweep(self) -> None:
        """Remove what a git that was killed left behind, and what was never indexed; for who holds the lock."""
        self.drop_others(keep=_STILL_READ)
        for pattern in ("*.lock", "refs/**/*.lock", "worktrees/*/*.lock", "worktrees/*/locked", "objects/pack/tmp_*"):
            for left in self.repository.glob(pattern):
                left.unlink(missing_ok=True)

    @contextmanager
    def held(self) -> Iterator[int]:
        """One puller at a time, whatever process; gives the lock's descriptor, for programs to hold on to it too.

        Raises RemoteBusy, and RemoteUnavailable where the folder cannot be written.
        """
        if sys.platform == "win32":
            raise RemoteUnavailable("Notes from a git remote need Linux or macOS.", hint="Name a folder as `path`.")
        import fcntl  # noqa: PLC0415 - there is none on Windows

        descriptor = self._lock()
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise RemoteBusy("{folder} is just being brought up to date.", folder=self.folder) from error
            yield descriptor
        finally:
            os.close(descriptor)

    def condition(self) -> Condition:
        """What was noted last; nothing where that cannot be read."""
        try:
            kept = json.loads((self.folder / _CONDITION).read_text(encoding="utf-8"))
            return Condition(**{name: from_json(value) for name, value in kept.items()})
        except (OSError, ValueError, TypeError, AttributeError):
            return Condition()

    def note(self, condition: Condition) -> None:
        """Note how it went, for other processes to tell; where that cannot be written nothing is lost."""
        file = self.folder / f"{_CONDITION}.new"
        with suppress(OSError):
            file.write_text(
                json.dumps({name: to_json(value) for name, value in asdict(condition).items()}), encoding="utf-8"
            )
            file.replace(self.folder / _CONDITION)

    def _lock(self) -> int:
        try:
            (self.folder / _TREES).mkdir(parents=True, exist_ok=True, mode=0o700)
            return os.open(self.folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise RemoteUnavailable(
                "{folder} cannot be written.", hint="Let the user that runs the bot write there.", folder=self.folder
            ) from error

    def _current(self) -> str:
        try:
            return os.path.basename(os.readlink(self.folder / _CURRENT))  # noqa: PTH115, PTH119 - for every citation
        except OSError:
            return ""

    def _trees(self) -> list[Path]:
        folder = self.folder / _TREES
        return sorted(folder.iterdir()) if folder.is_dir() else []


def _made(tree: Path) -> float:
    try:
        return tree.stat().st_mtime
    except OSError:
        return 0.0
