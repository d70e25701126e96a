"""Conversations whose last message leaves something out, with the question that a person would ask instead."""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from knowledge.errors import DatasetError
from knowledge.evaluation.datasets import CorpusDocument
from knowledge.types import Turn
from tests.bench.notes import kept

OWN = Path(__file__).with_name("followups")
REWRITES = "rewrites.jsonl"
LEAST_WORDS = 6  # of a pooled reply: shorter ones ("in 1987") say nothing by themselves
ALONE = "alone"
_UNKNOWN = re.compile(r"I don['’]?t know|CANNOTANSWER", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUp:
    """A last message, what was said before it, and its stand-alone rewrite. `alone`: it needed none."""

    history: tuple[Turn, ...]
    message: str
    rewrite: str
    relevant: Mapping[str, int]
    alone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationSet:
    """Cases and the passages that answer them, among others that nearly do."""

    name: str
    corpus: Sequence[CorpusDocument]
    cases: Sequence[FollowUp]

    def write_notes(self) -> tuple[Path, dict[str, str]]:
        """A note of each passage, in a folder of their own between runs; and passage by path."""
        digest = hashlib.sha256(repr(self.corpus).encode()).hexdigest()[:16]
        folder = (kept() / f"{self.name}-{digest}").resolve()
        folder.mkdir(parents=True, exist_ok=True)
        paths = {f"{number:05}.md": document for number, document in enumerate(self.corpus)}
        for path, document in paths.items():
            (folder / path).write_text(f"# {document.title}\n\n{document.text}\n", encoding="utf-8")
        return folder, {path: document.id for path, document in paths.items()}


def load_conversations(folder: Path) -> ConversationSet:
    """Read `corpus.jsonl` and `cases.jsonl`, or pool a folder that has `rewrites.jsonl` instead.

    Raises DatasetError for a folder with neither.
    """
    if (folder / REWRITES).is_file():
        return _pooled(folder)
    if not (folder / "cases.jsonl").is_file():
        raise DatasetError(f"{folder.name} holds neither cases.jsonl nor {REWRITES}.")
    corpus = [
        CorpusDocument(id=row["_id"], title=row["title"], text=row["text"]) for row in _rows(folder / "corpus.jsonl")
    ]
    return ConversationSet(
        name=folder.name, corpus=corpus, cases=[_case(row) for row in _rows(folder / "cases.jsonl")]
    )


def _case(row: Mapping[str, Any]) -> FollowUp:
    return FollowUp(
        history=tuple(Turn(role=turn["role"], text=turn["text"]) for turn in row["history"]),
        message=row["message"],
        rewrite=row["rewrite"],
        relevant=dict.fromkeys(row["relevant"], 1),
        alone=row["kind"] == ALONE,
    )


def _pooled(folder: Path) -> ConversationSet:
    """Conversations without passages: the reply to each question is the passage that answers it.

    A conversation starts, as in a thread, with a question that can be understood: the rewrite of its first one.
    """
    conversations: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in _rows(folder / REWRITES):
        conversations[row["id"].rsplit("#", 1)[0]].append(row)
    corpus: list[CorpusDocument] = []
    cases: list[FollowUp] = []
    for rows in conversations.values():
        for row, reply in _answered(sorted(rows, key=lambda row: len(row["history"]))):
            corpus.append(CorpusDocument(id=row["id"], title=f"{row['title']}: {row['section']}", text=reply))
            if row["history"]:
                cases.append(_pooled_case(row, first=rows[0]["rewrite"]))
    return ConversationSet(name=folder.name, corpus=corpus, cases=cases)


def _answered(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Each question with its reply, which only the history of the next one holds."""
    for row, following in pairwise(rows):
        reply = following["history"][-1]["text"]
        if len(reply.split()) >= LEAST_WORDS and not _UNKNOWN.search(reply):
            yield row, reply


def _pooled_case(row: Mapping[str, Any], *, first: str) -> FollowUp:
    turns = [
        Turn(role="person" if turn["role"] == "user" else "assistant", text=turn["text"]) for turn in row["history"]
    ]
    return FollowUp(
        history=(replace(turns[0], text=first), *turns[1:]),
        message=row["question"],
        rewrite=row["rewrite"],
        relevant={row["id"]: 1},
        alone=_bare(row["question"]) == _bare(row["rewrite"]),
    )


def _bare(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def _rows(path: Path) -> list[dict[str, Any]]:
    # Not `splitlines`: JSON strings may hold other line separators.
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
