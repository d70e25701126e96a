"""The second phase: a vector for every chunk that waits for one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from knowledge.errors import InvalidVector, KnowledgeError, ModelError, ModelRefused, ModelUnreachable
from knowledge.ports import Embedder, Failure, PendingChunk, Store
from knowledge.types import NoteRef

WINDOW = 1_024  # chunks looked at together, so that texts of like length share a batch
BATCH = 32
_PROBE = "notes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """What one run did. `problem` says why it ended early; empty: it did not. `unreachable`: nobody answered."""

    embedded: int = 0
    refused: tuple[Failure, ...] = ()
    problem: str = ""
    unreachable: bool = False


class VectorFiller:
    """Embeds waiting chunks, equal ones once. Every batch is stored at once, so that a killed run loses one batch."""

    def __init__(self, store: Store, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._running = asyncio.Lock()
        self._asked = 0

    async def fill(self, progress: Callable[[int, int], None]) -> Filled:
        """Embed until nothing waits; call `progress(done, total)` in chunks.

        While one call runs, another one returns at once: the running one looks again before it ends.
        Raises IndexUnavailable.
        """
        self._asked += 1
        if self._running.locked():
            return Filled()
        async with self._running:
            run = _Run(self._store, self._embedder, progress)
            try:
                served = 0
                while served < self._asked:
                    served = self._asked
                    await run.pass_over()
                    await self._store.adopt()
            except (ModelError, InvalidVector) as error:
                return run.result(stopped_by=error)
            return run.result()


class _Run:
    def __init__(self, store: Store, embedder: Embedder, progress: Callable[[int, int], None]) -> None:
        self._store = store
        self._embedder = embedder
        self._progress = progress
        self._refused: dict[NoteRef, Failure] = {}
        self._left_out: set[int] = set()
        self._after = 0
        self._embedded = 0
        self._total = 0

    def result(self, *, stopped_by: KnowledgeError | None = None) -> Filled:
        return Filled(
            embedded=self._embedded,
            refused=tuple(self._refused.values()),
            problem=f"{stopped_by} {stopped_by.hint}".strip() if stopped_by else "",
            unreachable=isinstance(stopped_by, ModelUnreachable),
        )

    async def pass_over(self) -> None:
        """Go once through what waits, by id; chunks that come meanwhile have larger ids."""
        self._left_out |= await self._chunks_of_failures()
        while window := await self._store.pending(WINDOW, after=self._after):
            await self._count()
            for batch in _batches([piece for piece in window if piece.id not in self._left_out]):
                await self._embed(batch)
                self._progress(self._embedded, self._total)
            self._after = window[-1].id
        self._progress(self._total, self._total)

    async def _count(self) -> None:
        waiting = await self._store.waiting()
        self._total = max(self._embedded + waiting - len(self._left_out), self._embedded)

    async def _chunks_of_failures(self) -> set[int]:
        """Chunks of notes whose indexed bytes are known to be refused."""
        found: set[int] = set()
        for collection in (await self._store.status()).collections:
            failures = await self._store.failures(collection.name) if collection.errors else ()
            marks = await self._store.fingerprints(collection.name) if failures else {}
            for failure in failures:
                if failure.fingerprint is not None and failure.fingerprint == marks.get(failure.ref.path):
                    found.update(piece.id for piece in await self._store.note_chunks(failure.ref))
        return found

    async def _embed(self, batch: Sequence[PendingChunk]) -> None:
        try:
            vectors = await self._embedder.embed_documents([piece.text for piece in batch])
        except (ModelRefused, InvalidVector) as error:
            await self._split(batch, error)
            return
        if len(vectors) != len(batch):
            raise InvalidVector(
                "The model {model!r} gave {found} vectors for {expected} texts.",
                hint="Nothing of this batch was stored; run `footnote index` again, or use another model.",
                model=self._embedder.model,
                found=len(vectors),
                expected=len(batch),
            )
        await self._store.store_vectors(self._embedder.model, [piece.id for piece in batch], vectors)
        self._embedded += len(batch)

    async def _split(self, batch: Sequence[PendingChunk], error: KnowledgeError) -> None:
        """Halve a refused batch until the chunk that the model cannot take stands alone."""
        if len(batch) > 1:
            middle = len(batch) // 2
            await self._embed(batch[:middle])
            await self._embed(batch[middle:])
            return
        # A wrong key or name refuses every text: then it is no note's fault, and this raises.
        await self._embedder.embed_documents([_PROBE])
        await self._blame(batch[0].id, error)

    async def _blame(self, chunk_id: int, error: KnowledgeError) -> None:
        for piece in await self._store.chunks([chunk_id]):
            marks = await self._store.fingerprints(piece.ref.collection)
            first, last = piece.lines
            message = f"Its text from line {first} to line {last} gets no vector: {error}"
            failure = Failure(ref=piece.ref, message=message, fingerprint=marks.get(piece.ref.path))
            await self._store.record_failure(failure)
            self._refused[piece.ref] = failure


def _batches(window: Sequence[PendingChunk]) -> Iterator[Sequence[PendingChunk]]:
    """Yield batches of texts of like length, one chunk a hash: the store gives its twins the same vector."""
    distinct = {piece.content_hash: piece for piece in window}
    ordered = sorted(distinct.values(), key=lambda piece: len(piece.text), reverse=True)
    for start in range(0, len(ordered), BATCH):
        yield ordered[start : start + BATCH]
