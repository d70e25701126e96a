"""The command line: one function a command, each importing what it needs when it runs.

`footnote --help` must not pay for a model, a database driver or Slack.
"""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from bot.cli import ask, digest, duplicates, evaluate, examine, forget, index, search, serve, setup, trace, transfer
from bot.cli.options import ConfigOption
from bot.cli.output import exits

app = typer.Typer(
    name="footnote",
    help="Answers from your team's notes, with footnotes.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def show_version(value: bool) -> None:
    """Print the version and stop."""
    if value:
        from importlib.metadata import version

        typer.echo(f"footnote {version('footnote-bot')}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    config: ConfigOption = None,
    version: Annotated[bool, typer.Option("--version", callback=show_version, is_eager=True)] = False,  # noqa: ARG001
) -> None:
    """Answers from your team's notes, with footnotes."""
    context.obj = {"config": config}


for register in (
    setup.register,
    index.register,
    search.register,
    duplicates.register,
    digest.register,
    ask.register,
    serve.register,
    evaluate.register,
    examine.register,
    trace.register,
    forget.register,
    transfer.register,
):
    register(app)


def main() -> None:
    """Run a command; every error raised on purpose becomes a sentence and an exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # for terminals that know few characters
    with exits():
        app(prog_name="footnote")
