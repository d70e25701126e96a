"""One Slack payload, and the small blocks that payloads are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.text import plain, size

Block = dict[str, Any]

# Slack's limits, in characters unless said otherwise; ours stay below where Slack's count is not quite known.
TEXT_LIMIT = 4_000
SECTION_LIMIT = 3_000
MESSAGE_LIMIT = 13_000  # of all texts in the blocks of a message together
BLOCK_COUNT = 50
BUTTON_LIMIT = 75


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One Slack payload within all limits. `text` is what a notification shows and a screen reader reads first."""

    text: str
    blocks: tuple[Block, ...] = ()


def mrkdwn_object(text: str) -> Block:
    """A text object in which Slack looks for no links, names or channels of its own accord."""
    return {"type": "mrkdwn", "text": text, "verbatim": True}


def plain_object(text: str) -> Block:
    """A text object that is shown as it stands."""
    return {"type": "plain_text", "text": text}


def section(text: str) -> Block:
    """A paragraph of mrkdwn, at most SECTION_LIMIT characters."""
    return {"type": "section", "text": mrkdwn_object(text)}


def context(text: str) -> Block:
    """A small grey line of mrkdwn."""
    return {"type": "context", "elements": [mrkdwn_object(text)]}


def markdown(text: str) -> Block:
    """Markdown that Slack renders, tables and headings too."""
    return {"type": "markdown", "text": text}


def button(label: str, action_id: str, value: str) -> Block:
    """A button that carries nothing but an id."""
    text = {"type": "plain_text", "text": plain(label, BUTTON_LIMIT), "emoji": True}
    return {"type": "button", "text": text, "action_id": action_id, "value": value}


def actions(buttons: Sequence[Block]) -> list[Block]:
    """A row of buttons; nothing where there is none."""
    return [{"type": "actions", "elements": list(buttons)}] if buttons else []


def asking(label: str, name: str, element: Block, *, optional: bool) -> Block:
    """An input of a modal; its value comes back under `name`, as the id of the block and of its element."""
    return {
        "type": "input",
        "block_id": name,
        "optional": optional,
        "label": plain_object(label),
        "element": {**element, "action_id": name},
    }


def weight(value: object) -> int:
    """What counts towards MESSAGE_LIMIT: every text, however deep."""
    if isinstance(value, Mapping):
        own = value.get("text")
        return (size(own) if isinstance(own, str) else 0) + sum(weight(part) for part in value.values())
    if isinstance(value, list | tuple):
        return sum(weight(part) for part in value)
    return 0


def pack(blocks: Iterable[Block]) -> list[tuple[Block, ...]]:
    """The blocks in order, in as few messages as the limits allow. One alone always fits."""
    packed: list[list[Block]] = [[]]
    for block in blocks:
        if not _fits([*packed[-1], block]):
            packed.append([])
        packed[-1].append(block)
    return [tuple(part) for part in packed if part]


def _fits(blocks: Sequence[Block]) -> bool:
    texts = [block for block in blocks if block["type"] == "markdown"]
    # One `markdown` block a message: each holds what fits, and at most one table.
    return len(blocks) <= BLOCK_COUNT and len(texts) <= 1 and weight(blocks) <= MESSAGE_LIMIT
