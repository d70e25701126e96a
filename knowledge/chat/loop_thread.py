"""An event loop of its own in a thread, so that model traffic never delays the loop that answers Slack."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import deque
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

_log = logging.getLogger(__name__)
_STOP_SECONDS = 5.0


class LoopThread:
    """Runs coroutines on a daemon thread's event loop; the thread starts with the first one."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def submit(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Future[T]:
        """Return a future of the caller's loop; cancelling it cancels the coroutine."""
        return asyncio.wrap_future(asyncio.run_coroutine_threadsafe(coroutine, self._running_loop()))

    async def stop(self) -> None:
        """Cancel what still runs, wait for it to end, and end the thread. Nothing happens if it never started."""
        with self._lock:
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None:
            return
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(_cancel_other_tasks(), loop))
        loop.call_soon_threadsafe(loop.stop)
        await asyncio.to_thread(thread.join, _STOP_SECONDS)

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._loop.set_exception_handler(_log_without_details)
                self._thread = threading.Thread(target=_run, args=(self._loop,), name=self._name, daemon=True)
                self._thread.start()
            return self._loop


class Pipe:
    """Pieces of text from any thread to the loop that made the pipe; what came in a burst is handed over at once."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._pieces: deque[str] = deque()
        self._ready = asyncio.Event()
        self._woken = False
        self._closed = False

    def put(self, piece: str) -> None:
        """Add a piece. Thread-safe for one producer."""
        self._pieces.append(piece)
        if not self._woken:
            self._woken = True
            self._loop.call_soon_threadsafe(self._ready.set)

    def close(self) -> None:
        """No piece will come after this. To be called on the pipe's own loop."""
        self._closed = True
        self._ready.set()

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield all text there is, again and again, until the pipe is closed and empty."""
        while not (self._closed and not self._pieces):
            await self._ready.wait()
            self._ready.clear()
            # First the flag, then the pieces: a piece that comes in between wakes this loop once more.
            self._woken = False
            taken = [self._pieces.popleft() for _ in range(len(self._pieces))]
            if taken:
                yield "".join(taken)
            if self._closed:
                self._ready.set()


def _run(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


async def _cancel_other_tasks() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _log_without_details(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Name the kind of failure only: its text may quote a prompt or a key."""
    _log.debug("a background task of a model call failed: %s", type(context.get("exception")).__name__)
