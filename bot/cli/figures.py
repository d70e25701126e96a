"""How figures of an evaluation look to people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from bot.cli.output import printable

if TYPE_CHECKING:
    from rich.console import Console

    from knowledge.evaluation import Comparison, Paired, Report

NAMES = 28  # columns for the names of figures
KEPT = "These are the figures and times of an earlier, equal run; --refresh measures again."


def show_report(console: Console, report: Report) -> None:
    """One figure or group of figures a line, then the languages beside each other."""
    values = report.as_json()
    by_language = values.pop("by", {}).get("lang", {})
    values.pop("warnings", None)
    for line in lines(values):
        console.print(Text(printable(line)), soft_wrap=True)
    if by_language:
        table = Table("language", "queries", *report.scores, box=None, header_style="bold")
        for language, figures in by_language.items():
            scores = (f"{figures[name]:.4f}" for name in report.scores)
            table.add_row(Text(printable(language)), f"{figures['queries']:,}", *scores)
        console.print(table)
    show_remarks(console, report)


def show_remarks(console: Console, report: Report) -> None:
    """What is wrong with the set, and where figures are not of now."""
    for warning in report.warnings:
        console.print(Text(printable(warning), style="yellow"), soft_wrap=True)
    if report.cached:
        console.print(KEPT, style="dim")


def lines(values: Mapping[str, Any], within: str = "") -> Iterator[str]:
    """Names and figures; those of one inner group share a line."""
    show = str if within.startswith("latency_ms") else figure
    groups = {name: value for name, value in values.items() if isinstance(value, Mapping)}
    single = {name: show(value) for name, value in values.items() if name not in groups}
    if within and single:
        yield f"{within:<{NAMES}} {'  '.join(' '.join(pair) for pair in single.items())}"
    elif single:
        yield from (f"{name:<{NAMES}} {value}" for name, value in single.items())
    for name, value in groups.items():
        yield from lines(value, f"{within} {name}".strip())


def figure(value: object) -> str:
    """A share with four digits; anything else as it is."""
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def show_comparison(console: Console, comparison: Comparison, reports: Mapping[str, Report]) -> None:
    """What the second settings win and lose against the first, metric by metric; then how much the results differ."""
    for name, report in reports.items():
        latency = "  ".join(f"{part} {milliseconds}" for part, milliseconds in report.latency.as_json().items())
        console.print(
            Text(printable(f"{name}: {report.queries:,} queries, {report.mode}; ms {latency}")), soft_wrap=True
        )
        show_remarks(console, report)
    table = Table(
        "metric", "A", "B", "B - A", "95 % interval", "wins", "losses", "ties", box=None, header_style="bold"
    )
    for language, part in {"": comparison, **comparison.by_language}.items():
        for name, paired in part.metrics.items():
            table.add_row(Text(printable(f"{language} {name}".strip())), *cells(paired))
    console.print(table)
    k = comparison.k
    console.print(
        f"First {k} results: overlap {comparison.overlap:.4f}, Jaccard {comparison.jaccard:.4f}, "
        f"moved by {comparison.displacement:.2f} ranks in the mean.",
        soft_wrap=True,
    )


def cells(paired: Paired) -> tuple[str, ...]:
    """Both means, their difference with its interval, and the counts."""
    about = paired.difference
    figures = (f"{paired.first:.4f}", f"{paired.second:.4f}", signed(about.value))
    counts = (f"{count:,}" for count in (paired.wins, paired.losses, paired.ties))
    return (*figures, f"{signed(about.low)} to {signed(about.high)}", *counts)


def signed(difference: float) -> str:
    """Four digits with their sign, and no minus before what rounds to nothing."""
    return f"{round(difference, 4) + 0.0:+.4f}"
