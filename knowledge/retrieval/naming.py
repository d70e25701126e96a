"""From a path as people write it to the note that it names."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from knowledge.errors import CollectionNotFound, NoteNotFound
from knowledge.ports import NoteInfo
from knowledge.types import NoteRef


def note_at(path: str, notes: Sequence[NoteInfo]) -> NoteRef:
    """The one of these notes that has the path, however its accents are encoded.

    Raises NoteNotFound; CollectionNotFound where several have it.
    """
    wanted = unicodedata.normalize("NFC", path)
    spelt = [note.ref for note in notes if wanted in _spellings(note.ref)]
    refs = [ref for ref in spelt if ref.path == path] or spelt
    if not refs:
        raise NoteNotFound(
            "There is no indexed note {path!r}.",
            hint="Use `file` as `footnote search --json` gives it.",
            path=path,
        )
    if len(refs) > 1:
        names = " or ".join(f"--collection {ref.collection}" for ref in refs)
        raise CollectionNotFound(
            "Several collections have a note {path!r}.", hint="Add {names}.", path=path, names=names
        )
    return refs[0]


def _spellings(ref: NoteRef) -> tuple[str, str]:
    """How people may name a note: its path, or its collection and path as hits show them."""
    path = unicodedata.normalize("NFC", ref.path)
    return path, f"{ref.collection}/{path}"
