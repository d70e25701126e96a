"""The same message without blocks, for when Slack does not take them: an answer is never lost over its looks."""

from __future__ import annotations

from collections.abc import Iterator

from bot.blocks.message import TEXT_LIMIT, Message
from bot.blocks.splitting import split
from bot.text import mrkdwn, size

_SHORTEST_PART = 100


def without_blocks(message: Message) -> tuple[str, ...]:
    """Everything that the blocks say, as mrkdwn texts of at most TEXT_LIMIT characters; buttons are left out."""
    texts: list[str] = []
    for paragraph in _paragraphs(message):
        joined = f"{texts[-1]}\n\n{paragraph}" if texts else paragraph
        if texts and size(joined) <= TEXT_LIMIT:
            texts[-1] = joined
        else:
            texts.append(paragraph)
    return tuple(texts) or (message.text,)


def _paragraphs(message: Message) -> Iterator[str]:
    for block in message.blocks:
        match block["type"]:
            case "markdown":
                yield from _converted(block["text"], limit=3_000)
            case "section":
                yield block["text"]["text"]
            case "context":
                yield from (element["text"] for element in block["elements"])


def _converted(markdown: str, *, limit: int) -> Iterator[str]:
    """Parts of the Markdown as mrkdwn; where escapes and aligned tables make one too long, smaller parts."""
    for part in split(markdown, limit):
        text = mrkdwn(part)
        if size(text) <= TEXT_LIMIT:
            yield text
        elif limit > _SHORTEST_PART:
            yield from _converted(part, limit=limit // 2)
        else:
            yield from split(text, TEXT_LIMIT)
