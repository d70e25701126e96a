"""`footnote serve`: the bot."""

from __future__ import annotations

import asyncio
import logging
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.options import ConfigOption, chosen_config


class Mode(StrEnum):
    """How Slack reaches the bot."""

    SOCKET = "socket"
    HTTP = "http"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(serve)


def serve(
    context: typer.Context,
    mode: Annotated[Mode | None, typer.Option("--mode", help="Instead of slack.mode in the settings.")] = None,
    config: ConfigOption = None,
) -> None:
    """Run the bot until it is told to stop."""
    log_to_stderr()
    asyncio.run(run(chosen_config(context, config), mode))


async def run(config: Path | None, mode: Mode | None) -> None:
    """The bot over the configured notes."""
    from bot.running import run_bot  # noqa: PLC0415
    from config.loading import load_settings  # noqa: PLC0415

    overrides = {"slack.mode": mode.value} if mode else {}
    await run_bot(load_settings(config=config, overrides=overrides))


def log_to_stderr() -> None:
    """One line an event, for whoever collects them; libraries below warnings stay silent."""
    logging.basicConfig(
        level=logging.WARNING, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s %(message)s"
    )
    for ours in ("bot", "knowledge"):
        logging.getLogger(ours).setLevel(logging.INFO)
