"""What two paths say about two notes: one page in two releases, years or languages, or two subjects."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath

from knowledge.duplicates.notes import words_of
from knowledge.types import NoteRef

_MARK = r"(?:alpha|beta|rc|pre|preview|stable|lts|snapshot|dev)[-_.]?\d*"
# In any part of a name: v2, 2.10, 1.x, release-1.28, 2024, 2024-05, rev-3. A number alone may be anything.
_INSIDE = re.compile(
    r"(?<![^\W_])(?:"
    rf"(?:v|ver|version|rev|revision|release|rel)[-_. ]?\d+(?:[._-](?:\d+|x))*(?:[-_.]?{_MARK})?"
    rf"|\d+(?:\.(?:\d+|x))+(?:[-_.]?{_MARK})?"
    r"|(?:19|20)\d\d(?:[-_.](?:0?[1-9]|1[0-2]))?(?:[-_.](?:0?[1-9]|[12]\d|3[01]))?"
    r")(?![^\W_])",
    re.IGNORECASE,
)
_WHOLE_NUMBER = re.compile(r"\d{1,3}(?:[._-](?:\d+|x))*")  # a folder `7` beside a folder `8`
_STATES = frozenset(
    {"alpha", "archive", "archived", "archives", "backup", "backups", "bak", "beta", "canary", "current"}
    | {
        "deprecated",
        "devel",
        "draft",
        "drafts",
        "edge",
        "final",
        "head",
        "latest",
        "legacy",
        "lts",
        "main",
        "master",
        "new",
    }
    | {"next", "nightly", "obsolete", "old", "older", "preview", "previous", "prior", "stable", "trunk"}
    | {"unreleased", "unversioned"}
)
# Folders that hold the releases of a site, or its one present release.
_HOLDERS = frozenset(
    {"docs", "doc", "documentation", "content", "releases", "versions", "versioned", "versioned-docs"}
)
# Only codes that hardly are an abbreviation of something else: `hr` and `it` are departments.
_LANGUAGES = frozenset(
    {"ar", "bn", "cs", "da", "de", "el", "en", "es", "fa", "fi", "fr", "he", "hi", "hu", "ja", "ko", "nb", "nl", "pl"}
    | {"pt", "ro", "ru", "sv", "th", "tr", "uk", "vi", "zh"}
)
_LANGUAGE = re.compile(r"([a-z]{2})(?:[-_](?:[a-z]{2}|hans|hant))?", re.IGNORECASE)
FEWEST_SHARED = 2  # words of two file names
_REMEMBERED = 16_384  # names: each stands in many pairs
# What a file manager calls a copy: `policy (1)`, `policy - Copy`, `copy of policy`.
_COPY = re.compile(r"[-_. ]*(?:\(\d{1,2}\)$|\bcopy(?:[-_. ]\d{1,2})?$|^copy[-_. ]of[-_. ]+)", re.IGNORECASE)
_PART = re.compile(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[0-9])(?=[A-Za-z])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """`same_page`: the paths differ only in releases, years, states or languages. `editions`: in what, if anything.

    `same_name`: file and title are called the same, wherever they lie. `siblings`: they lie in one folder, under
    names that are mostly the same. `left` and `right` are the words that only one of the two has in title or path;
    `named` those of them that stand in a title or a file's name.
    """

    same_page: bool
    same_name: bool
    siblings: bool
    editions: tuple[str, str] | None
    left: frozenset[str]
    right: frozenset[str]
    named: frozenset[str]


def compare_places(left: NoteRef, left_title: str, right: NoteRef, right_title: str) -> Places:
    """Compare where two notes lie and what they are called."""
    one, other = _split(left), _split(right)
    own, others = _words(left_title) | _words(one.page[-1]), _words(right_title) | _words(other.page[-1])
    own_path, other_path = own | _folder_words(left), others | _folder_words(right)
    return Places(
        same_page=_folded(one.page) == _folded(other.page),
        same_name=_folded(one.page[-1:]) == _folded(other.page[-1:]) and own == others,
        siblings=_folded(one.page[:-1]) == _folded(other.page[:-1]) and _mostly_shared(one.page[-1], other.page[-1]),
        editions=(one.edition, other.edition) if one.edition != other.edition else None,
        left=own_path - other_path,
        right=other_path - own_path,
        named=own ^ others,
    )


def page_of(ref: NoteRef) -> tuple[str, ...]:
    """What all editions of one page have in common."""
    return _folded(_split(ref).page)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Split:
    """A path without what tells editions apart, and that."""

    page: tuple[str, ...]
    edition: str


@lru_cache(_REMEMBERED)
def _split(ref: NoteRef) -> _Split:
    path = PurePosixPath(ref.path)
    folders = (ref.collection, *path.parent.parts)
    page: list[str] = []
    edition: list[str] = []
    for at, segment in enumerate(folders):
        rest, found = _without_edition(segment)
        if _is_whole_edition(segment) and at:
            rest, found = "", [segment]
        edition += found
        if rest and rest.casefold() not in _HOLDERS:
            page.append(rest)
    name = _COPY.sub("", path.stem) or path.stem
    stem, found = _without_edition(name)
    if stem:
        edition += found
    page.append(stem or name)  # a note that is called like a release is the page of that release
    return _Split(page=tuple(page), edition="/".join(edition))


def _is_whole_edition(segment: str) -> bool:
    language = _LANGUAGE.fullmatch(segment)
    return (
        _WHOLE_NUMBER.fullmatch(segment) is not None
        or segment.casefold() in _STATES
        or (language is not None and language[1].casefold() in _LANGUAGES)
    )


def _without_edition(name: str) -> tuple[str, list[str]]:
    """A name without the marks of an edition, and those marks."""
    found = [match[0] for match in _INSIDE.finditer(name)]
    rest = _INSIDE.sub("", name)
    parts = re.split(r"([-_. ()]+)", rest)
    states = [part for part in parts if part.casefold() in _STATES]
    if found or len(states) < len([part for part in parts[::2] if part]):  # else the name is nothing but a state
        found += states
        parts = [part for part in parts if part.casefold() not in _STATES]
    return re.sub(r"[-_. ()]+", "-", "".join(parts)).strip("-"), found


def _folded(page: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.casefold() for part in page)


def _mostly_shared(left: str, right: str) -> bool:
    """Whether two file names are built alike: at least two words, and half of the shorter one, in common."""
    one, other = (set(words_of(_PART.sub(" ", name))) for name in (left, right))
    common = len(one & other)
    return left != right and common >= FEWEST_SHARED and 2 * common >= min(len(one), len(other))


@lru_cache(_REMEMBERED)
def _words(name: str) -> frozenset[str]:
    """The words of a name, compound ones whole and in parts; that it is a copy says nothing of what it is about."""
    name = _COPY.sub("", name)
    return frozenset(words_of(name)) | frozenset(words_of(_PART.sub(" ", name)))


def _folder_words(ref: NoteRef) -> frozenset[str]:
    return frozenset().union(*map(_words, PurePosixPath(ref.path).parent.parts))
