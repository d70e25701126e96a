"""How much the index holds, kept with every change."""

from __future__ import annotations

from knowledge.store.postgres import statements
from knowledge.store.postgres.database import Connection


async def add(
    connection: Connection, collection: str, *, documents: int = 0, chunks: int = 0, embedded: int = 0, terms: int = 0
) -> None:
    """Add to the counts of a collection and of the whole; what is less is negative."""
    await connection.execute(statements.COUNT_COLLECTION, (collection, documents, chunks, embedded))
    await connection.execute(statements.COUNT_INDEX, (chunks, terms))
