"""What the folders hold and the index does not know, or the other way round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from knowledge.collections import Collection
from knowledge.duplicates.values import Freshness
from knowledge.errors import ReadError
from knowledge.ports import Snapshot
from knowledge.reading.scan import SourceFile, scan
from knowledge.remarks import Remark
from knowledge.types import NoteRef

Within = Callable[[NoteRef], bool]  # whether a note is compared


@dataclass(slots=True, kw_only=True)
class _Found:
    missing: list[NoteRef] = field(default_factory=list)
    newer: list[NoteRef] = field(default_factory=list)
    unindexed: list[NoteRef] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def freshness(
    collections: Sequence[Collection], snapshot: Snapshot, within: Within, *, unembedded_chunks: int
) -> Freshness:
    """Compare folders and index by names, sizes and times; no file is opened."""
    found = _Found()
    for collection in collections:
        _look(collection, snapshot, within, found)
    found.warnings += _sentences(found, unembedded_chunks)
    return Freshness(
        missing=tuple(found.missing),
        newer=tuple(found.newer),
        unindexed=tuple(found.unindexed),
        unembedded_chunks=unembedded_chunks,
        warnings=tuple(found.warnings),
    )


def _look(collection: Collection, snapshot: Snapshot, within: Within, found: _Found) -> None:
    if collection.name not in snapshot.scans:
        found.warnings.append(
            Remark("The collection {name} was never indexed whole. Run `footnote index`.", name=collection.name)
        )
    try:
        scanned = scan(collection)
    except ReadError:
        found.warnings.append(Remark("The folder of the collection {name} cannot be read.", name=collection.name))
        return
    files = {file.ref: file for file in scanned.files if within(file.ref)}
    indexed = {
        ref: mark for ref, mark in snapshot.fingerprints.items() if ref.collection == collection.name and within(ref)
    }
    hidden = tuple(f"{folder}/" for folder in scanned.unreadable)
    found.missing += sorted(ref for ref in indexed if ref not in files and not ref.path.startswith(hidden))
    found.newer += sorted(
        ref
        for ref, mark in indexed.items()
        if (file := files.get(ref)) and not mark.may_be_of(file.size, file.mtime_ns)
    )
    found.unindexed += sorted(
        ref for ref, file in files.items() if ref not in indexed and _could_be_indexed(file, snapshot)
    )


def _could_be_indexed(file: SourceFile, snapshot: Snapshot) -> bool:
    """Whether a run would index the file: one that failed, or was there at the last whole run, was left out then."""
    if not file.size or file.ref in snapshot.failed:
        return False
    scanned = snapshot.scans.get(file.ref.collection)
    return scanned is None or file.mtime_ns > scanned.timestamp() * 1e9


def _sentences(found: _Found, unembedded_chunks: int) -> Iterator[str]:
    if found.missing:
        notes = _notes(len(found.missing))
        yield Remark("{notes} in the index no longer in their folder. Run `footnote index`.", notes=notes)
    if found.newer:
        notes = _notes(len(found.newer))
        yield Remark("{notes} changed since they were indexed. Run `footnote index`.", notes=notes)
    if found.unindexed:
        notes = _notes(len(found.unindexed))
        yield Remark("{notes} not in the index. Run `footnote index`.", notes=notes)
    if unembedded_chunks:
        many = Remark("{count:,} passages have", count=unembedded_chunks)
        passages = Remark("1 passage has") if unembedded_chunks == 1 else many
        yield Remark(
            "{passages} no vector yet and can only be compared by words. Run `footnote index`.", passages=passages
        )


def _notes(count: int) -> Remark:
    return Remark("1 note is") if count == 1 else Remark("{count:,} notes are", count=count)
