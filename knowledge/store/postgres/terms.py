"""Keywords: candidates from the index of lexemes, and the counts that BM25 needs."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Container, Mapping, Sequence

from knowledge.ports import TermCandidates, TermStatistics
from knowledge.store import counting
from knowledge.store.choosing import K1, B, choosing_terms, idf
from knowledge.store.conditions import Condition
from knowledge.store.postgres import search_statements, statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.lexemes import LEVELS, Level, key, levels, lexeme, match
from knowledge.store.postgres.scoping import Clause, clause_of, held
from knowledge.store.postgres.summary import Summary, summary_of

# How often a search meets a term in a chunk, at most: what it takes grows with that, however large the index is.
MOST_MEETINGS = 20_000
_AFTER_ALL_TERMS = "\U0010ffff"


async def add(connection: Connection, rows: Sequence[tuple[int, int, str, Sequence[str]]]) -> None:
    """Index new chunks: (chunk, document, collection, terms)."""
    lexemes = await asyncio.to_thread(_lexemes, [terms for *_, terms in rows])
    async with connection.cursor() as cursor:
        await cursor.executemany(
            search_statements.ADD_TERMS,
            [
                (chunk_id, document_id, collection, len(terms), " ".join(terms), held)
                for (chunk_id, document_id, collection, terms), held in zip(rows, lexemes, strict=True)
            ],
        )


async def change(connection: Connection, rows: Sequence[tuple[int, Sequence[str]]]) -> None:
    """Index chunks anew: (chunk, terms)."""
    lexemes = await asyncio.to_thread(_lexemes, [terms for _, terms in rows])
    async with connection.cursor() as cursor:
        await cursor.executemany(
            search_statements.CHANGE_TERMS,
            [
                (len(terms), " ".join(terms), held, chunk_id)
                for (chunk_id, terms), held in zip(rows, lexemes, strict=True)
            ],
        )


async def count(connection: Connection, before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> None:
    """Bring the vocabulary up to date where chunks with these terms were replaced."""
    changed = await asyncio.to_thread(_difference, before, after)
    if changed:
        terms, times = [key(term) for term, _ in changed], [times for _, times in changed]
        await connection.execute(search_statements.COUNT_TERMS, (terms, times, list(changed.values())))
    fewer = [level for level, difference in changed.items() if difference < 0]
    if fewer:
        await connection.execute(
            search_statements.FORGET_TERMS, ([key(term) for term, _ in fewer], [times for _, times in fewer])
        )


async def statistics(connection: Connection, terms: Sequence[str]) -> TermStatistics:
    """Return the counts of the whole index for these terms."""
    summary = await summary_of(connection)
    counted = await _counts(connection, terms)
    notes = await (await connection.execute(statements.NOTES_COUNTED)).fetchone()
    return TermStatistics(
        chunks=summary.chunks,
        mean_length=summary.mean_length,
        frequencies={term: chunks for (term, times), chunks in counted.items() if times == 1},
        notes=notes["notes"] if notes else 0,
        generation=summary.generation,
    )


async def candidates(connection: Connection, terms: Sequence[str], scope: Condition, limit: int) -> TermCandidates:
    """Return the best chunks of the scope by BM25 as FTS5 reckons it.

    Where common terms chose no candidates and the rarer ones find nothing in the scope, all terms choose.
    """
    distinct = list(dict.fromkeys(term for term in terms if term.strip()))
    if not distinct or limit < 1:
        return TermCandidates.none(terms)
    clause = await clause_of(connection, scope, await held(connection))
    counted = await _counts(connection, distinct)
    frequencies = {term: chunks for (term, times), chunks in counted.items() if times == 1}
    summary = await summary_of(connection)
    choosers = affordable(choosing_terms(frequencies, summary.chunks))
    found = await _search(connection, _some(counted, choosers), summary, clause, limit)
    if not found and len(choosers) < len(frequencies):
        found = await _search(connection, counted, summary, clause, limit)
    return await asyncio.to_thread(counting.count, list(found), list(found.values()), terms)


def affordable(frequencies: Mapping[str, int]) -> Mapping[str, int]:
    """Return the rarest of the terms, as many as are met in `MOST_MEETINGS` chunks together, and at least one."""
    chosen: dict[str, int] = {}
    for term, frequency in sorted(frequencies.items(), key=lambda item: item[1]):
        if chosen and sum(chosen.values()) + frequency > MOST_MEETINGS:
            break
        chosen[term] = frequency
    return chosen


async def vocabulary(connection: Connection, prefix: str) -> dict[str, int]:
    """Return each term with that prefix and the number of chunks that hold it."""
    rows = await connection.execute(search_statements.VOCABULARY, (prefix, prefix + _AFTER_ALL_TERMS))
    return {row["term"]: row["chunks"] for row in await rows.fetchall()}


async def _search(
    connection: Connection, counted: Mapping[Level, int], summary: Summary, clause: Clause, limit: int
) -> dict[int, str]:
    """The terms of each chunk, best first."""
    if not counted or not summary.terms:
        return {}
    found = await connection.execute(
        search_statements.within(search_statements.TERM_CANDIDATES, clause.sql),
        {
            "lexemes": [match(level) for level in counted],
            "idf": [idf(counted[term, 1], summary.chunks) for term, _ in counted],
            "times": [times for _, times in counted],
            "below": [_below(times) for _, times in counted],
            "least_norm": K1 * (1 - B),
            "norm_a_term": K1 * B / summary.mean_length,
            "limit": limit,
            **clause.values,
        },
    )
    return {row["chunk_id"]: row["terms"] for row in await found.fetchall()}


async def _counts(connection: Connection, terms: Sequence[str]) -> dict[Level, int]:
    """How many chunks reach each level of these terms, as far as there are some."""
    # NUL, which no term holds and PostgreSQL cannot take, matches nothing.
    wanted = {key(term): term for term in terms if "\x00" not in term}
    rows = await connection.execute(search_statements.FREQUENCIES, (list(wanted),))
    return {(wanted[row["term"]], row["times"]): row["chunks"] for row in await rows.fetchall()}


def _some(counted: Mapping[Level, int], terms: Container[str]) -> dict[Level, int]:
    return {level: chunks for level, chunks in counted.items() if level[0] in terms}


def _below(times: int) -> int:
    place = LEVELS.index(times)
    return LEVELS[place - 1] if place else 0


# In a thread, since a large note takes long enough to hold up whoever waits for the event loop.
def _lexemes(chunks: Sequence[Sequence[str]]) -> list[str]:
    """The lexemes of each chunk with these terms, two spaces between them: no lexeme holds two, or ends in one."""
    return ["  ".join(lexeme(level) for level in levels(terms)) for terms in chunks]


def _difference(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> dict[Level, int]:
    """By how many chunks each level gains or loses, in order."""
    held, holds = (Counter(level for terms in some for level in levels(terms)) for some in (before, after))
    return {level: holds[level] - held[level] for level in sorted(held | holds) if holds[level] != held[level]}
