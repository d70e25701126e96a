"""What happened, in order, and a way to wait until it did."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")
_SHOWN = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of the Web API (or of a response_url) and its answer."""

    method: str
    arguments: dict[str, Any]
    error: str | None
    at: float = field(default_factory=time.perf_counter)


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A payload that Slack would have refused: always a bug of its sender."""

    method: str
    error: str
    messages: tuple[str, ...]
    arguments: dict[str, Any]


@dataclass(slots=True)
class Journal:
    calls: list[Call] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def notify(self) -> None:
        """Wakes everyone in `wait_for`: something was recorded."""
        self._changed.set()
        self._changed = asyncio.Event()

    def record(self, call: Call) -> None:
        self.calls.append(call)
        self.notify()

    def refuse(self, violation: Violation) -> None:
        self.violations.append(violation)
        self.notify()

    async def wait_for(self, predicate: Callable[[], T], *, timeout_seconds: float) -> T:
        """The first true value of `predicate`, asked again at each record.

        Raises:
            TimeoutError: after `timeout_seconds`; its text lists the latest calls and the violations.
        """
        try:
            async with asyncio.timeout(timeout_seconds):
                while not (value := predicate()):
                    await self._changed.wait()
                return value
        except TimeoutError:
            raise TimeoutError(f"waited {timeout_seconds} s in vain; {self._summary()}") from None

    def _summary(self) -> str:
        calls = [f"{call.method}{f' ({call.error})' if call.error else ''}" for call in self.calls[-_SHOWN:]]
        return f"latest calls: {calls}; violations: {self.violations[-_SHOWN:]}"
