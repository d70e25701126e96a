"""A small office: its notes and settings, and `footnote serve` over them with a chat model that the test scripts."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.model_server import ModelServer
from tests.scenarios.world import World

KEY = "sk-of-nobody"
VACATION = """---
title: Vacation
---
# Vacation

You get 28 paid vacation days per calendar year. <!channel> must know.

## Carrying over

Up to 5 unused vacation days carry over into the next year.
"""
SETTINGS = """
[slack]
http_port = {port}
http_drain_seconds = 0
mode = "{mode}"

[[collections]]
name = "handbook"
path = "notes"

[[collections]]
name = "board"
path = "board"
users = ["{boss}"]

[traces]
enabled = true
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    world: World
    model: ModelServer


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def write_office(folder: Path, *, mode: str, boss: str) -> Path:
    """Two folders of notes and the settings for them; returns the settings' path."""
    for name, text in (
        ("notes/vacation.md", VACATION),
        ("board/merger.md", "# Merger\n\nThe merger closes in May.\n"),
    ):
        (folder / name).parent.mkdir()
        (folder / name).write_text(text)
    settings = folder / "footnote.toml"
    settings.write_text(SETTINGS.format(port=free_port(), mode=mode, boss=boss))
    return settings


@asynccontextmanager
async def office_with_model(folder: Path, *more: str, **environment: str) -> AsyncIterator[Office]:
    """The office, served with a model; `more` are the texts of notes beside its own one."""
    with ModelServer() as model:
        async with World.open(folder) as world:
            settings = write_office(folder, mode="socket", boss=world.slack.add_user("boss"))
            for number, text in enumerate(more):
                (folder / "notes" / f"more-{number}.md").write_text(text)
            environment |= {
                "FOOTNOTE_CHAT__MODEL": "openai/test",
                "FOOTNOTE_CHAT__API_BASE": model.base_url,
                "OPENAI_API_KEY": KEY,
            }
            await world.serve(settings, f"handbook: {len(more) + 1} notes", environment=environment)
            yield Office(world=world, model=model)
