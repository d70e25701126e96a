"""One file to one Document: text, blocks, title, tags, dates, links."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePosixPath
from urllib.parse import unquote

from knowledge.errors import NoteSkipped, ReadError
from knowledge.reading.brackets import inline_links
from knowledge.reading.dates import parse_date
from knowledge.reading.decoding import DecodedText, decode
from knowledge.reading.front_matter import FrontMatter, read_front_matter
from knowledge.reading.markdown import markdown_blocks
from knowledge.reading.paragraphs import text_blocks
from knowledge.reading.scan import SourceFile
from knowledge.reading.settling import time_to_remember
from knowledge.types import Block, BlockKind, Document, Fingerprint, NoteRef

MAX_BYTES = 50_000_000

_MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"})
_FOLDER_NOTES = frozenset({"index", "_index", "readme"})
_MAX_TAGS = 200
_TAG = re.compile(r"(?<!\S)#(?P<tag>[\w/-]*[^\W\d_][\w/-]*)")
_PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTE})
_FIRST_LEVEL = re.compile(r"\A {0,3}#(?!#)|\n {0,3}=+[ \t]*\Z")
_WIKILINK = re.compile(r"\[\[(?P<target>[^\[\]|#\n\\]+)")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//|#", re.IGNORECASE)


def read(source: SourceFile, *, git_updated: datetime | None = None) -> Document:
    """Read a note.

    `updated` is what the front matter says, else `git_updated`, else the file's own time. Raises NoteSkipped if
    there is nothing to index, and ReadError if the file cannot be read.
    """
    data, fingerprint = _contents(source)
    if not data.strip():
        raise NoteSkipped("it is empty")
    decoded = decode(data)
    return _document(source.ref, decoded, fingerprint, git_updated)


def _contents(source: SourceFile) -> tuple[bytes, Fingerprint]:
    """The bytes and what is remembered of them: looked at before reading, so that a later change is noticed."""
    try:
        with source.location.open("rb") as file:
            status = os.fstat(file.fileno())
            if status.st_size > MAX_BYTES:
                raise NoteSkipped(f"it is larger than {MAX_BYTES // 1_000_000} MB")
            data = file.read()
    except FileNotFoundError as error:
        raise ReadError("It vanished before it was read.", hint="Run the index again.") from error
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise ReadError(f"It cannot be read: {reason}.", hint="Check that the file may be read.") from error
    content_hash = hashlib.sha256(data).hexdigest()
    mtime_ns = time_to_remember(status.st_mtime_ns)
    return data, Fingerprint(size=status.st_size, mtime_ns=mtime_ns, content_hash=content_hash)


def _document(ref: NoteRef, decoded: DecodedText, fingerprint: Fingerprint, git_updated: datetime | None) -> Document:
    text = decoded.text
    suffix = PurePosixPath(ref.path).suffix.lower()
    is_markdown = suffix in _MARKDOWN
    matter = read_front_matter(text) if is_markdown else FrontMatter()
    blocks = markdown_blocks(text, start=matter.end, is_mdx=suffix == ".mdx") if is_markdown else text_blocks(text)
    if not blocks:
        raise NoteSkipped("it has no text besides its front matter" if matter.end else "it has no text")
    title = _Title.of(ref, matter, text, blocks)
    dates = _Dates.of(matter, git_updated or datetime.fromtimestamp(fingerprint.mtime_ns / 1e9, tz=UTC))
    warnings = tuple(warning for warning in (decoded.warning, *matter.warnings, *dates.warnings) if warning)
    return Document(
        ref=ref,
        title=title.text,
        text=text,
        blocks=blocks,
        fingerprint=fingerprint,
        title_in_text=title.in_text,
        tags=_tags(matter, text, blocks) if is_markdown else (),
        author=matter.text("author") or matter.text("authors"),
        status=matter.text("status"),
        created=dates.created,
        updated=dates.updated,
        links=tuple(dict.fromkeys(_links(text[matter.end :]))) if is_markdown else (),
        warnings=warnings,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Title:
    text: str
    in_text: bool

    @classmethod
    def of(cls, ref: NoteRef, matter: FrontMatter, text: str, blocks: Sequence[Block]) -> _Title:
        """From the front matter, else the first heading of the first level, else the file's name."""
        written = matter.text("title") or _first_heading(text, blocks)
        return cls(text=written or title_of_path(ref), in_text=bool(written))


def _first_heading(text: str, blocks: Sequence[Block]) -> str:
    """The first heading of the first level: `# Title`, or a line of `=` below it."""
    headings = (block for block in blocks if block.kind is BlockKind.HEADING)
    return next((block.heading_path[-1] for block in headings if _is_first_level(text[block.start : block.end])), "")


def _is_first_level(heading: str) -> bool:
    return _FIRST_LEVEL.search(heading) is not None


def title_of_path(ref: NoteRef) -> str:
    """`hr/parental-leave.md` is "Parental leave"; `hr/_index.md` is named after its folder."""
    path = PurePosixPath(ref.path)
    name = path.stem
    if name.lower() in _FOLDER_NOTES:
        name = path.parent.name or ref.collection
    words = " ".join(re.sub(r"[-_]+", " ", name).split()) or name
    return words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Dates:
    created: datetime | None
    updated: datetime
    warnings: tuple[str, ...]

    @classmethod
    def of(cls, matter: FrontMatter, otherwise: datetime) -> _Dates:
        """A date that is none is told and passed over."""
        found = {key: parse_date(written) for key in ("created", "updated", "date") if (written := matter.text(key))}
        return cls(
            created=found.get("created"),
            updated=found.get("updated") or found.get("date") or otherwise,
            warnings=tuple(f"its `{key}` is not a date" for key, moment in found.items() if moment is None),
        )


def _tags(matter: FrontMatter, text: str, blocks: Sequence[Block]) -> tuple[str, ...]:
    """Those of the front matter, then `#tag` in running text, each once, without the `#`."""
    given = (tag.lstrip("#") for tag in matter.words("tags", "tag"))
    tags = dict.fromkeys(tag for tag in given if tag)
    for block in blocks:
        if block.kind in _PROSE and text.find("#", block.start, block.end) >= 0:
            found = _TAG.finditer(text, block.start, block.end)
            tags |= dict.fromkeys(match["tag"].strip("/-") for match in found)
    return tuple(tags)[:_MAX_TAGS]


def _links(text: str) -> Iterator[str]:
    """Targets inside the notes: of wikilinks without heading and alias, of relative links without fragment."""
    if "[[" in text:
        yield from (match["target"].strip() for match in _WIKILINK.finditer(text))
    if "](" in text:
        for link in inline_links(text):
            if link.address and not _SCHEME.match(link.address):
                yield unquote(link.address.partition("#")[0])
