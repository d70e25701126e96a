"""From a file to what the store takes: pure work for a worker, which no note can bring down."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from knowledge.chunking import ChunkingOptions, chunk
from knowledge.errors import ModelError, NoteSkipped, ReadError
from knowledge.faults import fault
from knowledge.indexing.delta import Job
from knowledge.ports import Entry, Failure, Tokenizer
from knowledge.reading import SourceFile, read, time_to_remember
from knowledge.text import detect_language, index_terms
from knowledge.types import Chunk, Document, Fingerprint, NoteRef

# Raise it with every change of reading, chunking or analysis that gives another index for the same notes.
RECIPE = 3
LANGUAGE_SAMPLE = 4_000  # characters that tell a note's language; reading a long note twice tells no more

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A note ready to be put."""

    document: Document
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """A file whose time changed and whose bytes did not."""

    ref: NoteRef
    fingerprint: Fingerprint


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A file that holds nothing to index."""

    ref: NoteRef
    reason: str


Outcome = Prepared | Touched | LeftOut | Failure


@dataclass(frozen=True, slots=True, kw_only=True)
class Preparation:
    """Reads, chunks and analyses notes, in whatever thread it is called."""

    tokenizer: Tokenizer
    chunking: ChunkingOptions
    exclude_status: frozenset[str] = frozenset()  # casefolded front matter statuses that are not indexed

    @property
    def recipe(self) -> str:
        """Name how notes are read, cut and analysed: notes that were indexed otherwise are read again.

        The tokenizer is the embedding model's, and another model asks for a full run by itself.
        """
        return f"{RECIPE}: {self.chunking}"

    def run(self, jobs: Sequence[Job], dates: Mapping[str, datetime]) -> list[Outcome]:
        """Return one outcome a job, in order. `dates` are the last commits by path. Raises ModelError."""
        return [self._one(job, dates.get(job.source.ref.path)) for job in jobs]

    def _one(self, job: Job, committed: datetime | None) -> Outcome:
        ref = job.source.ref
        try:
            return _same_bytes(job) or self._prepare(job.source, committed)
        except NoteSkipped as skip:
            return LeftOut(ref=ref, reason=str(skip))
        except ReadError as error:
            return Failure(ref=ref, message=f"{error} {error.hint}".strip(), fingerprint=_fingerprint(job.source))
        except ModelError:  # no tokens for any note: no fault of this one
            raise
        except Exception as error:  # noqa: BLE001 - one note that trips a parser must not stop the others
            _log.error("A note of %s cannot be processed: %s", ref.collection, fault(error))
            message = f"It cannot be processed ({type(error).__name__})."
            return Failure(ref=ref, message=message, fingerprint=_fingerprint(job.source))

    def _prepare(self, source: SourceFile, committed: datetime | None) -> Prepared:
        document = read(source, git_updated=committed)
        if document.status.casefold() in self.exclude_status:
            raise NoteSkipped(f"its status is {document.status!r}, which the settings leave out")
        chunks = chunk(document, self.tokenizer, self.chunking)
        # A note's only chunk tells its language by itself.
        language = detect_language(document.text[:LANGUAGE_SAMPLE]) if len(chunks) > 1 else ""
        entries = (
            Entry(
                chunk=piece,
                terms=index_terms(document.title, piece.heading_path, _searched(piece), language=language),
            )
            for piece in chunks
        )
        return Prepared(document=document, entries=tuple(entries))


def _same_bytes(job: Job) -> Touched | Failure | None:
    """What is known already where only the file's time changed."""
    if not (job.indexed_hash or job.failed_hash):
        return None
    mark = _fingerprint(job.source)
    if mark is None:
        return None
    if mark.content_hash == job.failed_hash:
        return Failure(ref=job.source.ref, message=job.failure, fingerprint=mark)
    if mark.content_hash == job.indexed_hash:
        return Touched(ref=job.source.ref, fingerprint=mark)
    return None


def _fingerprint(source: SourceFile) -> Fingerprint | None:
    """The bytes' hash beside the size and time of the scan; None where the bytes cannot be had.

    Without them nothing tells when a failed note is worth another try, so every run tries again.
    """
    try:
        with source.location.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None
    return Fingerprint(size=source.size, mtime_ns=time_to_remember(source.mtime_ns), content_hash=digest)


def _searched(piece: Chunk) -> str:
    """What a chunk is found by: its source with link targets, and the header of the table that it continues."""
    return f"{piece.header}\n{piece.text}" if piece.header else piece.text
