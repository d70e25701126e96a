"""When a model call is tried again, and when its time is up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from knowledge.chat.failures import Failure
from knowledge.errors import ModelError

T = TypeVar("T")

# Two retries; a server's own Retry-After goes before these.
_PAUSES_SECONDS = (0.5, 1.0, None)


async def persist(
    attempt: Callable[[], Awaitable[T]],
    *,
    timeout_seconds: float,
    too_slow: ModelError,
    read: Callable[[Exception], Failure],
    may_repeat: Callable[[], bool] = lambda: True,
) -> T:
    """Run attempts, all within one deadline, until one succeeds or no other can help.

    `too_slow` is raised at the deadline; a ModelError that an attempt raises itself is final. It does not wait for
    a server that asks for more patience than the deadline leaves.
    """
    error = too_slow
    try:
        async with asyncio.timeout(timeout_seconds) as deadline:
            for pause in _PAUSES_SECONDS:
                try:
                    return await attempt()
                except ModelError:
                    raise
                except Exception as problem:  # noqa: BLE001 - LiteLLM and its clients share no base class
                    failure = read(problem)
                error = failure.error
                wait = pause if failure.wait_seconds is None else failure.wait_seconds
                if pause is None or wait is None or not failure.retry or not may_repeat() or _passes(deadline, wait):
                    break
                await asyncio.sleep(wait)
    except TimeoutError:
        error = too_slow
    # Outside of every `except`, so that the server's words are not even in the error's context.
    raise error


def _passes(deadline: asyncio.Timeout, seconds: float) -> bool:
    end = deadline.when()
    return end is not None and asyncio.get_running_loop().time() + seconds >= end
