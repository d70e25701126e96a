"""What the bot says of itself: single sentences, help, welcome, the Home tab, prompts to press."""

from __future__ import annotations

from collections.abc import Sequence

from bot.blocks.message import SECTION_LIMIT, Block, Message, context, section
from bot.blocks.splitting import split
from bot.text import plain


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


def welcome_message(*, ask: str, search: str) -> Message:
    """Posted once when the bot is added to a channel."""
    hello = "Hello! I answer questions from the team's notes, and every answer names its sources."
    return Message(text=hello, blocks=(section(hello), section(_examples(ask, search)), context(_filters(search))))


def home_view(*, collections: Sequence[tuple[str, int]], ask: str, search: str) -> Block:
    """The Home tab: what it knows (name, number of notes) and example questions."""
    return {
        "type": "home",
        "blocks": [
            {"type": "header", "text": {"type": "plain_text", "text": "Answers from your team's notes"}},
            section(_examples(ask, search)),
            context(_filters(search)),
            {"type": "divider"},
            section("*What I can search for you*"),
            *map(section, split(_known(collections), SECTION_LIMIT)),
        ],
    }


def suggested_prompts() -> tuple[dict[str, str], ...]:
    """At most four, each with title and message."""
    return (
        {"title": "Time off", "message": "How many vacation days do I get?"},
        {"title": "Expenses", "message": "How do I get travel expenses back?"},
        {"title": "Incidents", "message": "What do I do first in an incident?"},
        {"title": "Decisions", "message": "Which database did we choose, and why?"},
    )


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


def _known(collections: Sequence[tuple[str, int]]) -> str:
    lines = [f"• {plain(name, 100)}: {notes:,} {'note' if notes == 1 else 'notes'}" for name, notes in collections]
    return "\n".join(lines) or "No notes yet. Ask your admin to run `footnote index`."
