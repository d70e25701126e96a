"""What speaks for or against a note besides its rank: a question that names its title, and being a log of changes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from knowledge.text import analyze, search_terms
from knowledge.types import Boost, Candidate, ChunkPlace

# Shares of the best possible score. Twice as much gave the same on every set that was tried, half of it less.
NAMED = Boost(reason="the question names its title", amount=0.05)
LOG = Boost(reason="a log of changes", amount=-0.1)
LOOKED_AT = 50  # candidates: further down, so little decides nothing
_LEAST = 2  # words of a title: a single one is in too many questions

_LOG = re.compile(r"\b(?:change ?logs?|release ?notes?|what ?s ?new)\b")
_NO_WORD = re.compile(r"[\W_]+")
_ABOUT_CHANGES = re.compile(
    r"\b(?:versions?|releas\w*|change ?logs?|chang(?:ed?|es)|deprecat\w*|removed|upgrad\w*|migrat\w*|since|new in"
    r"|änderung\w*|geändert|neu in|veröffentlich\w*|v?\d+\.\d+(?:\.\d+)*)\b|版本|更新|变更",
    re.IGNORECASE,
)


def with_priors(candidates: Sequence[Candidate], question: str) -> list[Candidate]:
    """The best candidates, first ones first, with what is known of their notes added; equal ones keep their order."""
    terms, about_changes = frozenset(search_terms(question)), _ABOUT_CHANGES.search(question) is not None
    head = [_with(each, terms, about_changes) for each in candidates[:LOOKED_AT]]
    return [*sorted(head, key=lambda each: each.score, reverse=True), *candidates[LOOKED_AT:]]


def _with(candidate: Candidate, terms: frozenset[str], about_changes: bool) -> Candidate:
    chunk = candidate.chunk
    boosts = [NAMED] if _names(chunk.title, terms) else []
    boosts += [LOG] if not about_changes and _is_log(chunk) else []
    if not boosts:
        return candidate
    score = candidate.score + sum(boost.amount for boost in boosts)
    return replace(candidate, score=score, boosts=(*candidate.boosts, *boosts))


def _names(title: str, terms: frozenset[str]) -> bool:
    words = _words(title)
    return len(words) >= _LEAST and words <= terms


@lru_cache(maxsize=4096)
def _words(title: str) -> frozenset[str]:
    return frozenset(analyze(title))


def _is_log(chunk: ChunkPlace) -> bool:
    return _LOG.search(_NO_WORD.sub(" ", f"{chunk.ref.path} {chunk.title}".casefold())) is not None
