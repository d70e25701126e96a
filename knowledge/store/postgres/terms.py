"""The terms of chunks as the server holds them, and how many chunks hold each."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence

from knowledge.ports import TermStatistics
from knowledge.store.postgres import search_statements, statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.lexemes import Level, key, levels, lexeme
from knowledge.store.postgres.summary import summary_of

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
    await _note(connection, [chunk_id for chunk_id, *_ in rows])


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
    await _note(connection, [chunk_id for chunk_id, _ in rows])


async def delete(connection: Connection, ids: Sequence[int]) -> None:
    """Forget the terms of these chunks."""
    await connection.execute(search_statements.DELETE_TERMS, (list(ids),))
    await _note(connection, ids)


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
    counted = await counted_by_level(connection, terms)
    notes = await (await connection.execute(statements.NOTES_COUNTED)).fetchone()
    return TermStatistics(
        chunks=summary.chunks,
        mean_length=summary.mean_length,
        frequencies={term: chunks for (term, times), chunks in counted.items() if times == 1},
        notes=notes["notes"] if notes else 0,
        generation=summary.state,
    )


async def vocabulary(connection: Connection, prefix: str) -> dict[str, int]:
    """Return each term with that prefix and the number of chunks that hold it."""
    rows = await connection.execute(search_statements.VOCABULARY, (prefix, prefix + _AFTER_ALL_TERMS))
    return {row["term"]: row["chunks"] for row in await rows.fetchall()}


async def counted_by_level(connection: Connection, terms: Sequence[str]) -> dict[Level, int]:
    """Return how many chunks reach each level of these terms, as far as there are some."""
    # NUL, which no term holds and PostgreSQL cannot take, matches nothing.
    wanted = {key(term): term for term in terms if "\x00" not in term}
    rows = await connection.execute(search_statements.FREQUENCIES, (list(wanted),))
    return {(wanted[row["term"]], row["times"]): row["chunks"] for row in await rows.fetchall()}


async def _note(connection: Connection, ids: Sequence[int]) -> None:
    """Tell those who have lists of terms in memory that these chunks changed."""
    if ids:
        await connection.execute(search_statements.NOTE_TERMS, (list(ids),))


# In a thread, since a large note takes long enough to hold up whoever waits for the event loop.
def _lexemes(chunks: Sequence[Sequence[str]]) -> list[str]:
    """The lexemes of each chunk with these terms, two spaces between them: no lexeme holds two, or ends in one."""
    return ["  ".join(lexeme(level) for level in levels(terms)) for terms in chunks]


def _difference(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> dict[Level, int]:
    """By how many chunks each level gains or loses, in order."""
    held, holds = (Counter(level for terms in some for level in levels(terms)) for some in (before, after))
    return {level: holds[level] - held[level] for level in sorted(held | holds) if holds[level] != held[level]}
