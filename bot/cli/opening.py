"""From `--config` to settings and an open knowledge base, imported only when a command runs."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from config.settings import Settings
    from knowledge.base import KnowledgeBase

# Imports inside functions keep `footnote --help` from paying for pydantic, models and drivers.


def configured(config: Path | None, overrides: Mapping[str, object] | None = None) -> Settings:
    """The settings of this run; model keys of the `.env` beside them go where LiteLLM looks. Raises SettingsError."""
    from config.loading import load_model_keys, load_settings

    settings = load_settings(config=config, overrides=overrides)
    os.environ.update(load_model_keys(settings.source, os.environ))
    return settings


@asynccontextmanager
async def opened(config: Path | None, *, write: bool = False) -> AsyncIterator[KnowledgeBase]:
    """The configured knowledge base; `write` creates the index where it is missing. Raises as `open_knowledge`."""
    from bot.compose import open_knowledge
    from knowledge.traces import Origin, asked_from

    async with open_knowledge(configured(config), write=write) as knowledge:
        with asked_from(Origin(surface="cli")):
            yield knowledge
