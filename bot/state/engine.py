"""What a database of the state is asked to do, whichever it is."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from bot.errors import StateUnavailable

Parameters: TypeAlias = Sequence[Any] | Mapping[str, Any]
Rows: TypeAlias = list[tuple[Any, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One SQL statement; with `many`, its parameters are a sequence of parameters and it returns no rows.

    One text for every engine, in the words of `bot.state.spelling`.
    """

    sql: str
    parameters: Any = ()
    many: bool = False


Result: TypeAlias = list[Rows] | StateUnavailable


class Engine(Protocol):
    """A database whose schema is up to date. Only one `transact` runs at a time.

    `several`: whether bots on several machines may share it.
    """

    several: bool

    @property
    def ahead_seconds(self) -> float:
        """By how much the clock that all bots share is ahead of this machine's."""
        ...

    async def transact(self, writes: Sequence[Sequence[Statement]]) -> list[Result]:
        """Carry all writes out in one transaction; what each gave, or why it alone was undone.

        When it returns, they outlive a crash and a loss of power. Transactions of all bots come one after the other.
        Raises StateUnreachable where surely none is kept, StateUnsure where nobody knows, StateUnavailable.
        """
        ...

    async def fetch(self, sql: str, parameters: Parameters) -> Rows:
        """Rows of a statement that only reads. Raises StateUnavailable."""
        ...

    def notice(self, text: str) -> Statement | None:
        """What a write tells every other bot with it, once it is kept; None where bots cannot tell each other."""
        ...

    def news(self) -> AsyncGenerator[str]:
        """The notices of other bots, and our own, for ever. What is told while a connection is away is missed."""
        ...

    async def settle(self) -> None:
        """Take what was deleted out of logs of the engine's own too, as far as nobody reads it just now."""
        ...

    async def close(self) -> None:
        """Close every connection."""
        ...
