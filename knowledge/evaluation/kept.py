"""Runs kept on disk: an equal run (code, settings, data) is read back instead of done again."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import knowledge
from knowledge.evaluation.cases import Case, JudgedAnswer, Run
from knowledge.evaluation.datasets import Dataset

LIBRARY = Path(knowledge.__file__).parent
MOST_KEPT = 100  # runs; the oldest go first


def run_key(dataset: Dataset, mode: str, *parts: object) -> str:
    """What names an equal run: the library's code, the set, the mode, and the `repr` of what else decides."""
    digest = hashlib.sha256(repr((code_digest(), mode, dataset.name, dataset.corpus is None)).encode())
    for each in (*dataset.queries, *(dataset.corpus or ()), *parts):
        digest.update(repr(each).encode())
    return digest.hexdigest()[:32]


def code_digest(root: Path = LIBRARY) -> str:
    """A hash of every source file below a folder."""
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


class KeptRuns:
    """One JSON file a run, with ids, times and verdicts: neither questions nor notes.

    `refresh`: no kept run is taken, and new ones replace them.
    """

    def __init__(self, folder: Path, *, refresh: bool = False) -> None:
        self._folder = folder
        self._refresh = refresh

    async def run(self, key: str, dataset: Dataset, make: Callable[[], Awaitable[Run]]) -> Run:
        """The run kept under that key, `cached`, else the one that `make` makes.

        That one is kept from then on, unless it has warnings: what went wrong once may go well the next time.
        """
        kept = None if self._refresh else self.load(key, dataset)
        if kept is not None:
            return kept
        run = await make()
        if not run.warnings:
            self.save(key, run)
        return run

    def load(self, key: str, dataset: Dataset) -> Run | None:
        """The kept run; None where there is none, or one that cannot be read."""
        try:
            values = json.loads((self._folder / f"{key}.json").read_text(encoding="utf-8"))
            return _run(values, dataset)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def save(self, key: str, run: Run) -> None:
        """Keep the run, whole or not at all: a folder that cannot be written costs the next run its time, no more."""
        values = {"mode": run.mode, "hits": run.hits, "cases": [_values(case) for case in run.cases]}
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write(self._folder / f"{key}.json", json.dumps(values, separators=(",", ":")))
            self._forget_oldest()
        except OSError:
            return

    def _forget_oldest(self) -> None:
        files = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for old in files[MOST_KEPT:]:
            old.unlink(missing_ok=True)


def _write(path: Path, text: str) -> None:
    # Readable by its owner alone, as `mkstemp` makes it: file names tell what a team's notes are about.
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    Path(name).replace(path)


def _values(case: Case) -> dict[str, Any]:
    return {
        "ranking": list(case.ranking),
        "milliseconds": case.milliseconds,
        "stages": dict(case.stages),
        "answer": asdict(case.answer) if case.answer else None,
    }


def _run(values: Mapping[str, Any], dataset: Dataset) -> Run:
    cases: Sequence[Case] = [
        Case(query=query, **_restored(each)) for query, each in zip(dataset.queries, values["cases"], strict=True)
    ]
    return Run(dataset=dataset.name, mode=values["mode"], cases=cases, hits=values["hits"], cached=True)


def _restored(values: Mapping[str, Any]) -> dict[str, Any]:
    answer = values["answer"]
    return {**values, "answer": JudgedAnswer(**answer) if answer else None}
