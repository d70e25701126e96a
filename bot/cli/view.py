"""How answers and hits look in a terminal. Text from notes is never read as the console's own markup."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from bot.cli.output import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from knowledge.types import Answer, Citation, Hit, Reading, SearchResult

QUOTE_CHARS = 160
INDENT = 4  # columns


def show_answer(console: Console, answer: Answer) -> None:
    """The answer, its footnotes underneath, and what a person should know about how it came about."""
    for line in (*answer.notices, answer.degraded):
        if line:
            console.print(Text(printable(line), style="yellow"))
    if console.is_terminal:
        console.print(Markdown(printable(answer.text), hyperlinks=False))
    else:  # Markdown as it is, neither wrapped nor padded
        console.print(Text(printable(answer.text)), soft_wrap=True)
    if answer.citations:
        console.print()
        for source in answer.citations:
            show_citation(console, source)
    if answer.nearest:
        console.print()
        console.print(Text("Nearest notes:", style="bold"))
        for found in answer.nearest:
            show_title(console, found, "-")


def show_citation(console: Console, source: Citation) -> None:
    """Marker, note, heading, lines, age; the quotation below."""
    line = Text(f"{source.marker} ", style="bold cyan")
    line.append(printable(source.title), style="bold")
    if source.heading and source.heading != source.title:
        line.append(f" › {printable(source.heading)}")
    changed = f", last changed {source.updated.astimezone(UTC):%Y-%m-%d}" if source.updated else ""
    console.print(line, soft_wrap=True)
    indented(console, f"{place(source)}{changed}", "dim")
    if source.url:
        indented(console, printable(source.url), "blue underline")
    indented(console, f"“{shortened(source.quote)}”", "italic")


def place(source: Citation) -> str:
    """Collection, path and lines, as an editor would open them."""
    first, last = source.lines
    lines = f"{first}" if first == last else f"{first}-{last}"
    return f"{printable(source.ref.collection)}/{printable(source.ref.path)}:{lines}"


def show_notices(console: Console, result: SearchResult) -> None:
    """What the parser or a failed part wants said, and what was searched besides."""
    for line in (*result.notices, result.fallback):
        if line:
            console.print(Text(printable(line), style="yellow"))
    others = [words for words in (result.rewrite, ", ".join(result.keywords)) if words]
    if others:
        console.print(Text(f"Also searched: {printable(' · '.join(others))}", style="dim"))


def show_reading(console: Console, reading: Reading) -> None:
    """How the question was read: for `--debug`."""
    language = reading.language or "not sure"
    console.print(f"Read as {reading.kind}; language: {language}; vectors count {reading.vectors:g}.")
    for spelling in reading.spellings:
        terms = ", ".join(map(printable, spelling.terms))
        console.print(Text(f"No note holds “{printable(spelling.word)}”; also searched: {terms}"))


def show_hits(console: Console, hits: Sequence[Hit], *, full: bool = False, debug: bool = False) -> None:
    """Numbered notes with their best passages."""
    if not hits:
        console.print("No note matches. Try fewer or other words.")
    for number, found in enumerate(hits, start=1):
        show_title(console, found, f"{number}.")
        for matched in found.matched if full else found.matched[:1]:
            indented(console, f"{printable(matched.chunk.heading)}, {spoken_lines(matched.chunk.lines)}", "dim")
            indented(console, printable(matched.chunk.text if full else matched.preview))
        if debug:
            for part in found.contributions:
                console.print(f"   {part.source}: rank {part.rank}, score {part.score:.4f}, gave {part.share:.6f}")
            for boost in found.boosts:
                console.print(f"   {boost.reason}: {boost.amount:+.4f}")


def spoken_lines(lines: tuple[int, int]) -> str:
    """`line 3`, or `lines 3 to 5`."""
    first, last = lines
    return f"line {first}" if first == last else f"lines {first} to {last}"


def show_title(console: Console, found: Hit, mark: str) -> None:
    """A note on one line: title, place, age."""
    line = Text(f"{mark} ", style="bold cyan")
    line.append(printable(found.title), style="bold")
    line.append(f"  {printable(found.ref.collection)}/{printable(found.ref.path)}", style="dim")
    if found.updated:
        line.append(f"  {age(found.updated)}", style="dim")
    console.print(line, soft_wrap=not console.is_terminal)
    if found.also:
        others = ", ".join(f"{ref.collection}/{ref.path}" for ref in found.also)
        indented(console, printable(f"also in {others}"), "dim")


def indented(console: Console, text: str, style: str = "") -> None:
    """A paragraph below a title: wrapped on a terminal, one line elsewhere."""
    if console.is_terminal:
        console.print(Padding(Text(text, style=style), (0, 0, 0, INDENT)))
    else:
        console.print(Text(" " * INDENT + text), soft_wrap=True)


def age(then: datetime) -> str:
    """How long ago, in the largest whole unit."""
    days = (datetime.now(UTC) - then).days
    for unit, length in (("year", 365), ("month", 30), ("week", 7), ("day", 1)):
        if days >= length:
            count = days // length
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "today"


def shortened(text: str) -> str:
    """One line of a quotation."""
    line = " ".join(printable(text).split())
    return line if len(line) <= QUOTE_CHARS else line[:QUOTE_CHARS].rpartition(" ")[0].rstrip() + " …"
