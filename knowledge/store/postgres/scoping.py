"""A scope as the cheapest clause that lets nothing else in, and how many vectors it leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from knowledge.store.conditions import Condition
from knowledge.store.postgres import statements
from knowledge.store.postgres.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """What to add to a search, its values by name, and at most how many chunks with a vector it leaves of `total`."""

    sql: str = ""
    values: Mapping[str, object] = field(default_factory=dict)
    rows: int
    total: int


async def clause_of(connection: Connection, scope: Condition) -> Clause:
    """Return the clause of this scope, in the transaction of the search itself."""
    embedded = await embedded_counts(connection)
    total = sum(embedded.values())
    if scope.names is None:
        return await _filtered(connection, scope, total)
    if scope.names.issuperset(embedded):
        return Clause(rows=total, total=total)
    return Clause(
        sql=statements.WITHIN_COLLECTIONS,
        values={"names": sorted(scope.names)},
        rows=sum(embedded.get(name, 0) for name in scope.names),
        total=total,
    )


async def embedded_counts(connection: Connection) -> dict[str, int]:
    """Return how many vectors each collection has."""
    rows = await connection.execute(statements.COLLECTIONS)
    return {row["name"]: int(row["embedded"]) for row in await rows.fetchall()}


async def _filtered(connection: Connection, scope: Condition, total: int) -> Clause:
    """The documents that a filter leaves, by number."""
    found = await connection.execute(statements.inside(statements.SCOPE_DOCUMENTS, scope.sql), scope.values)
    row = await found.fetchone()
    documents, chunks = (row["ids"], row["chunks"]) if row else (None, 0)
    return Clause(
        sql=statements.WITHIN_DOCUMENTS, values={"documents": documents or []}, rows=int(chunks), total=total
    )
