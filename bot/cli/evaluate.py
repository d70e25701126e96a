"""`footnote eval`: how well the search finds what it should."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from bot.cli.opening import configured
from bot.cli.options import ConfigOption, JsonOption, chosen_config
from bot.cli.output import USAGE, CommandFailed, people, print_json

Mode = Literal["lexical", "dense", "hybrid", "plus"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="eval")(evaluate)


def evaluate(
    context: typer.Context,
    dataset: Annotated[Path, typer.Argument(help="A BEIR folder, or a questions.jsonl over the configured notes.")],
    limit: Annotated[int, typer.Option("-k", min=1, max=1000, help="Depth of the judged list.")] = 10,
    mode: Annotated[Mode, typer.Option("--mode", help="Which lists are searched.")] = "hybrid",
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Measure nDCG, recall, precision and MRR on judged questions."""
    result = asyncio.run(run(chosen_config(context, config), dataset, limit, mode))
    if as_json:
        print_json(result)
        return
    console = people()
    for name, value in result.items():
        console.print(f"{name:<16} {value:.4f}" if isinstance(value, float) else f"{name:<16} {value}", markup=False)


async def run(config: Path | None, source: Path, limit: int, mode: Mode) -> dict[str, Any]:
    """The report of one set, as `--json` prints it."""
    from bot.cli.progress import progress_bar
    from bot.judging import judge

    if mode == "plus":
        raise CommandFailed("Mode plus (query rewriting) is not part of this version; use hybrid.", USAGE)
    with progress_bar() as progress:
        report = await judge(configured(config), source, k=limit, mode=mode, progress=progress)
    return report.as_json()
