"""Labelled sets: a BEIR folder with its own corpus, or questions over notes that are indexed already."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knowledge.errors import DatasetError

QRELS_COLUMNS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusDocument:
    """A text to find, with the id that judgements use."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledQuery:
    """A question and the grade of each relevant document; no relevant one: the notes do not answer it."""

    id: str
    text: str
    relevant: Mapping[str, int]
    language: str = ""  # as the set names it


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """A labelled set. Without `corpus` the ids are files of the configured notes."""

    name: str
    queries: tuple[LabelledQuery, ...]
    corpus: tuple[CorpusDocument, ...] | None = None


def load_dataset(path: Path) -> Dataset:
    """Read a folder with `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`, or a `.jsonl` file of questions.

    Raises DatasetError, naming file and line.
    """
    if path.is_dir():
        return _beir(path)
    if path.suffix == ".jsonl":
        return _questions(path)
    raise DatasetError(
        f"{path} is no evaluation set.",
        hint="Name a folder with corpus.jsonl, queries.jsonl and qrels.tsv, or a .jsonl file of questions.",
    )


def _beir(folder: Path) -> Dataset:
    corpus = tuple(
        CorpusDocument(id=line.text("_id"), title=line.text("title", default=""), text=line.text("text"))
        for line in _lines(folder / "corpus.jsonl")
    )
    known = {document.id for document in corpus}
    if len(known) < len(corpus):
        raise DatasetError(f"{folder / 'corpus.jsonl'} holds an _id twice.", hint="Give each document its own.")
    judged = _qrels(folder / "qrels.tsv", known)
    queries = tuple(
        LabelledQuery(
            id=line.text("_id"),
            text=line.text("text"),
            relevant=judged[line.text("_id")],
            language=line.text("lang", default=""),
        )
        for line in _lines(folder / "queries.jsonl")
        if line.text("_id") in judged
    )
    if not queries:
        raise DatasetError(
            f"{folder} has no judged query.", hint="The ids in qrels.tsv must be those of queries.jsonl."
        )
    return Dataset(name=folder.name, queries=queries, corpus=corpus)


def _questions(path: Path) -> Dataset:
    queries = tuple(
        LabelledQuery(
            id=str(line.number),
            text=line.text("query"),
            relevant=dict.fromkeys(line.texts("answers"), 1),
            language=line.text("lang", default=""),
        )
        for line in _lines(path)
    )
    if not queries:
        raise DatasetError(f"{path} holds no question.", hint='Write one {"query": ..., "answers": [...]} a line.')
    return Dataset(name=path.stem, queries=queries)


def _qrels(path: Path, known: set[str]) -> dict[str, dict[str, int]]:
    """Grades above 0 by query and document; a first line whose third column is no number is the header."""
    judged: dict[str, dict[str, int]] = {}
    for number, line in _read(path):
        columns = line.split("\t")
        if number == 1 and len(columns) == QRELS_COLUMNS and not columns[-1].strip().lstrip("-").isdecimal():
            continue
        try:
            query, document, grade = columns[0], columns[1], int(columns[2])
        except (IndexError, ValueError):
            raise DatasetError(
                f"{path}, line {number}: expected query-id, corpus-id and a whole number, separated by tabs."
            ) from None
        if document not in known:
            raise DatasetError(f"{path}, line {number}: {document!r} is not in corpus.jsonl.")
        if grade > 0:
            judged.setdefault(query, {})[document] = grade
    return judged


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    path: Path
    number: int
    values: Mapping[str, Any]

    def text(self, key: str, *, default: str | None = None) -> str:
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise self._wrong(key, "a string")
        return value

    def texts(self, key: str) -> list[str]:
        value = self.values.get(key)
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self._wrong(key, "a list of strings")
        return value

    def _wrong(self, key: str, expected: str) -> DatasetError:
        return DatasetError(f"{self.path}, line {self.number}: {key!r} must be {expected}.")


def _lines(path: Path) -> Iterator[_Line]:
    for number, line in _read(path):
        try:
            values = json.loads(line)
        except ValueError:
            values = None
        if not isinstance(values, dict):
            raise DatasetError(f"{path}, line {number}: expected one JSON object.")
        yield _Line(path=path, number=number, values=values)


def _read(path: Path) -> Iterator[tuple[int, str]]:
    """Numbered lines, blank ones left out."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError:
        raise DatasetError(f"{path} cannot be read.", hint="An evaluation set needs that file.") from None
    except UnicodeDecodeError:
        raise DatasetError(f"{path} is not UTF-8.", hint="Save it as UTF-8.") from None
    # Not `splitlines`: JSON strings may hold other line separators.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line.rstrip("\r")
