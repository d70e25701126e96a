"""`footnote eval`: how well the search finds what it should, and what other settings change."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from bot.cli.opening import configured
from bot.cli.options import ConfigOption, JsonOption, chosen_config
from bot.cli.output import USAGE, CommandFailed, exit_code, people, print_json
from knowledge.errors import KnowledgeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from knowledge.evaluation import Report, Run

Mode = Literal["lexical", "dense", "hybrid", "plus"]
MOST = 100  # notes that a ranking holds


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="eval")(evaluate)


def evaluate(
    context: typer.Context,
    dataset: Annotated[
        Path,
        typer.Argument(
            help='A BEIR folder, or a .jsonl of {"query", "answers": [file, ...]} a line over the configured notes.'
        ),
    ],
    limit: Annotated[int, typer.Option("-k", min=1, max=MOST, help="Depth of the judged list.")] = 10,
    mode: Annotated[Mode, typer.Option("--mode", help="Which lists are searched.")] = "hybrid",
    compare: Annotated[
        tuple[Path, Path] | None,
        typer.Option(
            "--compare", metavar="A.toml B.toml", help="Two settings files; what B wins and loses against A."
        ),
    ] = None,
    max_p95_ms: Annotated[
        float | None, typer.Option("--max-p95-ms", min=0, help="Exit 1 where a search takes longer at p95.")
    ] = None,
    refresh: Annotated[bool, typer.Option("--refresh", help="Measure again, whatever an equal run found.")] = False,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Measure nDCG, recall, precision and MRR on judged questions, or compare two settings files on them."""
    chosen = chosen_config(context, config)
    if compare and chosen:
        raise CommandFailed("--compare names both settings files; leave --config out.", USAGE)
    runs = asyncio.run(measured(compare or (chosen,), dataset, mode, refresh=refresh))
    if compare:
        reports = show_both(compare, runs, limit, as_json=as_json)
    else:
        reports = [show_one(runs[0], limit, as_json=as_json)]
    for path, report in zip(compare or ("",), reports, strict=True):
        check_latency(report, max_p95_ms, f"{path}: the" if path else "The")


async def measured(configs: tuple[Path | None, ...], source: Path, mode: Mode, *, refresh: bool) -> list[Run]:
    """One run of the set for each settings file."""
    from bot.cli.progress import counting
    from bot.judging import judge
    from knowledge.evaluation import load_dataset

    dataset, runs = load_dataset(source), []
    with counting() as count:
        for config in configs:
            settings = configured(config)
            if mode == "plus" and settings.retrieval.plan == "off":
                raise CommandFailed(
                    f"{settings.source}: retrieval.plan is off; mode plus needs auto or always.", USAGE
                )
            try:
                runs.append(await judge(settings, dataset, mode=mode, refresh=refresh, count=count))
            except KnowledgeError as error:
                if len(configs) == 1:
                    raise
                raise CommandFailed(f"{config}: {error} {error.hint}", exit_code(error)) from error
    return runs


def show_one(run: Run, k: int, *, as_json: bool) -> Report:
    """Print the figures of one run."""
    from knowledge.evaluation import report_of

    report = report_of(run, k=k)
    if as_json:
        print_json(report.as_json())
    else:
        from bot.cli.figures import show_report

        show_report(people(), report)
    return report


def show_both(configs: tuple[Path, Path], runs: Sequence[Run], k: int, *, as_json: bool) -> list[Report]:
    """Print two runs side by side, and what lies between them; a win is the second settings file's."""
    from knowledge.evaluation import compare, report_of

    reports = [report_of(run, k=k) for run in runs]
    comparison = compare(*runs, k=k)
    if as_json:
        a, b = ({"config": str(path), **each.as_json()} for path, each in zip(configs, reports, strict=True))
        same = {name: a[name] for name in ("dataset", "mode", "queries")}
        print_json({**same, "a": a, "b": b, **comparison.as_json()})
    else:
        from bot.cli.figures import show_comparison

        names = (f"{letter} {path}" for letter, path in zip("AB", configs, strict=True))
        show_comparison(people(), comparison, dict(zip(names, reports, strict=True)))
    return reports


def check_latency(report: Report, most: float | None, about: str) -> None:
    """Raise CommandFailed where the search took longer at p95 than `most` milliseconds."""
    if most is None or report.latency.p95 <= most:
        return
    when = " in an earlier, equal run (--refresh measures again)" if report.cached else ""
    raise CommandFailed(
        f"{about} search took {report.latency.p95:.1f} ms at p95{when}; --max-p95-ms allows {most:g}."
    )
