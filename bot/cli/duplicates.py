"""`footnote duplicates`: which notes repeat each other, and what differs. Nothing is written."""

from __future__ import annotations

import asyncio
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.opening import configured
from bot.cli.options import CollectionOption, ConfigOption, chosen_config
from bot.cli.output import print_json, write_out

if TYPE_CHECKING:
    from knowledge.duplicates import Audit, AuditOptions


class Format(StrEnum):
    """How the report is printed."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"


def share(value: float) -> float:
    """Refuse what is no share above 0; a NaN compares false and is refused too."""
    if not 0 < value <= 1:
        raise typer.BadParameter(f"{value} is not above 0 and at most 1")
    return value


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(duplicates)


def duplicates(
    context: typer.Context,
    threshold: Annotated[
        float, typer.Option(callback=share, help="Cosine from which two passages count as the same.")
    ] = 0.95,
    coverage: Annotated[
        float, typer.Option(callback=share, help="Share of each of two notes that the other must repeat.")
    ] = 0.8,
    limit: Annotated[int, typer.Option(min=1, help="How many are shown.")] = 20,
    evidence: Annotated[int, typer.Option(min=0, max=100, help="Strongest passages of each.")] = 3,
    brief_chars: Annotated[int, typer.Option(min=1, max=10_000, help="Characters of each passage.")] = 240,
    collection: CollectionOption = None,
    prefix: Annotated[str, typer.Option(metavar="PATH", help="Only notes at or below this path.")] = "",
    format_: Annotated[Format, typer.Option("--format", help="How to print the report.")] = Format.TEXT,
    config: ConfigOption = None,
) -> None:
    """Find notes that repeat each other, and what differs."""
    from knowledge.duplicates import AuditOptions
    from knowledge.duplicates.report import Showing, as_json

    options = AuditOptions(threshold=threshold, coverage=coverage, collections=tuple(collection or ()), prefix=prefix)
    audit = asyncio.run(run(chosen_config(context, config), options))
    showing = Showing(limit=limit, evidence=evidence, brief_chars=brief_chars)
    if format_ is Format.JSON:
        print_json(as_json(audit, showing))
    elif format_ is Format.HTML:
        from knowledge.duplicates.page import page

        write_out(page(audit, showing))
    else:
        from bot.cli.duplicates_view import show_audit

        show_audit(audit, showing)


async def run(config: Path | None, options: AuditOptions) -> Audit:
    """One audit as the operator, with a progress bar on a terminal."""
    from bot.cli.progress import counting
    from bot.compose import open_auditor

    async with open_auditor(configured(config)) as auditor:
        with counting() as count:
            return await auditor.audit(options, progress=count)
