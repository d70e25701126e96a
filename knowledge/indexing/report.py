"""What a run did, note by note, and how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from knowledge.ports import PutResult
from knowledge.types import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far one phase is: `done` of `total` notes while reading, chunks while embedding.

    `collection` is empty while embedding, which takes the chunks of all collections together.
    """

    phase: Literal["reading", "embedding"]
    done: int
    total: int
    collection: str = ""


ProgressCallback = Callable[[Progress], None]  # called on the event loop, so it must be quick


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedFile:
    """A matched file that is not indexed, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileError:
    """A note that could not be indexed, and why."""

    file: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionReport:
    """One collection's run: matched = read + unchanged + skipped + errors notes; the rest counts chunks."""

    name: str
    matched: int
    read: int
    unchanged: int
    created: int
    reused: int
    removed: int
    skipped: tuple[SkippedFile, ...] = ()
    errors: tuple[FileError, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncReport:
    """A whole run.

    `problems` are sentences about work that was left undone for another reason than a note: a folder that is not
    there, a model that does not answer (`unreachable` where its server cannot be reached). `forgotten` counts the
    notes of collections that are configured no longer.
    """

    collections: tuple[CollectionReport, ...]
    seconds: float
    embedded: int = 0
    forgotten: int = 0
    problems: tuple[str, ...] = ()
    unreachable: bool = False

    @property
    def failed(self) -> bool:
        """Whether a part of the work was not done."""
        return bool(self.problems) or any(collection.errors for collection in self.collections)


@dataclass(slots=True, kw_only=True)
class Tally:
    """A collection's counts while its run goes on. Every note is in exactly one of read, unchanged and errors."""

    name: str
    read: set[str] = field(default_factory=set)
    unchanged: set[str] = field(default_factory=set)
    errors: dict[str, str] = field(default_factory=dict)
    skipped: list[SkippedFile] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    created: int = 0
    reused: int = 0
    removed: int = 0

    def put(self, document: Document, result: PutResult) -> None:
        """Count a note that was read and stored."""
        self.read.add(document.ref.path)
        self.created += result.created
        self.reused += result.reused
        self.removed += result.removed
        self.warnings.extend(f"{document.ref.path}: {warning}" for warning in document.warnings)

    def keep(self, path: str) -> None:
        """Count a note as unchanged, unless this very run has read it."""
        if path not in self.read:
            self.unchanged.add(path)

    def fail(self, path: str, message: str) -> None:
        """Count the note as failed, whatever it was before."""
        self.read.discard(path)
        self.unchanged.discard(path)
        self.errors[path] = message

    def report(self) -> CollectionReport:
        """Return the counts as they are now."""
        return CollectionReport(
            name=self.name,
            matched=len(self.read) + len(self.unchanged) + len(self.skipped) + len(self.errors),
            read=len(self.read),
            unchanged=len(self.unchanged),
            created=self.created,
            reused=self.reused,
            removed=self.removed,
            skipped=tuple(sorted(self.skipped, key=lambda skip: skip.file)),
            errors=tuple(FileError(file=path, message=self.errors[path]) for path in sorted(self.errors)),
            warnings=tuple(self.warnings),
        )
