"""`footnote trace`: what a question ran, how long each stage took, and what it found."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.opening import configured
from bot.cli.options import ConfigOption, JsonOption, chosen_config
from bot.cli.output import USAGE, CommandFailed, people, print_json

if TYPE_CHECKING:
    from config.settings import Settings
    from knowledge.traces.shapes import Json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(trace)


def trace(
    context: typer.Context,
    trace_id: Annotated[str, typer.Argument(metavar="[ID]", help="One trace; none: the latest ones.")] = "",
    limit: Annotated[int, typer.Option("-n", "--number", min=1, max=1_000, help="How many of the latest.")] = 20,
    not_helpful: Annotated[bool, typer.Option("--not-helpful", help="Only those that somebody found so.")] = False,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Show what a question ran and found, or list the latest questions."""
    settings = configured(chosen_config(context, config))
    check_recorded(settings)
    if trace_id:
        show_one(settings, trace_id, as_json=as_json)
    else:
        show_latest(settings, limit, not_helpful=not_helpful, as_json=as_json)


def check_recorded(settings: Settings) -> None:
    """Raise CommandFailed where nothing is recorded and nothing was."""
    if not settings.traces.enabled and not settings.traces.database.exists():
        raise CommandFailed(
            "Traces are off. Set `enabled = true` under [traces]; questions after that have one.", USAGE
        )


def show_one(settings: Settings, trace_id: str, *, as_json: bool) -> None:
    """One trace as JSON or as a tree. Raises CommandFailed for an unknown id."""
    from bot.traces import trace_of

    found = asyncio.run(trace_of(settings, trace_id))
    if found is None:
        raise CommandFailed(f"There is no trace {trace_id!r}. `footnote trace` lists the latest ones.", USAGE)
    if as_json:
        print_json(found)
        return
    from bot.cli.tree import show_trace

    show_trace(people(), found)


def show_latest(settings: Settings, limit: int, *, not_helpful: bool, as_json: bool) -> None:
    """Traces without their stages as JSON, or one a line."""
    from bot.traces import latest_traces

    found = asyncio.run(latest_traces(settings, limit, not_helpful=not_helpful))
    if as_json:
        print_json([_without_stages(each) for each in found])
        return
    from bot.cli.tree import show_traces

    show_traces(people(), found)


def _without_stages(found: Json) -> Json:
    return {name: value for name, value in found.items() if name != "stages"}
