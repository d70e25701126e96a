"""From an address that people share back to the note, and the place in it, that the address is of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from string import Formatter
from urllib.parse import quote, unquote, urlsplit

from knowledge.collections import Collection
from knowledge.types import NoteRef, StoredChunk

_LINE = "[0-9]{1,9}"  # no file has more lines, and Python reads no number of thousands of digits
_PATTERNS = {"path": "[^?#]+", "line": _LINE, "heading": "[^?#&]*", "commit": "[^/?#]+"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an address leads. `line` 0 and `heading` empty: it does not say."""

    ref: NoteRef
    line: int = 0
    heading: str = ""


def located(collection: Collection, url: str) -> Place | None:
    """The place of that address, if it fits how this collection's citations link; whether a note is there is open.

    What browsers and people leave out or add, such as another fragment or a query, does not matter.
    """
    whole = _path_is_late(collection.url)
    template, shared = _in_parts(collection.url, whole=whole), _in_parts(url, whole=whole)
    base = _match(template[0], shared[0], collection.name)
    path = unquote(base.get("path", "")) if base else ""
    if base is None or not path or path.startswith("/") or "\0" in path or ".." in path.split("/"):
        return None
    more = _match(template[1], shared[1], collection.name) or {}
    line = base.get("line") or more.get("line") or _line_in(shared[1], template[1])
    heading = base.get("heading") or more.get("heading") or shared[1]
    return Place(
        ref=NoteRef(collection=collection.name, path=path),
        line=int(line or 0),
        heading="" if line else unquote(heading),
    )


def passage(chunks: Sequence[StoredChunk], place: Place) -> StoredChunk:
    """The chunk of a note that the place is in; its first one where the place does not say, or is gone."""
    for chunk in chunks:
        if chunk.lines[0] <= place.line <= chunk.lines[1]:
            return chunk
    wanted = _slug(place.heading)
    return next((chunk for chunk in chunks if wanted and _slug(chunk.heading) == wanted), chunks[0])


def domain_of(template: str) -> str:
    """The host that a link template leads to; empty where it is no web address or has a placeholder in its host."""
    parts = urlsplit(template)
    host = parts.hostname or ""
    return host if parts.scheme in {"http", "https"} and "{" not in parts.netloc else ""


def _path_is_late(template: str) -> bool:
    """Whether the path comes after a `?` or `#`, so that nothing there may be left out."""
    return "{path}" not in re.split(r"[?#]", template)[0]


def _in_parts(address: str, *, whole: bool) -> tuple[str, str]:
    """The address up to query and fragment, and the fragment."""
    if whole:
        return address, ""
    return re.split(r"[?#]", address)[0], address.partition("#")[2]


def _match(template: str, text: str, name: str) -> dict[str, str] | None:
    """The values of the template's placeholders in a text; None where it does not fit."""
    pattern, seen = "", set[str]()
    for literal, field, _, _ in Formatter().parse(template):
        pattern += re.escape(literal)
        if field == "name":
            pattern += re.escape(quote(name, safe=""))
        elif field:
            pattern += f"(?P={field})" if field in seen else f"(?P<{field}>{_PATTERNS[field]})"
            seen.add(field)
    found = re.fullmatch(pattern, text)
    return found.groupdict() if found else None


def _line_in(fragment: str, template: str) -> str:
    """The first line of `#L3-L9` and the like, where the template has a line too."""
    prefix = template.partition("{line}")[0]
    found = re.match(rf"{re.escape(prefix)}({_LINE})\b", fragment) if "{line}" in template else None
    return found[1] if found else ""


def _slug(heading: str) -> str:
    """A heading as forges write it into addresses."""
    return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading.casefold()).strip())
