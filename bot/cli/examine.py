"""`footnote doctor`: whether everything is there that this installation needs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import typer

from bot.cli.opening import configured
from bot.cli.options import ConfigOption, JsonOption, chosen_config
from bot.cli.output import FAILED, UNREACHABLE, people, print_json, printable

if TYPE_CHECKING:
    from pathlib import Path

    from bot.findings import Finding


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(doctor)


def doctor(context: typer.Context, as_json: JsonOption = False, config: ConfigOption = None) -> None:
    """Check settings, notes, index, models and Slack; one line each, with the fix."""
    findings = asyncio.run(findings_of(chosen_config(context, config), show=not as_json))
    if as_json:
        print_json(
            [{"name": one.name, "ok": one.ok, "detail": one.detail, "fix": one.fix or None} for one in findings]
        )
    if not all(one.ok for one in findings):
        raise SystemExit(UNREACHABLE if any(one.unreachable for one in findings) else FAILED)


async def findings_of(config: Path | None, *, show: bool) -> list[Finding]:
    """All findings; shown as they come, since some take a while."""
    settings = configured(config)  # before what reads the environment while it is imported
    from bot.doctor import examine

    console, findings = people(), []
    async for finding in examine(settings):
        findings.append(finding)
        if show:
            mark = "[green]ok     [/]" if finding.ok else "[red]problem[/]"
            console.print(mark, end=" ")
            line = f"{finding.name}: {finding.detail.removesuffix('.')}. {finding.fix}".rstrip()
            console.print(printable(line), markup=False, soft_wrap=True)
    return findings
