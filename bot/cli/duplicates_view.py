"""How an audit looks in a terminal: a row for each lead, what differs, then what was compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from bot.cli.output import people, printable
from bot.cli.view import age, indented
from knowledge.duplicates import Kind
from knowledge.duplicates.report import brief, drift_of, patterns, rows, strongest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from knowledge.duplicates import Audit, Change, Cluster, Family, Member
    from knowledge.duplicates.report import Row, Showing

CHANGES = 3  # sentences shown of each row; JSON and HTML have more
SIBLINGS = 6  # notes of a family named


def show_audit(audit: Audit, showing: Showing) -> None:
    """The rows, then the totals, then what keeps the result from being whole."""
    console = people()
    found = rows(audit)
    for number, row in enumerate(found[: showing.limit], start=1):
        show_row(console, number, row, audit, showing)
        console.print()
    for line in built_alike(patterns(audit)[: showing.limit]):
        console.print(Text(printable(line), style="dim"), soft_wrap=True)
    for line in summary(audit, len(found), min(len(found), showing.limit)):
        console.print(Text(printable(line)), soft_wrap=True)
    for line in audit.warnings:
        console.print(Text(printable(f"warning  {line}"), style="yellow"), soft_wrap=True)
    if audit.inconclusive:
        console.print(Text("Nothing was found, but the result is inconclusive: see the warnings.", style="yellow"))


def show_row(console: Console, number: int, row: Row, audit: Audit, showing: Showing) -> None:
    """Kind and notes, the reason, what differs, the strongest passages."""
    cluster = row.cluster
    head = Text(f"{number}. {cluster.kind.value}", style="bold cyan")
    head.append(f"  {cluster.id}", style="dim")
    console.print(head)
    if row.family:
        show_family(console, row.family)
    for member in cluster.members:
        show_member(console, member)
    indented(console, printable(cluster.reason), "italic")
    for line in differing(audit, cluster):
        indented(console, printable(line), "yellow")
    if row.family:
        return
    for match, left, right in strongest(cluster, audit.notes, showing):
        similarity = "same words" if match.similarity is None else f"{match.similarity:.4f}"
        indented(console, f"{similarity}  passage {match.left + 1} and passage {match.right + 1}", "dim")
        for preview in dict.fromkeys((left, right)):
            indented(console, f"  “{printable(preview)}”", "dim")


def show_family(console: Console, family: Family) -> None:
    """How many notes stand behind the row, and the first of them."""
    what = "editions of one page" if family.kind is Kind.VERSION else "notes of one pattern"
    pairs = "1 pair" if family.clusters == 1 else f"{family.clusters:,} pairs"
    indented(console, f"{len(family.members):,} {what}, {pairs}; the strongest pair:")
    names = [printable(f"{ref.collection}/{ref.path}") for ref in family.members[:SIBLINGS]]
    rest = len(family.members) - len(names)
    indented(console, ", ".join(names) + (f" and {rest:,} more" if rest else ""), "dim")


def show_member(console: Console, member: Member) -> None:
    """Title, place, how much of it is repeated, when it was last changed."""
    line = Text("    ")
    line.append(printable(member.title), style="bold")
    line.append(f"  {printable(member.ref.collection)}/{printable(member.ref.path)}", style="dim")
    changed = f", changed {age(member.updated)}" if member.updated else ""
    passages = f"{member.matched_chunks} of {member.total_chunks} passages"
    line.append(f"  {member.char_coverage:.0%} of its text, {passages}{changed}")
    console.print(line, soft_wrap=not console.is_terminal)


def differing(audit: Audit, cluster: Cluster) -> Iterator[str]:
    """Exchanged numbers, dates and names first, else the first sentences that differ."""
    drift = drift_of(audit, cluster)
    for value in drift.values[:CHANGES]:
        yield f"{brief(value.left, 60)} ↔ {brief(value.right, 60)}"
    told = 0 if drift.values else CHANGES
    for change in drift.changes[:told]:
        yield from sides(change)
    rest = len(drift.changes) - max(told, min(len(drift.values), CHANGES))
    if not drift.changes:
        yield "no difference"
    elif rest > 0:
        yield f"... and {rest:,} more; --format html shows all side by side"


def sides(change: Change) -> Iterator[str]:
    """A sentence of each note; one that only one of them has alone."""
    if change.left:
        yield f"- {brief(change.left, 200)}"
    if change.right:
        yield f"+ {brief(change.right, 200)}"


def built_alike(found: list[Row]) -> Iterator[str]:
    """One line for each pattern: these are no leads."""
    for row in found:
        refs = row.family.members if row.family else tuple(member.ref for member in row.cluster.members)
        names = [f"{ref.collection}/{ref.path}" for ref in refs[:SIBLINGS]]
        rest = len(refs) - len(names)
        yield f"built alike: {', '.join(names)}" + (f" and {rest:,} more" if rest else "")


def summary(audit: Audit, found: int, shown: int) -> Iterator[str]:
    """What was compared, what was found, and how much of it is shown."""
    compared = f"{audit.documents:,} notes and {audit.chunks:,} passages compared"
    yield f"{compared}, {audit.pairs:,} pairs of passages alike."
    templates = sum(cluster.kind is Kind.TEMPLATE for cluster in audit.clusters)
    stubs = sum(cluster.kind is Kind.STUB for cluster in audit.clusters)
    if templates or stubs:
        yield f"Not counted: {templates:,} pairs built alike and {stubs:,} pairs of stubs; --format json has them."
    yield f"showing {shown:,} of {found:,}" if found else "No duplicates."
