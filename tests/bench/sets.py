"""Labelled sets below a folder: BEIR layouts, and questions over archived notes."""

from __future__ import annotations

import hashlib
import json
import os
import tarfile
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from knowledge.errors import DatasetError
from knowledge.evaluation import Dataset, load_dataset
from tests.bench.citations import Evidence, find_evidence
from tests.bench.notes import EVERY_NOTE, kept

BEIR = ("corpus.jsonl", "queries.jsonl", "qrels.tsv")
ARCHIVE = ".tar.gz"
TRANSLATIONS = "qrels-crosslingual.tsv"


@dataclass(frozen=True, kw_only=True)
class LabelledSet:
    """A set and, where its ids are files, the notes they lie in. `rows` are its questions as written, by id."""

    dataset: Dataset
    rows: Mapping[str, Mapping[str, Any]]
    notes: Path | None = None
    include: Sequence[str] = EVERY_NOTE
    twins: Mapping[str, Collection[str]] = field(default_factory=dict)  # by question: translations of what answers it

    @property
    def root(self) -> Path:
        """The folder that the ids start from. Raises ValueError where they are no files."""
        if self.notes is None:
            raise ValueError(f"{self.dataset.name} has no notes.")
        return self.notes

    def texts(self) -> dict[str, str]:
        """Every note's text by id."""
        if self.dataset.corpus is not None:
            return {one.id: f"{one.title}\n{one.text}" for one in self.dataset.corpus}
        paths = sorted({path for pattern in self.include for path in self.root.glob(pattern)})
        return {path.relative_to(self.root).as_posix(): _read(path) for path in paths}

    def parts(self, most: int | None) -> Iterator[Dataset]:
        """The set without its corpus, so that hits are counted; one part a language where questions name theirs."""
        languages = dict.fromkeys(row.get("lang") for row in self.rows.values())
        for language in languages:
            chosen = [query for query in self.dataset.queries if self.rows[query.id].get("lang") == language]
            name = f"{self.dataset.name}, {language}" if language else self.dataset.name
            yield replace(self.dataset, name=name, queries=tuple(spread(chosen, most)), corpus=None)

    @cached_property
    def evidence(self) -> dict[str, list[Evidence]]:
        """Where the quotes that answer a question stand, for those that occur in their note."""
        found: dict[str, list[Evidence]] = {}
        for key, row in self.rows.items():
            places = (self._place(path, quote) for path, quote in _quoted(row))
            found[key] = [place for place in places if place]
        return found

    def _place(self, path: str, quote: str) -> Evidence | None:
        note = self.root / path
        return find_evidence(path, quote, _read(note)) if note.is_file() else None


def find_sets(data: Path) -> Iterator[LabelledSet]:
    """Every set below the folder, in the order of their paths."""
    for path in sorted(data.rglob("*.jsonl")):
        if path.name == "queries.jsonl" and all((path.parent / name).is_file() for name in BEIR):
            yield _beir(path.parent)
        elif {"query", "answers"} <= _first(path).keys():
            yield _over_notes(path, data)


def _quoted(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each quote of a question with its note; one without a path may stand in any note that answers."""
    for piece in row.get("evidence") or ():
        if isinstance(piece, str):
            yield from ((path, piece) for path in row.get("answers") or ())
        else:
            yield str(piece.get("path")), str(piece.get("quote"))


def spread(items: Sequence[Any], most: int | None) -> Sequence[Any]:
    """At most so many of the items, from all over them."""
    return (
        items if most is None or len(items) <= most else [items[place * len(items) // most] for place in range(most)]
    )


def _beir(folder: Path) -> LabelledSet:
    dataset = load_dataset(folder)
    rows = {row["_id"]: row for row in _rows(folder / "queries.jsonl")}
    if not any(row.get("evidence") for row in rows.values()):
        return LabelledSet(dataset=dataset, rows=rows, twins=_twins(folder / TRANSLATIONS, dataset))
    # Citations name files, so each text becomes one, by its own id.
    digest = hashlib.sha256((folder / "corpus.jsonl").read_bytes()).hexdigest()[:16]
    notes = (kept() / f"{folder.name}-{digest}").resolve()
    for document in dataset.corpus or ():
        path = (notes / document.id).resolve()
        if not path.is_relative_to(notes):
            raise DatasetError(f"{folder.name}: the id {document.id!r} leaves its folder.")
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, document.text)
    return LabelledSet(dataset=dataset, rows=rows, notes=notes)


def _twins(path: Path, dataset: Dataset) -> dict[str, frozenset[str]]:
    """Translations by question: the file pairs each language with one that all share, so they are two steps apart."""
    if not path.is_file():
        return {}
    near: dict[str, set[str]] = {}
    relevant = {query.id: query.relevant for query in dataset.queries}
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        question, other, _ = line.split("\t")
        for own in relevant.get(question, ()):
            near.setdefault(own, {own}).add(other)
            near.setdefault(other, {other}).add(own)
    return {
        query.id: frozenset(far for own in query.relevant for one in near.get(own, ()) for far in near[one])
        for query in dataset.queries
    }


def _over_notes(path: Path, data: Path) -> LabelledSet:
    """The questions, and the notes whose name the file's begins with."""
    dataset = load_dataset(path)
    rows = {str(number): row for number, row in enumerate(_rows(path), start=1)}
    folders = {str(PurePosixPath(name).parent) for query in dataset.queries for name in query.relevant}
    below = os.path.commonpath(folders) if folders else ""  # empty too where they have nothing in common
    return LabelledSet(
        dataset=dataset,
        rows=rows,
        notes=_notes_of(path.stem, data),
        include=(f"{below}/**/*.md" if below else "**/*.md",),
    )


def _notes_of(stem: str, data: Path) -> Path:
    for archive in sorted(data.rglob(f"*{ARCHIVE}")):
        name = archive.name.removesuffix(ARCHIVE)
        if stem.startswith(name):
            return _unpacked(archive) / name
    raise DatasetError(f"{stem}: no archive of notes below the folder has a name that this one begins with.")


def _unpacked(archive: Path) -> Path:
    target = kept() / f"unpacked-{archive.name.removesuffix(ARCHIVE)}"
    if not target.exists():
        kept().mkdir(parents=True, exist_ok=True)
        # Renamed when whole: a run that was stopped leaves no half of an archive to be measured.
        with tempfile.TemporaryDirectory(dir=kept()) as place, tarfile.open(archive) as packed:
            packed.extractall(Path(place) / "whole", filter="data")
            (Path(place) / "whole").rename(target)
    return target


def _rows(path: Path) -> list[dict[str, Any]]:
    # Not `splitlines`: JSON strings may hold other line separators.
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


def _first(path: Path) -> dict[str, Any]:
    with path.open(encoding="utf-8") as file:
        first = json.loads(file.readline() or "{}")
    return first if isinstance(first, dict) else {}


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8-sig", errors="replace")


def _write(path: Path, text: str) -> None:
    if not path.exists() or _read(path) != text:
        path.write_text(text, encoding="utf-8")
