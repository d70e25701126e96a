"""Notes as an open knowledge base, its index kept between runs."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.compose import open_knowledge
from bot.demo import toml_string
from config.loading import load_settings
from config.location import cache_folder
from config.settings import Settings
from knowledge.base import KnowledgeBase
from knowledge.store.schema import MIGRATIONS

ROOT = Path(__file__).parents[2]
EVERY_NOTE = ("**/*.md",)
COLLECTION = "notes"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenNotes:
    """Indexed notes, and the file that holds the index for those who read it without Footnote."""

    knowledge: KnowledgeBase
    database: Path


def kept() -> Path:
    """Where indexes and unpacked notes lie between runs."""
    return cache_folder("bench", environ=os.environ)


def settings_over(notes: Path, folder: Path, *, include: Sequence[str] = EVERY_NOTE) -> Settings:
    """Default settings over one folder of notes, everything written in `folder`; every search is run anew."""
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "footnote.toml"
    globs = ", ".join(map(toml_string, include))
    config.write_text(
        f'[[collections]]\nname = "{COLLECTION}"\npath = {toml_string(str(notes))}\ninclude = [{globs}]\n'
        "[retrieval]\ncached_searches = 0\n"
        '[index]\ndatabase = "index.db"\n[conversation]\ndatabase = "state.db"\n[traces]\ndatabase = "traces.db"\n',
        encoding="utf-8",
    )
    return load_settings(config=config, environ={})


async def index(settings: Settings) -> None:
    """`footnote index`, however long it takes."""
    command = (sys.executable, "-m", "bot", "index", "--config", str(settings.source))
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stderr=asyncio.subprocess.DEVNULL)
    if await process.wait():
        raise RuntimeError("The notes could not be indexed.")


@asynccontextmanager
async def indexed(notes: Path, *, include: Sequence[str] = EVERY_NOTE) -> AsyncIterator[OpenNotes]:
    """Every note of an absolute folder, read anew by today's code; equal chunks keep the vector of a former run."""
    # By schema too: an index that another state of the code began is not opened.
    name = hashlib.sha256(repr((str(notes), tuple(include), MIGRATIONS)).encode()).hexdigest()[:16]
    settings = settings_over(notes, kept() / name, include=include)
    async with open_knowledge(settings, write=True) as knowledge:
        report = await knowledge.sync(full=True)
        for problem in report.problems:
            raise RuntimeError(f"The notes could not be indexed whole: {problem}")
        yield OpenNotes(knowledge=knowledge, database=settings.index.database)
