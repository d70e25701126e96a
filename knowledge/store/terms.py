"""Keywords: candidates by full text, and the counts that BM25 needs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence

from knowledge.ports import TermCandidate, TermStatistics
from knowledge.store import statements
from knowledge.store.filters import Condition
from knowledge.store.matching import match_any
from knowledge.store.scoping import clause_for_terms

# A term is common when it is in more than this share of the chunks and in more than this many. Ranking by common
# terms is what takes the time, and hardly changes which chunks come first.
COMMON_SHARE = 0.2
COMMON_CHUNKS = 2_000
_AFTER_ALL_TERMS = "\U0010ffff"


def statistics(connection: sqlite3.Connection, terms: Sequence[str]) -> TermStatistics:
    """Return the counts of the whole index for these terms."""
    summary = connection.execute(statements.SUMMARY).fetchone()
    chunks = summary["chunks"]
    return TermStatistics(
        chunks=chunks,
        mean_length=summary["terms"] / chunks if chunks else 0.0,
        frequencies=_frequencies(connection, terms),
    )


def candidates(
    connection: sqlite3.Connection, terms: Sequence[str], scope: Condition, limit: int
) -> list[TermCandidate]:
    """Return the best chunks of the scope by FTS5's own BM25.

    Where common terms chose no candidates and the rarer ones find nothing in the scope, all terms choose.
    """
    distinct = list(dict.fromkeys(term for term in terms if term.strip()))
    if not distinct or limit < 1:
        return []
    total = connection.execute(statements.SUMMARY).fetchone()["chunks"]
    choosers = choosing_terms(distinct, _frequencies(connection, distinct), total)
    found = _search(connection, choosers, scope, limit)
    if not found and len(choosers) < len(distinct):
        found = _search(connection, distinct, scope, limit)
    return found


def choosing_terms(terms: Sequence[str], frequencies: Mapping[str, int], chunks: int) -> list[str]:
    """Return the terms that choose candidates: all but the common ones, or all where no rarer one exists."""
    common = max(COMMON_SHARE * chunks, COMMON_CHUNKS)
    rarer = [term for term in terms if 0 < frequencies.get(term, 0) <= common]
    return rarer or list(terms)


def vocabulary(connection: sqlite3.Connection, prefix: str) -> dict[str, int]:
    """Return each term with that prefix and the number of chunks that hold it."""
    return dict(map(tuple, connection.execute(statements.VOCABULARY, (prefix, prefix + _AFTER_ALL_TERMS))))


def _search(
    connection: sqlite3.Connection, terms: Sequence[str], scope: Condition, limit: int
) -> list[TermCandidate]:
    clause = clause_for_terms(connection, scope)
    statement = statements.within(statements.TERM_CANDIDATES, clause.sql)
    rows = connection.execute(statement, (match_any(terms), *clause.values, limit))
    return [TermCandidate(chunk_id=row["rowid"], terms=row["terms"]) for row in rows]


def _frequencies(connection: sqlite3.Connection, terms: Sequence[str]) -> dict[str, int]:
    distinct = list(dict.fromkeys(terms))
    return dict(map(tuple, connection.execute(statements.FREQUENCIES, (json.dumps(distinct),))))
