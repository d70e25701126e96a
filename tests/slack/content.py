"""What a message says, taken from a call's arguments and held against Slack's rules."""

from dataclasses import dataclass
from typing import Any

from tests.slack.arguments import Arguments
from tests.slack.errors import PayloadRefused
from tests.slack.limits import POST_TEXT_CHARACTERS, check_markdown, check_message_blocks, check_metadata
from tests.slack.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    text: str
    blocks: list[dict[str, Any]]
    metadata: dict[str, Any] | None
    attachments: list[dict[str, Any]]

    def fields(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "blocks": self.blocks,
            "metadata": self.metadata,
            "attachments": self.attachments,
        }


def read_content(workspace: Workspace, args: Arguments, *, empty_is_fine: bool = False) -> Content:
    """Text, blocks, attachments and metadata of one message; longer text than Slack keeps is cut.

    Raises:
        PayloadRefused: under the name that Slack gives the rule that was broken.
    """
    blocks = check_message_blocks(args.structure("blocks", malformed="invalid_blocks_format"))
    attachments = args.structure("attachments", malformed="invalid_attachments") or []
    for attachment in attachments:
        check_message_blocks(attachment.get("blocks"))
    text = _text(args)
    if not text and not blocks and not attachments and not empty_is_fine:
        raise PayloadRefused("no_text")
    return Content(
        text=text[:POST_TEXT_CHARACTERS],
        blocks=workspace.name_blocks(blocks),
        metadata=check_metadata(args.structure("metadata", malformed="invalid_metadata_format")),
        attachments=attachments,
    )


def _text(args: Arguments) -> str:
    markdown = args.text("markdown_text")
    if not markdown:
        return args.text("text")
    if "text" in args or "blocks" in args:
        raise PayloadRefused("markdown_text_conflict")
    return check_markdown(markdown)
