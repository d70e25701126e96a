"""`footnote forget`: delete everything that is kept of one person."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bot.cli.opening import configured
from bot.cli.options import ConfigOption, JsonOption, chosen_config
from bot.cli.output import USAGE, CommandFailed, people, print_json

if TYPE_CHECKING:
    from bot.state.personal import Removed
    from config.settings import Settings

_USER = re.compile(r"[UW][A-Z0-9]+")
_TEAM = re.compile(r"[TE][A-Z0-9]+")
_LABELS = {
    "turns": "turns of conversations",
    "unanswered": "questions without an answer",
    "requests": "texts of requests",
    "dismissals": "dismissed duplicates, now without a name",
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(forget)


def forget(
    context: typer.Context,
    user: Annotated[
        str, typer.Argument(help="The user id, as Copy member ID in the person's Slack profile gives it.")
    ],
    team: Annotated[str, typer.Option("--team", metavar="ID", help="In this workspace (T...) alone.")] = "",
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Delete what is kept of a person: questions, answers, searches, conversations, feedback, traces."""
    if not _USER.fullmatch(user):
        raise CommandFailed(f"{user!r} is no user id. Use the id from the Slack profile, such as U012AB3CD.", USAGE)
    if team and not _TEAM.fullmatch(team):
        raise CommandFailed(f"{team!r} is no workspace id. It begins with T, such as T012AB3CD.", USAGE)
    removed = asyncio.run(run(configured(chosen_config(context, config)), user, team))
    if as_json:
        print_json(shape(user, removed))
    else:
        show(user, removed)


async def run(settings: Settings, user: str, team: str) -> Removed:
    """Delete it. Raises StateUnavailable, TracesUnavailable."""
    from bot.privacy import forget_now

    state, traces, home = settings.conversation.database, settings.traces.database, settings.oauth.home
    return await forget_now(state, traces, user, team=team, home=home)


def shape(user: str, removed: Removed) -> dict[str, Any]:
    """The object that `--json` prints."""
    return {"user": user, "removed": dict(removed.counts), "in_progress": removed.in_progress}


def show(user: str, removed: Removed) -> None:
    """The same for people, one line for each kind of which there was something."""
    console = people()
    console.print(f"Of {user} was deleted:", markup=False)
    for name, count in removed.counts.items():
        if count:
            console.print(f"  {count:,} {_LABELS.get(name, name)}", markup=False)
    if not any(removed.counts.values()):
        console.print("  nothing, since nothing was kept", markup=False)
    if removed.in_progress:
        console.print(f"{removed.in_progress} requests are being answered just now: repeat this when they are done.")
