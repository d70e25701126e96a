"""Trouble on demand: the next calls of a method answer badly, late, or not at all."""

import asyncio
from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Literal

from aiohttp import web

from tests.slack.errors import SlackError

EVERY_METHOD = "*"


class ConnectionDropped(Exception):
    """The caller gets no answer: its connection ends."""


class HttpFailure(Exception):
    """An answer outside the `ok` protocol."""

    def __init__(self, response: web.Response) -> None:
        super().__init__(response.status)
        self.response = response


@dataclass(slots=True)
class Gate:
    """Holds calls until it is opened."""

    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _open: asyncio.Event = field(default_factory=asyncio.Event)

    async def arrived(self) -> None:
        """Until the first call stands at the gate."""
        await self._arrived.wait()

    def open(self) -> None:
        self._open.set()

    async def pass_through(self) -> None:
        self._arrived.set()
        await self._open.wait()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    kind: Literal["rate_limit", "status", "error", "delay", "drop", "hold"]
    # After: the call takes effect first, and only its answer is spoilt.
    after: bool = False
    seconds: float = 0.0
    status: int = 500
    error: str = ""
    gate: Gate | None = None


class Faults:
    """Queues of faults, one per method; `response_url` and `*` (any method) are names too."""

    def __init__(self) -> None:
        self._queues: defaultdict[str, deque[Fault]] = defaultdict(deque)

    def rate_limit(self, method: str, *, retry_after: int = 1, times: int = 1) -> None:
        self._add(method, times, Fault(kind="rate_limit", seconds=retry_after))

    def server_error(self, method: str, *, status: int = 500, times: int = 1, after: bool = False) -> None:
        self._add(method, times, Fault(kind="status", status=status, after=after))

    def error(self, method: str, error: str, *, times: int = 1) -> None:
        self._add(method, times, Fault(kind="error", error=error))

    def delay(self, method: str, *, seconds: float, times: int = 1) -> None:
        self._add(method, times, Fault(kind="delay", seconds=seconds))

    def drop(self, method: str, *, times: int = 1, after: bool = False) -> None:
        """Ends the connection; `after`: the call took effect, and its caller cannot know."""
        self._add(method, times, Fault(kind="drop", after=after))

    def hold(self, method: str, *, times: int = 1, after: bool = False) -> Gate:
        """Calls wait until the returned gate is opened: a delay without a figure. `after`: their answers wait."""
        gate = Gate()
        self._add(method, times, Fault(kind="hold", gate=gate, after=after))
        return gate

    def clear(self) -> None:
        self._queues.clear()

    def next(self, method: str) -> Fault | None:
        for name in (method, EVERY_METHOD):
            if self._queues[name]:
                return self._queues[name].popleft()
        return None

    def _add(self, method: str, times: int, fault: Fault) -> None:
        self._queues[method].extend([fault] * times)


async def suffer(fault: Fault | None, *, after: bool) -> None:
    """Lets `fault` happen if this is its moment.

    Raises:
        SlackError, HttpFailure, ConnectionDropped: what the fault asks for.
    """
    if fault is None or fault.after != after:
        return
    if fault.gate is not None:
        await fault.gate.pass_through()
    elif fault.kind == "delay":
        await asyncio.sleep(fault.seconds)
    else:
        raise _trouble(fault)


def _trouble(fault: Fault) -> Exception:
    if fault.kind == "error":
        return SlackError(fault.error)
    if fault.kind == "drop":
        return ConnectionDropped()
    if fault.kind == "rate_limit":
        headers = {"Retry-After": str(int(fault.seconds))}
        return HttpFailure(web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers=headers))
    return HttpFailure(web.Response(status=fault.status, text="upstream error"))
