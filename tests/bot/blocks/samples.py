"""Answers, sources and hits for the renderers' tests, and what Slack would say to a payload."""

from datetime import UTC, datetime
from typing import Any

from slack_sdk.models.blocks import Block as SdkBlock

from bot.blocks import Message
from bot.blocks.message import TEXT_LIMIT
from knowledge.types import Answer, Citation, Hit, MatchedChunk, NoteRef, StoredChunk
from tests.slack.limits import check_message_blocks

CHANGED = datetime(2025, 3, 7, 12, tzinfo=UTC)
NASTY_TITLE = "Pay [2025](x) | *net*\nof <!channel> 🎉 راتب `x` ```"
NASTY_URL = "https://x.test/a b/(c)/d|e?q=<1>&r=2#L3"


def citation(number: int = 1, **changes: Any) -> Citation:
    fields: dict[str, Any] = {
        "number": number,
        "ref": NoteRef(collection="handbook", path="hr/vacation.md"),
        "title": "Vacation",
        "heading": "How much",
        "lines": (12, 14),
        "url": "https://notes.test/hr/vacation.md#L12",
        "quote": "Everyone gets 25 days.",
        "updated": CHANGED,
    }
    return Citation(**fields | changes)


def answer(text: str = "You get **25 days** a year. [1]", **changes: Any) -> Answer:
    fields: dict[str, Any] = {
        "mode": "extractive",
        "confidence": "strong",
        "citations": (citation(),),
        "notes_read": 4,
        "seconds": 2.08,
    }
    return Answer(text=text, **fields | changes)


def hit(path: str = "hr/vacation.md", *, preview: str = "Everyone gets 25 days.", **changes: Any) -> Hit:
    ref = NoteRef(collection="handbook", path=path)
    chunk = StoredChunk(
        id=1, ref=ref, title="Vacation", position=0, text=preview, plain=preview, lines=(1, 2),
        heading_path=("Vacation",), header="", updated=CHANGED,
    )  # fmt: skip
    fields: dict[str, Any] = {
        "title": "Vacation",
        "url": "https://notes.test/hr/vacation.md",
        "score": 1.0,
        "updated": CHANGED,
        "matched": (MatchedChunk(chunk=chunk, preview=preview, score=1.0),),
    }
    return Hit(ref=ref, **fields | changes)


def accept(message: Message) -> Message:
    """Raises what Slack, or its SDK, would have against the message."""
    assert 0 < len(message.text) <= TEXT_LIMIT
    check_message_blocks(list(message.blocks))
    for block in SdkBlock.parse_all(message.blocks):
        block.validate_json()
    return message


def shown(*messages: Message) -> str:
    """Every text of the messages' blocks, in order, one a line."""
    return "\n".join(_texts([block for message in messages for block in message.blocks]))


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["text"]] if isinstance(value.get("text"), str) else []
        return own + [text for part in value.values() for text in _texts(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in _texts(part)]
    return []


def buttons(*messages: Message) -> dict[str, str]:
    """The action ids of the buttons, each with its value."""
    found: dict[str, str] = {}
    for message in messages:
        for block in message.blocks:
            elements = [*block.get("elements", []), block.get("accessory", {})]
            found |= {
                element["action_id"]: element["value"] for element in elements if element.get("type") == "button"
            }
    return found
