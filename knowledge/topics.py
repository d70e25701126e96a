"""What the notes speak of, in their own titles and headings: the same all day, and another choice the next."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from knowledge.ports import NoteInfo, Store
from knowledge.reading import plain_text
from knowledge.text.folding import fold
from knowledge.text.languages import possible_languages
from knowledge.text.stop_words import ENGLISH
from knowledge.types import NoteRef, Scope, StoredChunk

LEAST_CHARS = 120  # of a passage that has something to say below its heading
_TRIED = 4  # notes looked at for each topic wanted, since some have no such passage
_LANGUAGE_WORDS = 400
_CODE = re.compile(r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1|\Z)", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
# Folded headings that say nothing about what stands below them.
_SAYS_NOTHING = frozenset(
    {"overview", "introduction", "summary", "contents", "table of contents", "see also", "references", "links",
     "notes", "related", "changelog", "history", "appendix", "background", "examples", "faq"}
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """Something that a note speaks of. `heading` is empty where it has none besides its title."""

    ref: NoteRef
    title: str
    heading: str
    english: bool  # surely so; where the language is unknown, it is not


async def topics_of(store: Store, collections: Sequence[str], *, day: str, limit: int) -> tuple[Topic, ...]:
    """At most `limit` topics of different notes, each collection in its turn; the same for the same day and notes."""
    if not collections:
        return ()
    notes = await store.notes(Scope(collections=tuple(collections)))
    found: list[Topic] = []
    for note in _turns(notes, day)[: limit * _TRIED]:
        topic = _topic(note, await store.note_chunks(note.ref), day)
        if topic is not None and topic.title not in {one.title for one in found}:
            found.append(topic)
        if len(found) == limit:
            break
    return tuple(found)


def _turns(notes: Iterable[NoteInfo], day: str) -> list[NoteInfo]:
    """The notes as chance of that day has them, one of each collection after the other."""
    by_collection: dict[str, list[NoteInfo]] = {}
    for note in sorted(notes, key=lambda one: _chance(day, one.ref.collection, one.ref.path)):
        by_collection.setdefault(note.ref.collection, []).append(note)
    return [note for note in chain(*zip_longest(*by_collection.values())) if note is not None]


def _topic(note: NoteInfo, chunks: Sequence[StoredChunk], day: str) -> Topic | None:
    """One heading of the note by chance, else its title alone; None where it is too short to answer anything."""
    telling = [chunk for chunk in chunks if len(chunk.plain) >= LEAST_CHARS]
    if not telling:
        return None
    known = {fold(note.title), *_SAYS_NOTHING}
    headings = [heading for chunk in telling for heading in _headings(chunk) if fold(heading) not in known]
    heading = min(headings, key=lambda one: _chance(day, note.ref.path, one), default="")
    return Topic(ref=note.ref, title=note.title, heading=heading, english=_is_english(telling))


def _headings(chunk: StoredChunk) -> Iterator[str]:
    """The one above it, and those inside: a short note is one chunk with all its headings."""
    yield chunk.heading
    for written in _HEADING.findall(_CODE.sub("", chunk.text)):
        if heading := plain_text(written).strip():
            yield heading


def _is_english(chunks: Sequence[StoredChunk]) -> bool:
    words = fold(" ".join(chunk.plain for chunk in chunks)).split()[:_LANGUAGE_WORDS]
    return possible_languages(words) == (ENGLISH,)


def _chance(*parts: str) -> bytes:
    return hashlib.sha256("\0".join(parts).encode()).digest()
