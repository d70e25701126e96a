"""Many values in one answer: the server joins them into one text of bytes, which NumPy takes as they are.

A value in each row costs the driver more than the network does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from knowledge.store.blocks import Ids
from knowledge.store.postgres.database import Connection

Values: TypeAlias = Sequence[Any] | Mapping[str, Any] | None


async def bytes_of(connection: Connection, statement: str, values: Values = None) -> bytes:
    """Return the one text that a statement gives in its one row, as `bytes`."""
    return (await many_bytes_of(connection, statement, values))[0]


async def many_bytes_of(connection: Connection, statement: str, values: Values = None) -> list[bytes]:
    """Return one text for each row."""
    async with connection.cursor(binary=True) as cursor:
        await cursor.execute(statement, values)
        return [row["bytes"] or b"" for row in await cursor.fetchall()]


async def ids_of(connection: Connection, statement: str, values: Values = None) -> Ids:
    """Return the ids that a statement gives as one text, eight bytes each."""
    return as_ids(await bytes_of(connection, statement, values))


def as_ids(text: bytes) -> Ids:
    """Read ids of eight bytes each."""
    found: Ids = np.frombuffer(text, dtype=">i8").astype(np.int64)
    return found
