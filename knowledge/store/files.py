"""Database files: created for their owner alone, or demanded to exist."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from knowledge.errors import IndexMissing
from knowledge.store.failures import no_permission

_OWNER_ONLY = 0o600


def create_for_owner(path: Path) -> None:
    """Create the file, readable by its owner alone, and its folder; an existing file stays. Raises IndexFull."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, _OWNER_ONLY))
    except OSError as error:
        raise no_permission(path) from error


def demand(path: Path) -> None:
    """Raise IndexMissing where there is no such file."""
    if not path.exists():
        raise IndexMissing("There is no index at {path} yet.", hint="Run `footnote index` first.", path=path)
