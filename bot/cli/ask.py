"""`footnote ask`, `chat` and `demo`: answers in the terminal."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import shapes
from bot.cli.opening import configured, opened
from bot.cli.options import CollectionOption, ConfigOption, JsonOption, chosen_config
from bot.cli.output import people, print_json
from knowledge.types import OPERATOR

if TYPE_CHECKING:
    from knowledge.types import Answer


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(ask)
    app.command()(chat)
    app.command()(demo)


def ask(
    context: typer.Context,
    question: Annotated[str, typer.Argument(help="What you want to know.")],
    collection: CollectionOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Answer one question from the notes, with footnotes."""
    answer = asyncio.run(answer_once(chosen_config(context, config), question, tuple(collection or ())))
    if as_json:
        print_json(shapes.answer(answer))
        return
    from bot.cli.view import show_answer

    show_answer(people(), answer)


async def answer_once(config: Path | None, question: str, collections: tuple[str, ...]) -> Answer:
    """One answer as the operator."""
    async with opened(config) as knowledge:
        return await knowledge.ask(knowledge.parse(question, OPERATOR, collections=collections))


def chat(context: typer.Context, config: ConfigOption = None) -> None:
    """Open a local session: questions, follow-ups, /search and /ask, as in Slack."""
    from bot.local import converse

    converse(configured(chosen_config(context, config)))


def demo(
    question: Annotated[list[str] | None, typer.Argument(help="A question to answer once; none: a session.")] = None,
) -> None:
    """Index the sample notes and open a local session over them."""
    from bot.demo import run_demo

    run_demo(" ".join(question or ()))
