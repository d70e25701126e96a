"""The demo: the sample notes, indexed on the first run, without Slack, without a key."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

from rich.console import Console

from bot.cli.progress import progress_bar
from bot.compose import open_knowledge
from bot.local import answer_once, converse
from config.loading import load_settings
from config.settings import Settings

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


async def run_demo(question: str) -> None:
    """Answer `question` once; without one open a session."""
    settings = demo_settings(cache_folder())
    console = Console(highlight=False)
    async with open_knowledge(settings, write=True) as knowledge:
        with progress_bar() as progress:
            await knowledge.sync(progress=progress)
        if question:
            await answer_once(knowledge, question, console)
            return
    await converse(settings)


def demo_settings(folder: Path) -> Settings:
    """Settings over the sample notes, their index in `folder`; the environment's are left alone."""
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "footnote.toml"
    notes = Path(str(files("bot").joinpath("sample_notes"))).resolve()
    config.write_text(SETTINGS.format(notes=toml_string(str(notes))), encoding="utf-8")
    return load_settings(config=config, environ={})


def cache_folder() -> Path:
    """Where the demo keeps its index."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "footnote" / "demo"


def toml_string(text: str) -> str:
    """A TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
