"""From `--config` to settings and an open knowledge base, imported only when a command runs."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bot.cli.output import USAGE, CommandFailed

if TYPE_CHECKING:
    from config.settings import Settings
    from knowledge.base import KnowledgeBase

# Imports inside functions keep `footnote --help` from paying for pydantic, models and drivers.


def configured(config: Path | None, overrides: Mapping[str, object] | None = None) -> Settings:
    """The settings of this run. Raises SettingsError.

    What else is in the `.env` beside them goes where libraries look: keys of models, a proxy, certificates.
    """
    from config.loading import load_model_keys, load_settings

    settings = load_settings(config=config, overrides=overrides)
    os.environ.update(load_model_keys(settings.source, os.environ))
    authorities = os.environ.get("REQUESTS_CA_BUNDLE")
    if authorities and not os.environ.get("SSL_CERT_FILE"):
        os.environ["SSL_CERT_FILE"] = authorities  # the name that OpenSSL knows
    return settings


@asynccontextmanager
async def opened(config: Path | None, *, write: bool = False) -> AsyncIterator[KnowledgeBase]:
    """The configured knowledge base; `write` creates the index where it is missing.

    Raises as `open_knowledge`, and CommandFailed where no notes are configured.
    """
    from bot.compose import open_knowledge
    from knowledge.traces import Origin, asked_from

    settings = configured(config)
    if not settings.collections:
        raise CommandFailed(
            f"{settings.source} names no notes. Add a [[collections]] table with a name and a path.", USAGE
        )
    async with open_knowledge(settings, write=write) as knowledge:
        with asked_from(Origin(surface="cli")):
            yield knowledge
