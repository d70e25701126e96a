"""`footnote digest`: the digest of duplicates, now."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bot.cli.opening import configured
from bot.cli.options import ConfigOption, JsonOption, chosen_config
from bot.cli.output import people, print_json, printable

if TYPE_CHECKING:
    from bot.digest.composing import Digest, Pair
    from bot.digest.memory import Reported
    from bot.digest.now import Outcome


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(digest)


def digest(
    context: typer.Context,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Compose it, and post nothing.")] = False,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Compose the digest of duplicates now, and post it to the configured channel."""
    outcome = asyncio.run(run(chosen_config(context, config), post=not dry_run))
    if as_json:
        print_json(shape(outcome))
    else:
        show(outcome)


async def run(config: Path | None, *, post: bool) -> Outcome:
    """The digest of this minute."""
    settings = configured(config)  # before what reads the environment while it is imported
    from bot.digest.now import digest_now

    return await digest_now(settings, post=post)


def shape(outcome: Outcome) -> dict[str, Any]:
    """The object that `--json` prints."""
    told = outcome.digest
    return {
        "slot": told.slot,
        "channel": told.channel or None,
        "new": [_pair(told, pair) for pair in told.new],
        "open": [_pair(told, pair) for pair in told.open],
        "resolved": [_resolved(pair) for pair in told.resolved],
        "unanswered": [{"question": one.question, "count": one.count} for one in told.unanswered],
        "posted": bool(outcome.ts),
        "ts": outcome.ts or None,
    }


def show(outcome: Outcome) -> None:
    """The same for people: one line a pair."""
    told, console = outcome.digest, people()
    lines = [f"{len(told.new)} new, {len(told.open)} still open, {len(told.resolved)} resolved"]
    lines += [_line("new", pair) for pair in told.new] + [_line("open", pair) for pair in told.open]
    lines += [f'asked by {one.count} people, not answered: "{one.question}"' for one in told.unanswered]
    lines.append(f"posted to {told.channel}" if outcome.ts else "nothing was posted")
    for line in lines:
        console.print(printable(line), markup=False, soft_wrap=True)


def _pair(told: Digest, pair: Pair) -> dict[str, Any]:
    from knowledge.duplicates.report import Showing, cluster_json

    return cluster_json(pair.cluster, told.notes, Showing()) | {
        "since": pair.since,
        "came_back": pair.came_back or None,
    }


def _resolved(pair: Reported) -> dict[str, Any]:
    members = [{"collection": ref.collection, "file": ref.path} for ref in pair.members]
    return {"id": pair.id, "members": members, "since": pair.slot}


def _line(state: str, pair: Pair) -> str:
    left, right = pair.cluster.members
    places = f"{left.ref.collection}/{left.ref.path} and {right.ref.collection}/{right.ref.path}"
    return f"{state}: {pair.cluster.kind}: {places}"
