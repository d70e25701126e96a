"""A scope as the cheapest clause that lets nothing else in, or as the documents that it leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from knowledge.store.blocks import Ids
from knowledge.store.conditions import Condition
from knowledge.store.postgres import search_statements, statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.packed import ids_of
from knowledge.store.postgres.summary import State
from knowledge.store.remembered import Remembered

_SCOPES_REMEMBERED = 32  # 8 bytes for each document that one has
LISTED_CHUNKS = 20_000  # a filter that leaves more, or so, is asked about each chunk that a search meets


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """How many notes and chunks the index holds, and how many vectors of each collection."""

    notes: int
    chunks: int
    embedded: Mapping[str, int]

    @property
    def total(self) -> int:
        """Vectors of all collections."""
        return sum(self.embedded.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """What to add to a search, its values by name, and at most how many chunks with a vector it leaves of `total`."""

    sql: str = ""
    values: Mapping[str, object] = field(default_factory=dict)
    rows: int
    total: int


async def held(connection: Connection) -> Held:
    """Read the counts that every change keeps."""
    rows = await (await connection.execute(statements.COLLECTIONS)).fetchall()
    return Held(
        notes=sum(int(row["documents"]) for row in rows),
        chunks=sum(int(row["chunks"]) for row in rows),
        embedded={row["name"]: int(row["embedded"]) for row in rows},
    )


async def clause_of(connection: Connection, scope: Condition, index: Held, *, listed: int = LISTED_CHUNKS) -> Clause:
    """Return the clause of this scope, in the transaction of the search itself.

    The notes that a filter leaves are listed where they hold about `listed` chunks at most.
    """
    if scope.names is None:
        return await _filtered(connection, scope, index, listed)
    if _is_whole(scope, index):
        return Clause(rows=index.total, total=index.total)
    return Clause(
        sql=search_statements.WITHIN_COLLECTIONS,
        values={"names": sorted(scope.names)},
        rows=sum(index.embedded.get(name, 0) for name in scope.names),
        total=index.total,
    )


class Scopes:
    """The documents of scopes. A question asks several times in one, and so do all questions of a channel."""

    def __init__(self) -> None:
        self._known: Remembered[str, Ids] = Remembered(_SCOPES_REMEMBERED)

    async def documents_of(self, connection: Connection, scope: Condition, index: Held, state: State) -> Ids | None:
        """Return them by id; None where nothing that is indexed lies outside. `state`: the transaction's."""
        if _is_whole(scope, index):
            return None
        known = self._known.known([scope.key], generation=state)
        if scope.key not in known:
            sql, values = _named(scope)
            known[scope.key] = await ids_of(connection, statements.inside(statements.DOCUMENT_IDS, sql), values)
        self._known.keep(known, generation=state)
        return known[scope.key]


def _is_whole(scope: Condition, index: Held) -> bool:
    return scope.names is not None and scope.names.issuperset(index.embedded)


async def _filtered(connection: Connection, scope: Condition, index: Held, listed: int) -> Clause:
    sql, values = _named(scope)
    notes = 1 + listed * index.notes // max(1, index.chunks)
    found = await connection.execute(statements.inside(statements.SCOPE_DOCUMENTS, sql), {**values, "listed": notes})
    row = await found.fetchone()
    if row and row["ids"] is not None:
        rows = int(row["chunks"])
        return Clause(
            sql=search_statements.WITHIN_DOCUMENTS, values={"documents": row["ids"]}, rows=rows, total=index.total
        )
    return Clause(
        sql=statements.inside(search_statements.WITHIN_FILTER, sql),
        values=values,
        rows=index.total,
        total=index.total,
    )


def _named(scope: Condition) -> tuple[str, dict[str, object]]:
    """The condition with names in the place of question marks, and the values by name."""
    values = {f"scope_{number}": value for number, value in enumerate(scope.values)}
    first, *others = scope.sql.split("?")
    named = "".join(f"%({name})s{text}" for name, text in zip(values, others, strict=True))
    return first + named, values
