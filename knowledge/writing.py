"""A new note in a collection's folder: whole, under a name of its own, over nothing that is there."""

from __future__ import annotations

import os
import re
import secrets
import unicodedata
from collections.abc import Iterator
from contextlib import suppress

from knowledge.collections import Collection
from knowledge.errors import NoteNotWritten
from knowledge.reading.globs import PathFilter
from knowledge.remarks import Remark
from knowledge.types import NoteRef

STEM_CHARS = 60  # a file name holds 255 bytes
_MOST_OF_ONE_NAME = 1_000


def file_name(wanted: str) -> str:
    """What is wanted as the plain name of a Markdown file: words with hyphens, no folder, nothing hidden."""
    stem = re.sub(r"\.md$", "", unicodedata.normalize("NFC", wanted).strip(), flags=re.IGNORECASE)
    words = re.sub(r"[\W_]+", "-", stem).strip("-")
    if len(words) > STEM_CHARS:
        words = words[: STEM_CHARS + 1].rpartition("-")[0] or words[:STEM_CHARS]
    return f"{words or 'note'}.md"


def write_note(collection: Collection, wanted: str, text: str) -> NoteRef:
    """Write a note at the top of the collection's folder, under that name or the first free one like it.

    The same text under the same name is written once, so a repeated call changes nothing. Raises NoteNotWritten.
    """
    name, data = file_name(wanted), text.encode()
    if not PathFilter.of(collection.include, collection.exclude).matches(name):
        raise NoteNotWritten(
            "The settings of {collection} leave out a file of that name.",
            hint="Choose another name, or ask your admin to look at its include and exclude.",
            collection=collection.name,
        )
    draft = collection.root / f".{secrets.token_hex(8)}.draft"
    try:
        draft.write_bytes(data)
        free = next(one for one in _names(name) if _placed(draft, collection, one, data))
    except (OSError, StopIteration) as error:
        reason = (isinstance(error, OSError) and error.strerror) or Remark("every name like it is taken")
        raise NoteNotWritten(
            "The note could not be written to {collection}: {reason}.",
            hint="Ask your admin whether the bot may write to its folder.",
            collection=collection.name,
            reason=reason,
        ) from error
    finally:
        with suppress(OSError):
            draft.unlink()
    return NoteRef(collection=collection.name, path=free)


def _names(name: str) -> Iterator[str]:
    stem = name.removesuffix(".md")
    yield name
    yield from (f"{stem}-{number}.md" for number in range(2, _MOST_OF_ONE_NAME))


def _placed(draft: os.PathLike[str], collection: Collection, name: str, data: bytes) -> bool:
    """Whether the note is there now; False where another one has that name."""
    place = collection.root / name
    try:
        os.link(draft, place)  # all at once, and never over what is there
    except FileExistsError:
        return place.is_file() and not place.is_symlink() and place.read_bytes() == data
    return True
