"""Whether a citation proves what it should: it holds the expected evidence, and quotes the note's own text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from knowledge.evaluation.metrics import mean
from knowledge.types import Answer, Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where a person found the answer: lines of a note, 1-based and inclusive."""

    path: str
    lines: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationQuality:
    """Shares in [0, 1]. `whole`: a citation's lines hold all of the evidence; `touched`: some of its lines."""

    questions: int
    whole: float
    touched: float


def judge_citations(answers: Mapping[str, Answer], expected: Mapping[str, Sequence[Evidence]]) -> CitationQuality:
    """Judge the answers that have expected evidence: any one piece of it is enough."""
    judged = [(answers[key].citations, pieces) for key, pieces in expected.items() if pieces]
    return CitationQuality(
        questions=len(judged),
        whole=mean(any(holds(one, piece) for one in cited for piece in pieces) for cited, pieces in judged),
        touched=mean(any(touches(one, piece) for one in cited for piece in pieces) for cited, pieces in judged),
    )


def holds(citation: Citation, evidence: Evidence) -> bool:
    """Whether the cited lines hold all lines of the evidence."""
    first, last = citation.lines
    return citation.ref.path == evidence.path and first <= evidence.lines[0] and evidence.lines[1] <= last


def touches(citation: Citation, evidence: Evidence) -> bool:
    """Whether the cited lines hold a line of the evidence."""
    first, last = citation.lines
    return citation.ref.path == evidence.path and first <= evidence.lines[1] and evidence.lines[0] <= last


def verbatim(citation: Citation, note: Path) -> bool:
    """Whether the quotation stands at its lines word for word, white space apart."""
    first, last = citation.lines
    lines = lines_of(note.read_text(encoding="utf-8-sig", errors="replace"))[first - 1 : last]
    return squeezed([citation.quote]) in squeezed(lines)


def find_evidence(path: str, quote: str, text: str) -> Evidence | None:
    """Where the quote stands in the note's text, white space apart; None where it does not."""
    found = re.search(r"\s+".join(map(re.escape, quote.split())), text)
    if not found or not quote.strip():
        return None
    first = text.count("\n", 0, found.start()) + 1
    return Evidence(path=path, lines=(first, first + found[0].count("\n")))


def lines_of(text: str) -> list[str]:
    """Lines as an editor counts them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def squeezed(lines: Iterable[str]) -> str:
    """The text with all white space taken out, so that only its words are compared."""
    return "".join("".join(lines).split())
