"""`footnote init`: write the settings file and the Slack app's manifest, and say what comes next."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.output import people


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(init)


def init(
    directory: Annotated[Path, typer.Argument(help="Where to write; created if missing.")] = Path(),
    manifest_only: Annotated[
        bool, typer.Option("--manifest", help="Only the manifest, for the footnote.toml that is there.")
    ] = False,
) -> None:
    """Write a commented footnote.toml and the Slack app's manifest."""
    from config.starter import write_starter_config

    if manifest_only:
        people().print(f"Wrote {manifest_for(directory)}.", markup=False, soft_wrap=True)
        return
    settings, manifest = write_starter_config(directory)
    console = people()
    console.print(f"Wrote {settings} and {manifest}.", markup=False, soft_wrap=True)
    for step in next_steps(settings, manifest):
        console.print(step, markup=False, soft_wrap=True)


def manifest_for(directory: Path) -> Path:
    """Write the manifest that the settings in that folder ask for: commands, sites of links, the bot's address."""
    from bot.cli.opening import configured
    from bot.slack_app import link_domains
    from config.location import FILE_NAME
    from config.starter import write_manifest

    settings = configured(directory / FILE_NAME)
    commands = (settings.slack.ask_command, settings.slack.search_command)
    address = settings.oauth.address if settings.oauth.workspaces else ""
    return write_manifest(
        directory,
        domains=link_domains(settings),
        commands=commands,
        address=address,
        by_http=settings.slack.mode == "http",
    )


def next_steps(settings: Path, manifest: Path) -> tuple[str, ...]:
    """From a fresh settings file to a bot in Slack."""
    option = "" if settings.parent.resolve() == Path.cwd() else f" --config {shlex.quote(str(settings))}"
    return (
        f"1. Name your folders of notes in {settings} ([[collections]]).",
        f"2. footnote index{option}",
        f'3. footnote ask{option} "what do our notes say about ...?"',
        f"4. For Slack: create an app at api.slack.com/apps from {manifest} and install it.",
        "5. Put its SLACK_BOT_TOKEN and SLACK_APP_TOKEN into a .env file beside the settings.",
        f"6. footnote doctor{option}, then footnote serve{option}",
    )
