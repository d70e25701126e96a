"""The one row about the index as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from knowledge.errors import IndexDamaged
from knowledge.store.postgres import statements
from knowledge.store.postgres.database import Connection
from knowledge.store.rows import moment

State: TypeAlias = tuple[int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Counts are of chunks and of their terms; `coming` is the model whose vectors are gathered.

    `indexed`: the vectors have an index of nearness. `vectors`: which table holds them, another one where another
    model took over; 0: none. `life`: which table this row is of, and since when its server runs.
    """

    generation: int
    model: str
    dimension: int
    coming: str
    embedded_at: datetime | None
    chunks: int
    terms: int
    indexed: bool
    vectors: int
    life: str

    @property
    def state(self) -> State:
        """Equal where the index is: a backup or a standby brings a generation back, in another life alone."""
        return self.generation, self.life

    @property
    def mean_length(self) -> float:
        """Terms a chunk."""
        return self.terms / self.chunks if self.chunks else 0.0


async def summary_of(connection: Connection) -> Summary:
    """Read the row. Raises IndexDamaged where it is missing."""
    row = await (await connection.execute(statements.SUMMARY)).fetchone()
    if row is None:  # the schema puts it there, and nothing of ours takes it away
        raise IndexDamaged(
            "The index lacks the row about itself.",
            hint="Restore it from a backup, or drop the schema footnote and run `footnote index`.",
        )
    return Summary(**{**row, "embedded_at": moment(row["embedded_at"])})
