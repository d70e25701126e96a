"""`footnote serve`: the bot."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Literal

import typer

from bot.cli.opening import configured
from bot.cli.options import ConfigOption, chosen_config

Mode = Literal["socket", "http"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(serve)


def serve(
    context: typer.Context,
    mode: Annotated[Mode | None, typer.Option("--mode", help="Instead of slack.mode in the settings.")] = None,
    config: ConfigOption = None,
) -> None:
    """Run the bot until it is told to stop."""
    asyncio.run(run(chosen_config(context, config), mode))


async def run(config: Path | None, mode: Mode | None) -> None:
    """The bot over the configured notes."""
    # Before what reads the environment while it is imported.
    settings = configured(config, {"slack.mode": mode} if mode else None)
    from bot.logs import log_to_stderr
    from bot.running import run_bot

    log_to_stderr(settings.log.lines)
    await run_bot(settings)
