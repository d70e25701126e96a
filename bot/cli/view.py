"""How answers and hits look in a terminal. Text from notes is never read as the console's own markup."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from knowledge.types import Answer, Citation, Hit, SearchResult

QUOTE_CHARS = 160


def show_answer(console: Console, answer: Answer) -> None:
    """The answer, its footnotes underneath, and what a person should know about how it came about."""
    for line in (*answer.notices, answer.degraded):
        if line:
            console.print(Text(printable(line), style="yellow"))
    console.print(Markdown(printable(answer.text), hyperlinks=False))
    if answer.citations:
        console.print()
        for source in answer.citations:
            show_citation(console, source)
    if answer.nearest:
        console.print()
        console.print(Text("Nearest notes:", style="bold"))
        show_hits(console, answer.nearest)


def show_citation(console: Console, source: Citation) -> None:
    """Marker, note, heading, lines, age; the quotation below."""
    line = Text(f"{source.marker} ", style="bold cyan")
    line.append(printable(source.title), style="bold")
    if source.heading and source.heading != source.title:
        line.append(f" › {printable(source.heading)}")
    line.append(f"  {place(source)}", style="dim")
    if source.updated:
        line.append(f", last changed {source.updated.astimezone(UTC):%Y-%m-%d}", style="dim")
    console.print(line, soft_wrap=True)
    if source.url:
        console.print(Padding(Text(printable(source.url), style="blue underline"), (0, 0, 0, 4)), soft_wrap=True)
    console.print(Padding(Text(f"“{shortened(source.quote)}”", style="italic"), (0, 0, 0, 4)))


def place(source: Citation) -> str:
    """Collection, path and lines, as an editor would open them."""
    first, last = source.lines
    lines = f"{first}" if first == last else f"{first}-{last}"
    return f"{printable(source.ref.collection)}/{printable(source.ref.path)}:{lines}"


def show_notices(console: Console, result: SearchResult) -> None:
    """What the parser or a failed part wants said."""
    for line in (*result.notices, result.fallback):
        if line:
            console.print(Text(printable(line), style="yellow"))


def show_hits(console: Console, hits: Sequence[Hit], *, full: bool = False, debug: bool = False) -> None:
    """Numbered notes with their best passages."""
    if not hits:
        console.print("No note matches. Try fewer or other words.")
    for number, found in enumerate(hits, start=1):
        line = Text(f"{number}. ", style="bold cyan")
        line.append(printable(found.title), style="bold")
        line.append(f"  {printable(found.ref.collection)}/{printable(found.ref.path)}", style="dim")
        if found.updated:
            line.append(f"  {age(found.updated)}", style="dim")
        console.print(line, soft_wrap=True)
        for matched in found.matched:
            text = matched.chunk.text if full else matched.preview
            console.print(Padding(Text(printable(text)), (0, 0, 0, 3)))
        if debug:
            for part in found.contributions:
                console.print(f"   {part.source}: rank {part.rank}, score {part.score:.4f}, gave {part.share:.6f}")


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
    return line if len(line) <= QUOTE_CHARS else line[: QUOTE_CHARS - 1].rstrip() + "…"


def printable(text: str) -> str:
    """Without control characters: a note cannot move the cursor or colour the terminal."""
    return "".join(character for character in text if character in "\n\t" or character.isprintable())
