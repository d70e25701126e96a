"""What a shared link of a note shows: title, heading, first lines, place and age."""

from __future__ import annotations

from bot.blocks.message import Block, context, section
from bot.blocks.notes import card, origin
from bot.text import ENGLISH, Wording, plain
from knowledge.types import Hit

HEADING_LIMIT = 150


def unfurled(hit: Hit, words: Wording = ENGLISH) -> Block:
    """The preview of one link, as `chat.unfurl` takes it."""
    heading = plain(hit.matched[0].chunk.heading, HEADING_LIMIT)
    below = origin(hit, words)
    place = f"{heading} · {below}" if heading not in {"", plain(hit.title, HEADING_LIMIT)} else below
    return {"blocks": [section(card(hit)), context(place)]}
