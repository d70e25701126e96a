"""Pure renderers: values in, Slack payloads within all limits out."""

from bot.blocks.answers import answer_message
from bot.blocks.message import Message
from bot.blocks.pages import help_message, home_view, sentence_message, suggested_prompts, welcome_message
from bot.blocks.plainly import without_blocks
from bot.blocks.searches import related_message, search_message

__all__ = [
    "Message",
    "answer_message",
    "help_message",
    "home_view",
    "related_message",
    "search_message",
    "sentence_message",
    "suggested_prompts",
    "welcome_message",
    "without_blocks",
]
