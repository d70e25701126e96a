"""Pure renderers: values in, Slack payloads within all limits out."""

from bot.blocks.answers import answer_message, answer_tail
from bot.blocks.digests import comparison_message, comparison_view, digest_messages
from bot.blocks.escalations import calling_message, resolved_message
from bot.blocks.home import home_view
from bot.blocks.message import Message
from bot.blocks.pages import help_message, sentence_message, suggested_prompts, welcome_message
from bot.blocks.plainly import without_blocks
from bot.blocks.reasons import complaint_messages, reason_view
from bot.blocks.saving import draft_view, sentence_view, waiting_view
from bot.blocks.searches import related_message, search_message
from bot.blocks.unfurls import unfurled

__all__ = [
    "Message",
    "answer_message",
    "answer_tail",
    "calling_message",
    "comparison_message",
    "comparison_view",
    "complaint_messages",
    "digest_messages",
    "draft_view",
    "help_message",
    "home_view",
    "reason_view",
    "related_message",
    "resolved_message",
    "search_message",
    "sentence_message",
    "sentence_view",
    "suggested_prompts",
    "unfurled",
    "waiting_view",
    "welcome_message",
    "without_blocks",
]
