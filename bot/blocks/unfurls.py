"""What a shared link of a note shows: title, heading, first lines, place and age."""

from __future__ import annotations

from bot.blocks.message import Block, context, section
from bot.blocks.notes import card, origin
from bot.text import plain
from knowledge.types import Hit

HEADING_LIMIT = 150


def unfurled(hit: Hit) -> Block:
    """The preview of one link, as `chat.unfurl` takes it."""
    heading = plain(hit.matched[0].chunk.heading, HEADING_LIMIT)
    place = f"{heading} · {origin(hit)}" if heading not in {"", plain(hit.title, HEADING_LIMIT)} else origin(hit)
    return {"blocks": [section(card(hit)), context(place)]}
