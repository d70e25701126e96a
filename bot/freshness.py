"""Keeping the index equal to the notes while the bot runs: folders are watched, git remotes are pulled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

from bot.beside import beside
from bot.health import Check, Probe
from bot.leading import Duty
from knowledge.base import KnowledgeBase
from knowledge.errors import KnowledgeError
from knowledge.indexing import SyncReport, watch
from knowledge.remarks import Remark, joined
from knowledge.remotes import Source, keep_pulled

_log = logging.getLogger(__name__)


async def keep_fresh(knowledge: KnowledgeBase) -> None:
    """One run for what changed while nobody watched, and one for each change; what fails is tried again."""
    names = [collection.name for collection in knowledge.library.collections]
    await watch(knowledge.indexer, asyncio.Event(), report_run, undone=names)


async def keep_all(
    knowledge: KnowledgeBase, sources: Sequence[Source], *, every_seconds: float, duty: Duty | None
) -> None:
    """Pull the notes that come from git and index what changed, until cancelled.

    With a duty, index only while this bot has it. Each bot pulls: links name the commit that lies here.
    """
    indexing = asyncio.Event()

    async def fresh() -> None:
        indexing.set()
        try:
            await keep_fresh(knowledge)
        finally:
            indexing.clear()

    async def pulled(name: str) -> bool:
        return not indexing.is_set() or await index_one(knowledge, name)

    async with beside(keep_pulled(sources, pulled, every_seconds=every_seconds)):
        await (duty.do(fresh) if duty else fresh())


async def index_one(knowledge: KnowledgeBase, name: str) -> bool:
    """Bring the index of one collection up to date; whether all of it was done."""
    try:
        report = await knowledge.sync(collections=[name])
    except KnowledgeError as error:
        _log.warning("The notes of %s could not be indexed yet: %s %s", name, error, error.hint)
        return False
    report_run(report)
    return not report.problems


def report_run(report: SyncReport) -> None:
    """Numbers only: names of notes stay out of the log."""
    for part in report.collections:
        _log.info(
            "Indexed %s: %d notes, %d read, %d skipped, %d errors.",
            part.name,
            part.matched,
            part.read,
            len(part.skipped),
            len(part.errors),
        )
    for problem in report.problems:
        _log.warning("Indexing: %s", problem)


def remote_probes(sources: Sequence[Source]) -> Mapping[str, Probe]:
    """How the git remotes fare, where there are any; without them the bot answers from the last good notes."""

    async def remotes() -> Check:
        ailing = [one.checkout.condition().problem for one in sources]
        return Check(ok=True, detail=joined(ailing) or Remark("{count} answering", count=len(sources)))

    return {"remotes": remotes} if sources else {}
