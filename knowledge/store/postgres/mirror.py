"""The vectors of a server once more in memory, as new as the transaction that asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from knowledge.ports import Vector
from knowledge.store.blocks import Ids
from knowledge.store.copied import CopiedVectors, Moment
from knowledge.store.matrix import Labels, Structure, VectorMatrix
from knowledge.store.postgres import search_statements
from knowledge.store.postgres.database import Connection
from knowledge.store.postgres.statements import CHANGES_KEPT
from knowledge.store.postgres.summary import Summary, summary_of
from knowledge.store.postgres.vector_rows import VectorRows, all_ids, parts, rows_of
from knowledge.store.room import Room, fits

IN_PASSING = 8_192  # vectors that came or went
_SAMPLED = 1_024  # vectors, for their mean
_NONE = np.empty(0, dtype=np.int64)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """How the server differs from a matrix: chunks that have a vector now, and chunks that had one."""

    new: Ids
    gone: Ids


class ServerMirror:
    """Keeps a VectorMatrix within its room, for one event loop."""

    def __init__(self, room: Room) -> None:
        self.copied = CopiedVectors()
        self._room = room
        self._changing = asyncio.Lock()

    async def current(self, connection: Connection, summary: Summary, total: int) -> VectorMatrix | None:
        """Return the vectors, so many in all, as this transaction sees them; None where the server must search."""
        if not self._room.suffices(total, summary.dimension):
            self.copied.matrix = None  # nobody would bring it up to date
            return None
        moment = _moment(summary)
        matrix = self.copied.at(moment)
        if matrix is None or matrix.generation == moment.generation:
            return matrix
        async with self._changing:
            with self.copied.bounded():
                return await self._caught_up(connection, moment)
        return None

    async def load(self, connection: Connection) -> None:
        """Read what `current` found too much to read in passing."""
        with self.copied.reading():
            async with self._changing:
                with self.copied.bounded():
                    self.copied.matrix = await self._loaded(connection)

    async def _caught_up(self, connection: Connection, moment: Moment) -> VectorMatrix | None:
        matrix = self.copied.before(moment)
        if matrix is None or matrix.generation == moment.generation:
            return matrix
        change = await _noted(connection, matrix, moment)
        if change is None or not _fits(matrix, change):
            self.copied.fall_behind()
            return None
        self.copied.matrix = await self._with(connection, matrix, change, moment)
        return self.copied.matrix

    async def _loaded(self, connection: Connection) -> VectorMatrix | None:
        moment = _moment(await summary_of(connection))
        ids, matrix = await all_ids(connection), self.copied.before(moment)
        if not len(ids):  # a table has no snapshot: another model's took the place, whose rows are not seen here
            return None
        change = await asyncio.to_thread(_compared, matrix, ids) if matrix else None
        if matrix is None or change is None or not _fits(matrix, change):
            matrix = self.copied.matrix = None  # whose memory is needed now
            matrix = self._room.matrix(len(ids), moment.structure, await _centre(connection, ids, moment))
            if matrix is None:
                return None
            change = _Change(new=ids, gone=_NONE)
        return await self._with(connection, matrix, change, moment)

    async def _with(
        self, connection: Connection, matrix: VectorMatrix, change: _Change, moment: Moment
    ) -> VectorMatrix | None:
        """A matrix of this moment, None where reading it was stopped."""
        count = matrix.count
        for some in parts(change.new, moment.structure.dimension):
            if self.copied.stopped.is_set():
                return None
            rows = await rows_of(connection, some, moment.structure.dimension)
            await _to_its_end(partial(_write, matrix, count, rows))
            count += len(rows.ids)
        return await asyncio.to_thread(matrix.followed, generation=moment.generation, count=count, gone=change.gone)


def _moment(summary: Summary) -> Moment:
    structure = Structure(tables=(summary.vectors, summary.life), dimension=summary.dimension)
    return Moment(generation=summary.generation, structure=structure)


async def _noted(connection: Connection, matrix: VectorMatrix, moment: Moment) -> _Change | None:
    """What the writers noted since the matrix was read, None where it is much, or some of it is dropped."""
    if moment.generation - matrix.generation > CHANGES_KEPT:
        return None
    found = await connection.execute(search_statements.VECTOR_CHANGES, (matrix.generation, 1 + IN_PASSING))
    noted = await found.fetchall()
    if len(noted) > IN_PASSING:
        return None
    new, gone = set[int](), set[int]()
    for row in noted:
        (gone if row["gone"] else new).add(row["chunk_id"])
    # No id comes back: what is noted in both ways came and went.
    return _Change(new=_ids(new - gone), gone=_ids(gone - new))


def _compared(matrix: VectorMatrix, ids: Ids) -> _Change:
    """What differs, by all ids that the server has."""
    held = matrix.labels.ids[: matrix.count]
    alive = held if matrix.alive is None else held[matrix.alive]
    return _Change(new=np.setdiff1d(ids, alive), gone=np.setdiff1d(alive, ids))


def _fits(matrix: VectorMatrix, change: _Change) -> bool:
    return fits(matrix, added=len(change.new), gone=len(change.gone))


async def _centre(connection: Connection, ids: Ids, moment: Moment) -> Vector:
    """About the mean of all vectors."""
    sample = ids[:: -(-len(ids) // _SAMPLED)]
    centre: Vector = (await rows_of(connection, sample, moment.structure.dimension)).vectors.mean(axis=0)
    return centre


def _write(matrix: VectorMatrix, start: int, rows: VectorRows) -> None:
    """Write them behind the matrix's own, where nobody reads yet. Of equally near ones, the older comes first."""
    matrix.rows.add(start, rows.vectors)
    matrix.labels.write(start, Labels(ids=rows.ids, documents=rows.documents, turns=rows.ids))


async def _to_its_end(work: Callable[[], None]) -> None:
    """Work in a thread, which a search that is given up does not leave behind: the next would write the same rows."""
    running = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        await running
        raise


def _ids(chunks: set[int]) -> Ids:
    return np.array(sorted(chunks), dtype=np.int64)
