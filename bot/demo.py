"""The demo: the sample notes, indexed on the first run, without Slack, without a key."""

from __future__ import annotations

import asyncio
import os
from importlib.resources import files
from pathlib import Path

from rich.console import Console

from bot.cli.progress import progress_bar
from bot.cli.view import show_answer
from bot.compose import open_knowledge
from bot.local import converse
from config.loading import load_settings
from config.location import cache_folder
from config.settings import Settings
from knowledge.types import OPERATOR

SETTINGS = """\
[[collections]]
name = "brambleway"
path = {notes}

[index]
database = "index.db"

[conversation]
database = "state.db"

[traces]
database = "traces.db"
"""


def run_demo(question: str) -> None:
    """Answer `question` once; without one open a session."""
    settings = demo_settings(cache_folder("demo", environ=os.environ))
    asyncio.run(index_and_answer(settings, question))
    if not question:
        converse(settings)


async def index_and_answer(settings: Settings, question: str) -> None:
    """Bring the index up to date; answer on stdout where there is a question."""
    async with open_knowledge(settings, write=True) as knowledge:
        with progress_bar() as progress:
            await knowledge.sync(progress=progress)
        if question:
            show_answer(Console(highlight=False), await knowledge.ask(knowledge.parse(question, OPERATOR)))


def demo_settings(folder: Path) -> Settings:
    """Settings over the sample notes, their index in `folder`; the environment's are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "footnote.toml"
    notes = Path(str(files("bot").joinpath("sample_notes"))).resolve()
    config.write_text(SETTINGS.format(notes=toml_string(str(notes))), encoding="utf-8")
    return load_settings(config=config, environ={})


def toml_string(text: str) -> str:
    """A TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
