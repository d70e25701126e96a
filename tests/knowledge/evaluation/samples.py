"""Cases as a run leaves them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from knowledge.evaluation import Case, JudgedAnswer, LabelledQuery, Run


def case(number: int, ranking: Sequence[str] = (), *, relevant: Sequence[str] = ("a",), **values: Any) -> Case:
    """A question with one ranking; `language`, `milliseconds`, `stages` and `answer` as given."""
    query = LabelledQuery(
        id=str(number),
        text=f"question {number}",
        relevant=dict.fromkeys(relevant, 1),
        language=values.pop("language", ""),
    )
    return Case(query=query, ranking=tuple(ranking), milliseconds=values.pop("milliseconds", 1.0), **values)


def refusal() -> JudgedAnswer:
    """An answer that says the notes are silent."""
    return JudgedAnswer(mode="none", confidence="none")


def cited(*, right: int, verbatim: int, citations: int = 2, confidence: Any = "strong") -> JudgedAnswer:
    """A quoted answer with so many good citations."""
    return JudgedAnswer(
        mode="extractive",
        confidence=confidence,
        citations=citations,
        right=right,
        verbatim=verbatim,
        sound=verbatim == citations,
    )


def run(*cases: Case, **values: Any) -> Run:
    """A run of a set named `tiny`."""
    return Run(dataset="tiny", mode="hybrid", cases=cases, **values)
