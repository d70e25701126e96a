"""Questions to begin with, made of the notes' own titles and headings, without a model."""

from __future__ import annotations

from collections.abc import Sequence

from knowledge.topics import Topic

TITLE_CHARS = 60
QUESTION_CHARS = 200


def question_of(topic: Topic) -> str:
    """A question that the passage answers; plain text of one line.

    A heading that asks is the question. Notes in other languages than English get no English words around theirs.
    """
    title, heading = _line(topic.title, QUESTION_CHARS), _line(topic.heading, QUESTION_CHARS)
    if heading.endswith(("?", "？")):
        return heading
    if not topic.english:
        return _line(": ".join(filter(None, (title, heading))), QUESTION_CHARS)
    if heading:
        return _line(f"What does {title} say about {heading}", QUESTION_CHARS) + "?"
    return _line(f"What does {title} say", QUESTION_CHARS) + "?"


def title_of(topic: Topic) -> str:
    """A few words for the question, for where it is a button."""
    return _line(topic.heading or topic.title, TITLE_CHARS)


def questions_of(topics: Sequence[Topic]) -> tuple[str, ...]:
    """The questions, each once."""
    return tuple(dict.fromkeys(map(question_of, topics)))


def _line(text: str, limit: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
