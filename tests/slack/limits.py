"""Slack's limits on whole payloads, each with the error that breaking it earns."""

import json
from collections.abc import Sequence
from typing import Any

from tests.slack.blocks import check_blocks, text_length
from tests.slack.errors import PayloadRefused

UPDATE_TEXT_CHARACTERS = 4_000
POST_TEXT_CHARACTERS = 40_000
MARKDOWN_CHARACTERS = 12_000
BLOCKS_CHARACTERS = 13_200
MESSAGE_BLOCKS = 50
METADATA_BYTES = 16_384
LOADING_MESSAGES = 10
SUGGESTED_PROMPTS = 4
STREAM_SECONDS = 300.0
STATUS_SECONDS = 120.0
TRIGGER_SECONDS = 3.0
RESPONSE_URL_SECONDS = 30 * 60.0
RESPONSE_URL_USES = 5
SOCKET_CONNECTIONS = 10
ACK_SECONDS = 3.0


def check_message_blocks(blocks: Any) -> list[dict[str, Any]]:
    """The blocks of one message, checked singly and together."""
    if blocks is None:
        return []
    if not isinstance(blocks, list):
        raise PayloadRefused("invalid_blocks_format")
    problems = check_blocks(blocks, surface="message", most=MESSAGE_BLOCKS)
    if problems:
        raise PayloadRefused("invalid_blocks", problems)
    _check_together(blocks)
    return blocks


def _check_together(blocks: Sequence[dict[str, Any]]) -> None:
    markdown = sum(len(block["text"]) for block in blocks if block["type"] == "markdown")
    if markdown > MARKDOWN_CHARACTERS:
        raise PayloadRefused("msg_blocks_too_long", [f"markdown blocks hold {markdown} characters together"])
    if text_length(blocks) > BLOCKS_CHARACTERS:
        raise PayloadRefused("msg_blocks_too_long")


def check_markdown(text: str) -> str:
    if len(text) > MARKDOWN_CHARACTERS:
        raise PayloadRefused("msg_too_long")
    return text


def check_metadata(metadata: Any) -> dict[str, Any] | None:
    """A message's metadata: `event_type` and an object `event_payload`; an empty object removes it."""
    if not metadata:
        return None
    if not isinstance(metadata, dict):
        raise PayloadRefused("invalid_metadata_format")
    if not isinstance(metadata.get("event_type"), str) or not isinstance(metadata.get("event_payload"), dict):
        raise PayloadRefused("invalid_metadata_schema")
    if len(json.dumps(metadata).encode()) > METADATA_BYTES:
        raise PayloadRefused("metadata_too_large")
    return metadata
