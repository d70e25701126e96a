"""What the bot says of itself: single sentences, help, welcome, prompts to press."""

from __future__ import annotations

from collections.abc import Sequence

from bot.blocks.message import SECTION_LIMIT, Block, Message, context, section
from bot.blocks.splitting import split
from bot.home.examples import question_of, title_of
from bot.text import plain
from knowledge.topics import Topic

MOST_PROMPTS = 4
QUESTION_LIMIT = 300


def sentence_message(text: str) -> Message:
    """One fixed sentence, already escaped."""
    parts = split(text, SECTION_LIMIT)
    return Message(text=parts[0], blocks=tuple(map(section, parts)))


def help_message(*, ask: str, search: str) -> Message:
    """What the bot can do, with examples; `ask` and `search` are the command names with their slash."""
    return Message(
        text=f"Ask me a question about the team's notes, for example: {ask} how many vacation days do I get?",
        blocks=(section(_examples(ask, search)), context(_filters(search))),
    )


def welcome_message(*, ask: str, search: str, examples: Sequence[str] = ()) -> Message:
    """Posted once when the bot is added to a channel, with questions that everybody there may ask."""
    hello = "Hello! I answer questions from the team's notes, and every answer names its sources."
    listed = "\n".join(["*Try one of these:*", *(f"• {plain(question, QUESTION_LIMIT)}" for question in examples)])
    questions = (section(listed),) if examples else ()
    return Message(text=hello, blocks=(section(hello), *questions, *how_to_ask(ask, search)))


def suggested_prompts(topics: Sequence[Topic]) -> tuple[dict[str, str], ...]:
    """At most four, each with title and message; one that always makes sense where the notes are not known."""
    if not topics:
        return ({"title": "What do you know?", "message": "What are these notes about?"},)
    return tuple({"title": title_of(topic), "message": question_of(topic)} for topic in topics[:MOST_PROMPTS])


def how_to_ask(ask: str, search: str) -> tuple[Block, ...]:
    """Commands and filters by example."""
    return section(_examples(ask, search)), context(_filters(search))


def _examples(ask: str, search: str) -> str:
    return "\n".join(
        [
            "*Ask* a question and get an answer with its sources:",
            f"• `{ask} how many vacation days do I get?`",
            "• mention me in a channel or a thread, or write to me directly; follow-up questions are understood",
            "*Search* for notes:",
            f"• `{search} travel expenses`",
        ]
    )


def _filters(search: str) -> str:
    return (
        f"Narrow it down: `{search} rollback in:runbooks after:2025-01-01 -draft`. There are also `path:hr/`, "
        '`tag:policy`, `author:ann`, `before:2025-06-30` and `"an exact phrase"`.'
    )
