"""`footnote index` and `footnote status`: bring the index up to date, and say what it holds."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import shapes
from bot.cli.opening import configured, opened
from bot.cli.options import CollectionOption, ConfigOption, JsonOption, chosen_config
from bot.cli.output import FAILED, UNREACHABLE, people, print_json, printable

if TYPE_CHECKING:
    from knowledge.indexing import CollectionReport, SyncReport
    from knowledge.ports import IndexStatus
    from knowledge.remotes import Source

LISTED = 20  # skipped files and errors shown to people; JSON has them all


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(index)
    app.command()(status)


def index(
    context: typer.Context,
    full: Annotated[bool, typer.Option("--full", help="Read every note again.")] = False,
    collection: CollectionOption = None,
    allow_empty_prune: Annotated[
        bool,
        typer.Option("--allow-empty-prune", help="Empty the index of a collection whose folder has no notes now."),
    ] = False,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Read new and changed notes; keywords first, vectors after."""
    report = asyncio.run(
        sync(
            chosen_config(context, config),
            collections=tuple(collection or ()),
            full=full,
            allow_empty_prune=allow_empty_prune,
        )
    )
    if as_json:
        print_json(shapes.sync(report))
    else:
        show_report(report)
    if report.failed:
        raise SystemExit(UNREACHABLE if report.unreachable else FAILED)


async def sync(
    config: Path | None, *, collections: tuple[str, ...], full: bool, allow_empty_prune: bool
) -> SyncReport:
    """One indexing run with a progress bar on a terminal, after a look at the remotes."""
    from bot.cli.progress import progress_bar
    from knowledge.remotes import pull_all, tidy_all

    sources = [one for one in remote_notes(config) if not collections or one.remote.name in collections]
    if sources:
        names = ", ".join(one.remote.name for one in sources)
        people().print(printable(f"Asking the git remotes of {names} ..."), markup=False, style="dim")
    behind = await pull_all(sources)
    async with opened(config, write=True) as knowledge:
        with progress_bar() as progress:
            report = await knowledge.sync(
                collections=collections, full=full, allow_empty_prune=allow_empty_prune, progress=progress
            )
    await tidy_all(sources)
    return replace(report, problems=(*behind, *report.problems))


def remote_notes(config: Path | None) -> tuple[Source, ...]:
    """The collections whose notes come from git."""
    from bot.compose import sources_of

    return sources_of(configured(config))


def show_report(report: SyncReport) -> None:
    """The numbers, then what needs a look."""
    from rich.table import Table

    columns = ("matched", "read", "unchanged", "created", "reused", "removed", "skipped", "errors")
    table = Table("collection", *columns, box=None, header_style="bold")
    for part in report.collections:
        counts = (part.matched, part.read, part.unchanged, part.created, part.reused, part.removed)
        table.add_row(part.name, *(f"{count:,}" for count in (*counts, len(part.skipped), len(part.errors))))
    console = people()
    console.print(table)
    for part in report.collections:
        for line in remarks(part):
            console.print(printable(line), markup=False, soft_wrap=True)
    for problem in report.problems:
        console.print(printable(f"problem  {problem}"), markup=False, soft_wrap=True)
    console.print(f"Chunks embedded: {report.embedded:,}, in {report.seconds:.1f} s.", style="dim")


def remarks(part: CollectionReport) -> list[str]:
    """Errors first, then warnings and skipped files, each list cut with its count."""
    errors = [f"error    {part.name}/{one.file}: {one.message}" for one in part.errors]
    skipped = [f"skipped  {part.name}/{one.file}: {one.reason}" for one in part.skipped]
    warnings = [f"warning  {part.name}: {text}" for text in part.warnings]
    return [line for lines in (errors, warnings, skipped) for line in cut(lines)]


def cut(lines: list[str]) -> list[str]:
    """The first lines, and how many more there are."""
    rest = len(lines) - LISTED
    return lines if rest <= 0 else [*lines[:LISTED], f"... and {rest:,} more; --json lists them all"]


def status(context: typer.Context, as_json: JsonOption = False, config: ConfigOption = None) -> None:
    """Say what the index holds, collection by collection."""
    chosen = chosen_config(context, config)
    value, outdated = asyncio.run(read_status(chosen))
    sources = remote_notes(chosen)
    if as_json:
        print_json(shapes.status(value, outdated, {one.remote.name: one.checkout for one in sources}))
    else:
        show_status(value, outdated)
        show_remotes(sources)


async def read_status(config: Path | None) -> tuple[IndexStatus, Mapping[str, int]]:
    """What the index holds now, and how many of its notes have changed since."""
    async with opened(config) as knowledge:
        return await knowledge.status(), await knowledge.indexer.outdated()


def show_status(value: IndexStatus, outdated: Mapping[str, int]) -> None:
    """A table, and the model below it."""
    from rich.table import Table

    table = Table(
        "collection",
        "documents",
        "changed",
        "chunks",
        "embedded",
        "last scan",
        "errors",
        box=None,
        header_style="bold",
    )
    for part in value.collections:
        changed = f"{outdated[part.name]:,}" if part.name in outdated else "?"
        counts = (f"{part.documents:,}", changed, f"{part.chunks:,}", f"{part.embedded:,}")
        table.add_row(part.name, *counts, shapes.instant(part.last_scan) or "never", f"{part.errors:,}")
    console = people()
    console.print(table)
    model = f"{value.model}, {value.dimension} dimensions" if value.model else "no vectors yet"
    if value.embedded_at:
        model += f", the last vector of {shapes.instant(value.embedded_at)}"
    console.print(f"model: {model}; generation {value.generation}", markup=False)
    if value.coming:
        console.print(f"coming: {value.coming}, once all its vectors are there", markup=False)


def show_remotes(sources: Iterable[Source]) -> None:
    """A line for each remote, and another for what is wrong with it."""
    for source in sources:
        name, commit, condition = source.remote.name, source.checkout.commit(), source.checkout.condition()
        asked = f"asked at {condition.pulled}" if condition.pulled else "never reached"
        line = f"git: {name} at {commit[:10] or 'no commit yet'}, {asked}"
        people().print(printable(line), markup=False, soft_wrap=True)
        if condition.problem:
            kept = "Its notes stay as they are." if commit else "It has no notes yet."
            line = f"problem  {condition.problem} {condition.fix} {kept}"
            people().print(printable(line), markup=False, soft_wrap=True)
