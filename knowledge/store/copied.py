"""The copy of an index's vectors that a process has in memory, and when it is worth reading them.

Reading them all costs what some searches do, so the first searches of a process leave memory alone. What changed
since is read in passing where it is little; else, and for the first time, beside the searches, which do without.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from knowledge.errors import IndexUnavailable
from knowledge.store.matrix import Structure, VectorMatrix

# Reading all vectors costs what three or four searches of a file do, whatever the size. No command needs so many as
# this, so none pays for reading what it would not use.
SEARCHES_FIRST = 6

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What a transaction sees: see VectorMatrix."""

    generation: int
    structure: Structure


class CopiedVectors:
    """`matrix` is the copy, None where there is none; whoever changes it takes care that nobody else does."""

    def __init__(self) -> None:
        self.matrix: VectorMatrix | None = None
        self.stopped = threading.Event()
        self._searches = 0  # without a copy, since the last try to do better
        self._behind = False
        self._reading = False
        self._beside: asyncio.Task[None] | None = None

    def at(self, moment: Moment) -> VectorMatrix | None:
        """Return the copy, perhaps an older one of the same vectors; None, which counts, where a search has none."""
        if self._reading:
            return None
        if self.matrix is None or self.matrix.structure != moment.structure:
            self._searches += 1
            self._behind = self._searches >= SEARCHES_FIRST
            return None
        return self.matrix

    def before(self, moment: Moment) -> VectorMatrix | None:
        """Return the copy where it is as new as the moment or can be made so: a newer one cannot."""
        matrix = self.matrix
        if matrix is None or matrix.structure != moment.structure or matrix.generation > moment.generation:
            return None
        return matrix

    def catch_up(self, load: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Begin to read, beside everything else, what `at` did not find or what was too much in passing."""
        if self._behind and not self.stopped.is_set() and (self._beside is None or self._beside.done()):
            self._beside = asyncio.create_task(_without_error(load))

    async def settled(self) -> int:
        """Wait for vectors that are on their way, and return the bytes of memory that those there take."""
        if self._beside is not None:
            await asyncio.shield(self._beside)  # who gives up waiting does not end the reading
        matrix = self.matrix
        return matrix.memory if matrix else 0

    async def stop(self) -> None:
        """Let what is being read end early, and need none any more."""
        self.stopped.set()
        await self.settled()

    def fall_behind(self) -> None:
        """Something is too much to read in passing."""
        self._behind = True

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While all that is missing is read; searches do without."""
        self._reading = True
        try:
            yield
        finally:
            self._searches = 0
            self._reading = self._behind = False

    @contextmanager
    def bounded(self) -> Iterator[None]:
        """Where memory or disk is full, no vectors are kept from now on."""
        try:
            yield
        except (OSError, MemoryError) as error:
            self.matrix = None
            self.stopped.set()
            _log.warning("The vectors find no place beside the index; each search does without: %r", error)


async def _without_error(load: Callable[[], Coroutine[Any, Any, None]]) -> None:
    with suppress(IndexUnavailable):  # whoever searches next is told
        await load()
