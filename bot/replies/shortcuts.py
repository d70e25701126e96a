"""What the menu of a message offers: notes about it, and a private answer to it."""

from __future__ import annotations

import re
from dataclasses import replace

from bot import text
from bot.blocks import sentence_message
from bot.replies import questions, searches
from bot.replies.sending import say, whisper
from bot.requests import Request
from bot.services import Services

SEARCHED_CHARS = 1_000  # of a long message, which says first what it is about
_OPERATORS = re.compile(r'(?<!\S)(?:-+(?=\w)|(?P<name>[A-Za-z]+):(?=[^\s/]))|["()]|\b(?P<either>OR)\b')


async def find_related(request: Request, services: Services) -> None:
    """Cards of notes about what the message says."""
    about = as_words(request.text)[:SEARCHED_CHARS]
    if not about:
        await say(request, lambda words: words.no_words, services)
        return
    await searches.search(replace(request, text=about), services)


async def answer_this(request: Request, services: Services) -> None:
    """A private answer, after a line that says so."""
    question = as_words(request.text)
    if not question:
        await say(request, lambda words: words.no_words, services)
        return
    line = sentence_message(text.looking(question, await services.languages.of(request)))
    await whisper(request, [line], services, delivery_id=f"{request.id}-looking")
    await questions.answer(replace(request, text=question), services)


def as_words(said: str) -> str:
    """A message as words alone: what would be a filter where somebody types a search means none here."""
    return " ".join(_OPERATORS.sub(_plainly, said).split())


def _plainly(found: re.Match[str]) -> str:
    name, either = found["name"], found["either"]
    return f"{name} " if name else (either.lower() if either else " ")
