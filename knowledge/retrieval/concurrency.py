"""Several calls at once, but not too many, and no half-finished ones after a failure."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

MAX_CONCURRENT_CALLS = 4


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
