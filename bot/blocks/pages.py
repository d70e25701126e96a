"""What the bot says of itself: single sentences, help, welcome, prompts to press."""

from __future__ import annotations

from collections.abc import Sequence

from bot.blocks.message import SECTION_LIMIT, Block, Message, context, section
from bot.blocks.splitting import split
from bot.home.examples import question_of, title_of
from bot.text import ENGLISH, Wording, plain
from knowledge.topics import Topic

MOST_PROMPTS = 4
QUESTION_LIMIT = 300


def sentence_message(text: str) -> Message:
    """One fixed sentence, already escaped."""
    parts = split(text, SECTION_LIMIT)
    return Message(text=parts[0], blocks=tuple(map(section, parts)))


def help_message(*, ask: str, search: str, words: Wording = ENGLISH) -> Message:
    """What the bot can do, with examples; `ask` and `search` are the command names with their slash."""
    return Message(text=words.help.format(ask=ask), blocks=how_to_ask(ask, search, words))


def welcome_message(*, ask: str, search: str, examples: Sequence[str] = (), words: Wording = ENGLISH) -> Message:
    """Posted once when the bot is added to a channel, with questions that everybody there may ask."""
    lines = [f"*{words.try_these}*", *(f"• {plain(question, QUESTION_LIMIT)}" for question in examples)]
    questions = (section("\n".join(lines)),) if examples else ()
    return Message(text=words.hello, blocks=(section(words.hello), *questions, *how_to_ask(ask, search, words)))


def suggested_prompts(topics: Sequence[Topic], words: Wording = ENGLISH) -> tuple[dict[str, str], ...]:
    """At most four, each with title and message; one that always makes sense where the notes are not known."""
    if not topics:
        return ({"title": words.prompt_title, "message": words.prompt},)
    return tuple({"title": title_of(topic), "message": question_of(topic)} for topic in topics[:MOST_PROMPTS])


def how_to_ask(ask: str, search: str, words: Wording = ENGLISH) -> tuple[Block, ...]:
    """Commands and filters by example."""
    return section(words.how_to_ask.format(ask=ask, search=search)), context(words.filters.format(search=search))
