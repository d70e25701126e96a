"""A collection: a folder of notes, how its citations link, and who may see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from knowledge.errors import CollectionNotFound
from knowledge.filters import FilterKind, terms_of
from knowledge.types import NoteRef, Query, Scope, Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """Notes below `root` whose POSIX path matches `include` and not `exclude`."""

    name: str
    root: Path
    include: tuple[str, ...] = ("**/*.md",)
    exclude: tuple[str, ...] = ()
    url: str = ""  # {path} {line} {heading} {name} {commit}; empty: no link
    commit: Callable[[], str] = str  # the commit that the notes are of; empty: none is known
    default: bool = True
    channels: frozenset[str] = frozenset()  # ids or names; empty: all
    users: frozenset[str] = frozenset()  # user or user-group ids; empty: everyone
    workspaces: frozenset[str] = frozenset()  # ids of those in which it may be used; empty: all
    min_score: float = 0.0  # of a note to be found, where 1 is the first place in every list

    def link(self, path: str, *, line: int = 1, heading: str = "") -> str | None:
        """The address of a line of a note; None where this collection has no addresses, or no commit yet."""
        commit = self.commit() if "{commit}" in self.url else ""
        if not self.url or (not commit and "{commit}" in self.url):
            return None
        return self.url.format(
            path=quote(path),
            line=line,
            heading=quote(heading, safe=""),
            name=quote(self.name, safe=""),
            commit=commit,
        )

    def visible_to(self, viewer: Viewer) -> bool:
        """Whether a reply to this viewer may use these notes."""
        if viewer.operator:
            return True
        if self.workspaces and viewer.workspace not in self.workspaces:
            return False
        channel_fits = not self.channels or bool(self.channels & viewer.channels)
        if viewer.shared:
            return channel_fits and not self.users
        person_fits = not self.users or bool(self.users & {viewer.user, *viewer.groups})
        return channel_fits and person_fits


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """The configured collections, in order."""

    collections: tuple[Collection, ...]

    def get(self, name: str) -> Collection:
        """The collection of that name. Raises CollectionNotFound, naming those that exist."""
        for collection in self.collections:
            if collection.name == name:
                return collection
        known = ", ".join(collection.name for collection in self.collections)
        raise CollectionNotFound(
            "There is no collection {name!r}.", hint="Use one of: {names}.", name=name, names=known
        )

    def least_scores(self) -> dict[str, float]:
        """The scores below which notes are left out, by collection, where one is set."""
        return {collection.name: collection.min_score for collection in self.collections if collection.min_score}

    def visible(self, viewer: Viewer) -> tuple[Collection, ...]:
        """What this viewer may see at all."""
        return tuple(collection for collection in self.collections if collection.visible_to(viewer))

    def scope(self, query: Query) -> Scope:
        """Where the query may look: named collections, else the defaults, both cut to what the viewer may see.

        Filters that name collections (`in:`) widen the defaults to everything visible; the filter then narrows.
        A name that this viewer may not see is treated like one that does not exist.
        """
        visible = self.visible(query.viewer)
        if query.collections:
            names = {collection.name for collection in visible}
            chosen = tuple(name for name in query.collections if name in names)
        elif names_collection(query):
            chosen = tuple(collection.name for collection in visible)
        else:
            chosen = tuple(collection.name for collection in visible if collection.default)
        return Scope(collections=chosen, filter=query.filter)

    def link(self, ref: NoteRef, *, line: int = 1, heading: str = "") -> str | None:
        """The address of a line of a note; None where there is none."""
        return self.get(ref.collection).link(ref.path, line=line, heading=heading)


def names_collection(query: Query) -> bool:
    """Whether the query's filter holds an `in:` term anywhere."""
    return query.filter is not None and any(term.kind is FilterKind.COLLECTION for term in terms_of(query.filter))


def unknown_collections(query: Query, visible: Sequence[Collection]) -> tuple[str, ...]:
    """Names in `in:` terms that this viewer has no collection for, in order, each once."""
    if query.filter is None:
        return ()
    names = {collection.name for collection in visible}
    asked = (term.value for term in terms_of(query.filter) if term.kind is FilterKind.COLLECTION)
    return tuple(dict.fromkeys(name for name in asked if name not in names))
