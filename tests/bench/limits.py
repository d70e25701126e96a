"""What the product promises about its speed, and whether a run kept it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.bench.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A bound on one cell, or with an empty `row` on a column of every row of the table."""

    table: str
    column: str
    row: str = ""
    at_most: float = float("inf")
    at_least: float = float("-inf")

    def broken(self, table: Table) -> Iterator[str]:
        """One sentence for each cell outside the bounds; a cell that is not there is one too."""
        rows = [row for row in table.rows if not self.row or self.row in row.values()]
        if not rows:
            yield f"{self.table}: there is no row {self.row!r}."
        for row in rows:
            name, cell = next(iter(row.values())), row.get(self.column)
            if not isinstance(cell, int | float) or not self.at_least <= cell <= self.at_most:
                yield f"{self.table}, {name}: {self.column} is {cell}; {self._bounds()}."

    def _bounds(self) -> str:
        return f"at most {self.at_most:g}" if self.at_most < float("inf") else f"at least {self.at_least:g}"


LIMITS = (
    Limit(table="startup", row="footnote --help", column="p50 ms", at_most=500),
    Limit(table="startup", row="footnote search, cold", column="p50 ms", at_most=2_000),
    Limit(table="search", row="footnote, hybrid", column="p50 ms", at_most=30),
    Limit(table="search: same order", row="footnote, keywords", column="same top 10", at_least=0.99),
    # 2 is linear; 4 would be quadratic.
    Limit(table="sizes", column="read, per doubling", at_most=3),
    Limit(table="sizes", column="chunk, per doubling", at_most=3),
    Limit(table="sizes", column="analyze, per doubling", at_most=3),
    Limit(table="sizes", column="split, per doubling", at_most=3),
    Limit(table="sizes", column="escape, per doubling", at_most=3),
    # Every load, and the peer's: where that is slower, the machine is busy with something else.
    Limit(table="ack", column="p99 ms", at_most=200),
    Limit(table="ack", row="footnote, 100 /ask at once", column="p99 ms", at_most=100),
    Limit(table="ack", row="footnote, 100 /ask at once", column="p50 x bare Bolt", at_most=2),
    Limit(table="ack: answers", column="share", at_least=1),
    Limit(table="postgres: 10,000", column="recall@64", at_least=0.995),
    Limit(table="postgres: 100,000", column="recall@64", at_least=0.995),
    *(
        Limit(table="postgres: 100,000", row=f"PostgreSQL, in memory: {scope}", column="p50 ms", at_most=10)
        for scope in ("one of two collections", "a filter, few notes", "a filter, most notes")
    ),
    Limit(table="engines", column="same first 10, keywords", at_least=1),
    Limit(table="engines", column="recall@64", at_least=0.995),
    Limit(table="engines", column="recall@64, server", at_least=0.995),
    Limit(table="engines", column="nDCG@10, difference", at_most=0.003),
    Limit(table="endurance", column="lost", at_most=0),
    Limit(table="endurance", column="visible twice", at_most=0),
    Limit(table="endurance", column="stray", at_most=0),
    Limit(table="endurance", column="of these uncounted", at_most=0),
    Limit(table="endurance", column="status left", at_most=0),
    Limit(table="endurance", column="refused payloads", at_most=0),
    Limit(table="kills", column="lost", at_most=0),
    Limit(table="kills", column="visible twice", at_most=0),
    Limit(table="kills", column="stray", at_most=0),
    Limit(table="kills", column="of these uncounted", at_most=0),
    Limit(table="kills", column="status left", at_most=0),
    Limit(table="kills", column="refused payloads", at_most=0),
    Limit(table="replicas", column="lost", at_most=0),
    Limit(table="replicas", column="visible twice", at_most=0),
    Limit(table="replicas", column="stray", at_most=0),
    Limit(table="replicas", column="of these uncounted", at_most=0),
    Limit(table="replicas", column="status left", at_most=0),
    Limit(table="replicas", column="refused payloads", at_most=0),
    Limit(table="replicas", column="digests not once", at_most=0),
    # A socket that closes may carry a command that nobody can acknowledge any more.
    Limit(table="replicas: restarts, http", column="refused", at_most=0),
    Limit(table="endurance", column="growth", at_most=1.1),
    Limit(table="duplicates: planted", row="copies", column="found", at_least=60),
    Limit(table="duplicates: planted", row="partly shared", column="found", at_most=0),
    Limit(table="duplicates: planted", row="chains, the ends", column="found", at_most=0),
    Limit(table="duplicates: planted", row="nothing", column="found", at_most=0),
    Limit(table="duplicates", row="footnote", column="search CPU s", at_most=1),
    Limit(table="duplicates", row="footnote", column="load CPU s", at_most=1),
    Limit(
        table="duplicates",
        row="sqlite-vec, 64 neighbours of each passage",
        column="times the CPU of footnote",
        at_least=40,
    ),
    Limit(table="duplicates", row="sqlite-vec, 64 neighbours of each passage", column="other pairs", at_most=0),
    Limit(table="duplicates: bound", column="differences", at_most=0),
    Limit(table="duplicates: growth", column="CPU s", at_most=120),
    Limit(table="duplicates: growth", column="peak MB", at_most=1_500),
    Limit(table="vectors: 100,000", row="sqlite-vec", column="this / exact", at_least=5),
    Limit(table="vectors: 100,000", row="footnote, bits", column="recall@64", at_least=0.995),
    Limit(table="vectors: 1,000,000", row="footnote, bits", column="p50 ms", at_most=25),
    Limit(table="indexing: one changed note", column="p95 ms", at_most=1_000),
    Limit(table="indexing: vectors", row="embed and store", column="x bare network", at_least=0.8),
    Limit(table="keywords: 100,000", row="rank-bm25 over all chunks", column="this / footnote", at_least=10),
    Limit(table="keywords: 100,000", row="footnote, keywords", column="same top 10", at_least=0.99),
    Limit(table="hybrid: 100,000", row="footnote, hybrid", column="p50 ms", at_most=25),
    Limit(table="hybrid: 100,000", row="footnote, hybrid", column="p95 ms", at_most=60),
    Limit(table="hybrid: people at once", column="failed", at_most=0),
    Limit(table="hybrid: people at once", row="32 at once", column="p95 ms", at_most=1_000),
    Limit(table="size: first answer", column="p50 s", at_most=3),
    Limit(table="answers: proof", column="quotes verbatim", at_least=1),
    Limit(table="traces", row="added by traces", column="p95 ms", at_most=25),
    Limit(table="traces: kept", column="share", at_least=1, at_most=1),
)


def broken_limits(tables: Sequence[Table], limits: Sequence[Limit] = LIMITS) -> list[str]:
    """One sentence for every promise about these tables that was not kept."""
    return [
        sentence
        for table in tables
        for limit in limits
        if limit.table == table.title
        for sentence in limit.broken(table)
    ]
