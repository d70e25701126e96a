"""`footnote search`, `related` and `random`: find notes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import shapes
from bot.cli.opening import opened
from bot.cli.options import CollectionOption, ConfigOption, JsonOption, chosen_config
from bot.cli.output import people, print_json
from knowledge.types import OPERATOR

if TYPE_CHECKING:
    from knowledge.types import Hit, SearchResult

Limit = Annotated[int, typer.Option("-k", "--limit", min=1, max=100, help="How many notes.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(search)
    app.command()(related)
    app.command()(random)


def search(
    context: typer.Context,
    query: Annotated[
        str, typer.Argument(help='Words, filters such as tag:policy or path:hr/, "exact phrase", -word.')
    ],
    limit: Limit = 10,
    plus: Annotated[bool, typer.Option("--plus", help="Rewrite and keyword expansion too.")] = False,
    collection: CollectionOption = None,
    as_json: JsonOption = False,
    full: Annotated[bool, typer.Option("--full", help="The whole text of each matched chunk.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Which list gave what to each note.")] = False,
    config: ConfigOption = None,
) -> None:
    """Find notes by meaning and by words, best first."""
    run = find(chosen_config(context, config), query, tuple(collection or ()), limit=limit, plus=plus)
    result = asyncio.run(run)
    if as_json:
        print_json(shapes.search(result, full=full, debug=debug, plus=plus))
        return
    from bot.cli.view import show_hits, show_notices, show_reading

    console = people()
    show_notices(console, result)
    if debug:
        show_reading(console, result.reading)
    show_hits(console, result.hits, full=full, debug=debug)


async def find(
    config: Path | None, text: str, collections: tuple[str, ...], *, limit: int, plus: bool
) -> SearchResult:
    """One search as the operator."""
    async with opened(config) as knowledge:
        query = knowledge.parse(text, OPERATOR, collections=collections)
        return await knowledge.search(query, limit=limit, plus=plus)


def related(
    context: typer.Context,
    path: Annotated[str, typer.Argument(help="A note, as `file` in `search --json` names it.")],
    limit: Limit = 3,
    collection: CollectionOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Find notes near one."""
    show(asyncio.run(neighbours(chosen_config(context, config), path, collection or [], limit)), as_json=as_json)


async def neighbours(config: Path | None, path: str, collections: list[str], limit: int) -> tuple[Hit, ...]:
    """Notes near the one of that path."""
    async with opened(config) as knowledge:
        note = await knowledge.note(path, OPERATOR, collections=tuple(collections))
        return await knowledge.related(note, OPERATOR, limit=limit)


def random(
    context: typer.Context,
    limit: Annotated[int, typer.Option("-n", "--number", min=1, max=100, help="How many notes.")] = 3,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Show a few notes by chance."""
    show(asyncio.run(by_chance(chosen_config(context, config), limit)), as_json=as_json)


async def by_chance(config: Path | None, limit: int) -> tuple[Hit, ...]:
    """Distinct random notes."""
    async with opened(config) as knowledge:
        return await knowledge.random(OPERATOR, limit=limit)


def show(hits: tuple[Hit, ...], *, as_json: bool) -> None:
    """Hits as JSON or for people."""
    if as_json:
        print_json([shapes.hit(found) for found in hits])
        return
    from bot.cli.view import show_hits

    show_hits(people(), hits)
