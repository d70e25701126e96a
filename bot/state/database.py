"""The state database: many writes in one transaction, reads beside them, in a file or on a server."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import dataclass, field

from bot.errors import StateBusy, StateUnavailable, StateUnreachable
from bot.state.engine import Engine, Parameters, Result, Rows, Statement
from bot.state.places import Place, open_engine

MOST_TOGETHER = 128  # writes in one transaction, so that an urgent one never waits for long
# How long what is not urgent waits for a server that is away, and how often that is looked at.
PATIENCE_SECONDS = 20.0
LOOK_SECONDS = 0.25


@dataclass(slots=True, kw_only=True, eq=False)
class _Write:
    statements: tuple[Statement, ...]
    urgent: bool
    outcome: asyncio.Future[list[Rows]]
    since: float = field(default_factory=time.monotonic)


class StateDatabase:
    """Several bots may share it; their transactions come one after the other.

    A transaction ends when the disk has it, which takes longer than everything in it. So writes that come together
    share one. One that cannot be carried out is undone and fails alone. While a server is away, what is urgent fails
    at once, and everything else waits for it.
    """

    def __init__(self, engine: Engine, *, patience_seconds: float = PATIENCE_SECONDS) -> None:
        self._engine = engine
        self._patience_seconds = patience_seconds
        self._urgent: deque[_Write] = deque()
        self._waiting: deque[_Write] = deque()
        self._flushing: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls, place: Place, *, connections: int = 2, statement_timeout_seconds: float = 5.0
    ) -> StateDatabase:
        """Open or create it. `connections`: of a server, that read at the same time; one more writes.

        Raises StateUnavailable, StateTooNew.
        """
        database = cls(
            await open_engine(place, connections=connections, statement_timeout_seconds=statement_timeout_seconds)
        )
        try:
            await database.check()
        except StateBusy:  # that passes
            pass
        except BaseException:
            await database.close()
            raise
        return database

    @property
    def several(self) -> bool:
        """Whether bots on several machines may share it."""
        return self._engine.several

    def shared(self, seconds: float) -> float:
        """A moment of this machine's clock, by the clock that all bots share: leases are told by that one."""
        return seconds + self._engine.ahead_seconds

    async def check(self) -> None:
        """Write something and take it away again. Raises StateUnavailable where nothing can be written now."""
        await self.write(
            Statement(sql="INSERT INTO deliveries (id, started_at) VALUES ('check', 0) ON CONFLICT DO NOTHING"),
            Statement(sql="DELETE FROM deliveries WHERE id = 'check'"),
        )

    async def write(self, *statements: Statement, urgent: bool = False) -> list[Rows]:
        """Carry the statements out together and in order; each one's rows. Raises StateUnavailable.

        When it returns, they outlive a crash and a loss of power. `urgent`: before everything that waits.
        """
        write = _Write(statements=statements, urgent=urgent, outcome=asyncio.get_running_loop().create_future())
        (self._urgent if urgent else self._waiting).append(write)
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush())
        return await write.outcome

    async def execute(self, sql: str, parameters: Parameters = ()) -> Rows:
        """Write with a single statement; the rows that it returns. Raises StateUnavailable."""
        (rows,) = await self.write(Statement(sql=sql, parameters=parameters))
        return rows

    async def fetch(self, sql: str, parameters: Parameters = ()) -> Rows:
        """Rows of a statement that only reads. Raises StateUnavailable."""
        since = time.monotonic()
        while True:
            try:
                return await self._engine.fetch(sql, parameters)
            except StateUnreachable:
                if not self._may_wait(since):
                    raise
            await asyncio.sleep(LOOK_SECONDS)

    async def tell(self, text: str) -> bool:
        """Tell every other bot; False where bots cannot tell each other anything. Raises StateUnavailable."""
        notice = self._engine.notice(text)
        if notice is not None:
            await self.write(notice)
        return notice is not None

    def news(self) -> AsyncGenerator[str]:
        """What bots tell, for ever, this one included. What is told while the server is away is missed."""
        return self._engine.news()

    async def settle(self) -> None:
        """Take what was deleted out of logs of the engine's own too, as far as nobody reads it just now."""
        await self._engine.settle()

    async def close(self) -> None:
        """Finish what waits to be written, if that is possible now, and close every connection."""
        self._patience_seconds = 0.0
        if self._flushing is not None:
            await self._flushing
        await self._engine.close()

    async def _flush(self) -> None:
        try:
            while self._urgent or self._waiting:
                if not await self._flush_together():
                    await asyncio.sleep(LOOK_SECONDS)
        finally:
            self._flushing = None

    async def _flush_together(self) -> bool:
        """Carry out the next writes; whether they need not be tried again."""
        batch = list(self._taken())
        results: Sequence[Result | Exception]
        try:
            results = await self._engine.transact([write.statements for write in batch])
        except StateUnavailable as error:
            results = [error] * len(batch)
        except Exception:  # noqa: BLE001 - such as a text that no driver can send: whose it is, nobody says
            results = [await self._alone(write) for write in batch]
        again = []
        for write, result in zip(batch, results, strict=True):
            if write.outcome.done():
                continue
            if isinstance(result, StateUnreachable) and not write.urgent and self._may_wait(write.since):
                again.append(write)
            elif isinstance(result, Exception):
                write.outcome.set_exception(result)
            else:
                write.outcome.set_result(result)
        self._waiting.extendleft(reversed(again))
        return not again

    async def _alone(self, write: _Write) -> Result | Exception:
        """What this write gives in a transaction of its own, or why it cannot be carried out."""
        try:
            (result,) = await self._engine.transact([write.statements])
        except Exception as error:  # noqa: BLE001 - handed to the one who waits for it
            return error
        return result

    def _taken(self) -> Iterator[_Write]:
        """The next writes, urgent ones first, each kind in its order."""
        for _ in range(MOST_TOGETHER):
            queue = self._urgent or self._waiting
            if not queue:
                return
            yield queue.popleft()

    def _may_wait(self, since: float) -> bool:
        return time.monotonic() - since < self._patience_seconds
