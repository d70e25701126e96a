"""Keywords: the best chunks from lists in memory, or by the server's index of lexemes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from functools import partial

from knowledge.ports import TermCandidates, TermStatistics
from knowledge.store import counting
from knowledge.store.blocks import Ids
from knowledge.store.choosing import K1, B, choosing_terms, idf
from knowledge.store.conditions import Condition
from knowledge.store.postgres import search_statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.lexemes import LEVELS, Level, match
from knowledge.store.postgres.scoping import Clause, Scopes, clause_of, held
from knowledge.store.postgres.summary import Summary, summary_of
from knowledge.store.postgres.term_lists import KnownTerms, TermLists
from knowledge.store.postgres.terms import counted_by_level

Levels = Mapping[Level, int]  # of some terms, and how many chunks reach each

# How often the server meets a term in a chunk, at most: what it takes grows with that, however large the index is.
MOST_MEETINGS = 20_000


class TermSearch:
    """Searches for terms, each a part of a read transaction."""

    def __init__(self, lists: TermLists, scopes: Scopes) -> None:
        self._lists = lists
        self._scopes = scopes

    async def candidates(
        self, connection: Connection, terms: Sequence[str], scope: Condition, limit: int
    ) -> TermCandidates:
        """Return the best chunks of the scope by BM25 as FTS5 reckons it.

        Where common terms chose no candidates and the rarer ones find nothing in the scope, all terms choose.
        """
        counted = await counted_by_level(connection, [term for term in dict.fromkeys(terms) if term.strip()])
        summary = await summary_of(connection)
        if not counted or not summary.terms or limit < 1:
            return TermCandidates.none(terms)
        frequencies = {term: chunks for (term, times), chunks in counted.items() if times == 1}
        choosers = choosing_terms(frequencies, summary.chunks)
        index, known = await held(connection), await self._lists.at(connection, summary)
        ranked: Callable[[Levels], Awaitable[dict[int, str]]]
        if known is None:
            choosers = affordable(choosers)
            clause = await clause_of(connection, scope, index)
            ranked = partial(_by_server, connection, summary, clause, limit=limit)
        else:
            within = await self._scopes.documents_of(connection, scope, index, summary.state)
            ranked = partial(_from_lists, connection, known, _statistics(summary, frequencies), within, limit=limit)
        found = await ranked(_some(counted, choosers))
        if not found and len(choosers) < len(frequencies):
            found = await ranked(counted)
        return await asyncio.to_thread(counting.count, list(found), list(found.values()), terms)


def affordable(frequencies: Mapping[str, int]) -> Mapping[str, int]:
    """Return the rarest of the terms, as many as are met in `MOST_MEETINGS` chunks together, and at least one."""
    chosen: dict[str, int] = {}
    for term, frequency in sorted(frequencies.items(), key=lambda item: item[1]):
        if chosen and sum(chosen.values()) + frequency > MOST_MEETINGS:
            break
        chosen[term] = frequency
    return chosen


async def _from_lists(
    connection: Connection,
    known: KnownTerms,
    statistics: TermStatistics,
    within: Ids | None,
    levels: Levels,
    *,
    limit: int,
) -> dict[int, str]:
    """The terms of each chunk, best first."""
    lists = await known.lists_of(connection, list(levels))
    best = await asyncio.to_thread(known.best, lists, statistics, within, limit)
    rows = await connection.execute(search_statements.TERMS_OF_CHUNKS, (best.tolist(),))
    texts = {row["chunk_id"]: row["terms"] for row in await rows.fetchall()}
    return {chunk_id: texts[chunk_id] for chunk_id in best.tolist() if chunk_id in texts}


async def _by_server(
    connection: Connection, summary: Summary, clause: Clause, levels: Levels, *, limit: int
) -> dict[int, str]:
    """The terms of each chunk, best first."""
    found = await connection.execute(
        search_statements.within(search_statements.TERM_CANDIDATES, clause.sql),
        {
            "lexemes": [match(level) for level in levels],
            "idf": [idf(levels[term, 1], summary.chunks) for term, _ in levels],
            "times": [times for _, times in levels],
            "below": [_below(times) for _, times in levels],
            "least_norm": K1 * (1 - B),
            "norm_a_term": K1 * B / summary.mean_length,
            "limit": limit,
            **clause.values,
        },
    )
    return {row["chunk_id"]: row["terms"] for row in await found.fetchall()}


def _statistics(summary: Summary, frequencies: Mapping[str, int]) -> TermStatistics:
    return TermStatistics(
        chunks=summary.chunks,
        mean_length=summary.mean_length,
        frequencies=frequencies,
        notes=0,
        generation=summary.state,
    )


def _some(counted: Levels, terms: Container[str]) -> Levels:
    return {level: chunks for level, chunks in counted.items() if level[0] in terms}


def _below(times: int) -> int:
    place = LEVELS.index(times)
    return LEVELS[place - 1] if place else 0
