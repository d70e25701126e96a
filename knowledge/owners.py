"""Who answers for a note: whom its front matter names, and who changed it last."""

from __future__ import annotations

from pathlib import Path

from knowledge.errors import ReadError
from knowledge.reading.decoding import decode
from knowledge.reading.front_matter import read_front_matter
from knowledge.reading.git import last_author

_FIELDS = ("owner", "owners", "author", "authors")


def owner_names(root: Path, path: str) -> tuple[str, ...]:
    """Names and addresses, the surest first: of `owner`, then `author`, then of the last commit; none twice.

    `path` is POSIX, relative to the folder. A note that cannot be read names nobody.
    """
    names = [*_written(root / path), *last_author(root, path)]
    return tuple(dict.fromkeys(name for name in names if name))


def _written(file: Path) -> tuple[str, ...]:
    try:
        matter = read_front_matter(decode(file.read_bytes()).text)
    except (OSError, ReadError):
        return ()
    return tuple(name for field in _FIELDS for name in matter.words(field))
