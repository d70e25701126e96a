"""All remotes of a library: pulled once, or again and again beside everything else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from knowledge.errors import RemoteBusy, RemoteUnavailable
from knowledge.faults import fault
from knowledge.remotes.checkout import Checkout
from knowledge.remotes.pulling import pull, tidy
from knowledge.remotes.remote import Bounds, Remote

# Brings the index of the named collection up to date; whether all of it was done.
Index = Callable[[str], Awaitable[bool]]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A remote, where it lies on this machine, and what bringing it may take."""

    remote: Remote
    checkout: Checkout
    bounds: Bounds


async def pull_all(sources: Iterable[Source]) -> tuple[str, ...]:
    """Bring each up to date; a sentence with its fix for each that could not be. The others are not held up."""
    problems = await asyncio.gather(*(_attempt(source) for source in sources))
    return tuple(filter(None, problems))


async def tidy_all(sources: Iterable[Source]) -> None:
    """Remove what lies of earlier commits, once the current ones were indexed; what fails is left for later."""
    for source in sources:
        with suppress(RemoteUnavailable, OSError):
            await tidy(source.remote, source.checkout, source.bounds)


async def keep_pulled(sources: Sequence[Source], index: Index, *, every_seconds: float) -> None:
    """Pull each of them now and every so often, and have what changed indexed, until cancelled."""
    async with asyncio.TaskGroup() as group:
        for source in sources:
            group.create_task(_keep(source, index, every_seconds))


async def _keep(source: Source, index: Index, every_seconds: float) -> None:
    name, told, indexed = source.remote.name, "", ""
    while True:
        problem = await _attempt(source)
        if problem != told:
            told = problem
            _log.warning("%s", told) if told else _log.info("The remote of %s answers again.", name)
        # Whoever brought it here: another process may have, and have had no turn to index it.
        commit = source.checkout.commit()
        if commit != indexed and await _indexed(name, index):
            indexed = commit
            _log.info("The notes of %s are those of %s now.", name, commit)
            await tidy_all([source])
        await asyncio.sleep(every_seconds)


async def _indexed(name: str, index: Index) -> bool:
    try:
        return await index(name)
    except Exception as error:  # noqa: BLE001 - as in `_attempt`
        _log.error("The notes of %s could not be indexed: %s", name, fault(error))
        return False


async def _attempt(source: Source) -> str:
    """Pull; the sentence about what kept it from that, empty where nothing did."""
    try:
        await pull(source.remote, source.checkout, source.bounds)
    except RemoteBusy:
        return ""
    except RemoteUnavailable as error:
        return f"{error} {error.hint} {_kept(source.checkout)}"
    except Exception as error:  # noqa: BLE001 - whatever it is, the next time and the other remotes must still come
        _log.error("The remote of %s could not be pulled: %s", source.remote.name, fault(error))
        return f"The remote of {source.remote.name} could not be pulled. {_kept(source.checkout)}"
    return ""


def _kept(checkout: Checkout) -> str:
    commit = checkout.commit()
    return f"The notes stay those of {commit[:10]}." if commit else "None of its notes are here yet."
