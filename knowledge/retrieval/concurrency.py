"""Several calls at once, but not too many, and no half-finished ones after a failure."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
U = TypeVar("U")

MAX_CONCURRENT_CALLS = 4
# More at once would finish no sooner, and each thread at work delays the event loop.
SEARCHES_AT_ONCE = 4


async def gather_bounded(
    calls: Sequence[Callable[[], Awaitable[T]]], *, limit: int = MAX_CONCURRENT_CALLS
) -> list[T]:
    """Results by the index of their call, at most `limit` running at once.

    The first failure cancels the other calls, waits for them to end, and is the one that is raised.
    """
    gate = asyncio.Semaphore(limit)

    async def run(call: Callable[[], Awaitable[T]]) -> T:
        async with gate:
            return await call()

    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(run(call)) for call in calls]
    except BaseExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return [task.result() for task in tasks]


async def both(left: Coroutine[Any, Any, T], right: Coroutine[Any, Any, U]) -> tuple[T, U]:
    """The results of two calls that run at the same time. The first failure is raised, as by `gather_bounded`."""
    try:
        async with asyncio.TaskGroup() as group:
            first, second = group.create_task(left), group.create_task(right)
    except BaseExceptionGroup as failures:
        raise failures.exceptions[0] from None
    return first.result(), second.result()
