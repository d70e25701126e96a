"""Terms as lexemes of a GIN index: how often a chunk holds a term is a lexeme too, so the index alone can rank.

Such an index knows which chunks hold a lexeme, not how often. So a chunk that holds `leave` three times has the
lexemes `leave`, `leave 2` and `leave 3`: no term has a space in it. From eight times on, not every number
counts, since BM25 hardly tells them apart.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence

LEVELS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 32, 64)
_LONGEST = 512  # bytes; PostgreSQL's own limit is 2,046

Level = tuple[str, int]  # a term, and a number of times that it is reached


def levels(terms: Sequence[str]) -> list[Level]:
    """Return each term with each number of times that it reaches."""
    return [(term, times) for term, count in Counter(terms).items() for times in LEVELS if times <= count]


def key(term: str) -> str:
    """Return the term as the indexes hold it: one that is too long for them by its hash."""
    if len(term) > _LONGEST // 4 and len(term.encode()) > _LONGEST:
        return f" {hashlib.sha256(term.encode()).hexdigest()}"
    return term


def lexeme(level: Level) -> str:
    """Return the lexeme of a level."""
    term, times = level
    return key(term) if times == 1 else f"{key(term)} {times}"


def match(level: Level) -> str:
    """Return the query for chunks that reach the level."""
    return _quoted(lexeme(level))


def match_all(terms: Iterable[str]) -> str:
    """Return the query for chunks that hold every one of the terms."""
    return " & ".join(_quoted(lexeme((term, 1))) for term in terms)


def _quoted(text: str) -> str:
    # Quoted, nothing in it is taken for an operator.
    escaped = text.replace("\x00", "").replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"
