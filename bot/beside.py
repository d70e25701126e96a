"""Work that goes on beside other work, and ends with it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

_log = logging.getLogger(__name__)


@asynccontextmanager
async def beside(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Do this beside everything else for the length of the block; a failure is logged and stops nothing else."""
    task = asyncio.create_task(work)
    task.add_done_callback(_report_end)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


def _report_end(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("Work in the background ended early (%s).", type(error).__name__)
