"""A person is called into a thread, and later somebody says that it is done."""

from __future__ import annotations

from collections.abc import Sequence

from bot import text
from bot.blocks.message import Message, actions, button, section
from bot.text import ENGLISH, Wording


def calling_message(*, asker: str, people: Sequence[str], answer_id: str, words: Wording = ENGLISH) -> Message:
    """Calls people for somebody. All are ids, those of `people` from the settings alone.

    Button: `escalate_resolved` (value: the answer's id).
    """
    line = text.calling(asker, people, words)
    done = actions([button(words.resolve, "escalate_resolved", answer_id)])
    return Message(text=line, blocks=(section(line), *done))


def resolved_message(*, by: str, words: Wording = ENGLISH) -> Message:
    """What takes its place once one of them has said so."""
    line = text.resolved_by(by, words)
    return Message(text=line, blocks=(section(line),))
