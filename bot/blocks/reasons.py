"""Why an answer did not help: the question to the person who pressed, and what the notes' owner gets to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.blocks.message import Block, Message, context, markdown, pack, section
from bot.blocks.notes import source
from bot.blocks.splitting import split
from bot.text import inert, nothing_found, plain
from knowledge.types import Answer

CALLBACK = "feedback_reason"
REASON, COMMENT = "reason", "comment"  # block and action ids of the two inputs
COMMENT_LIMIT = 1_000
QUESTION_LIMIT = 1_000
BODY_LIMIT = 11_000
REASONS: Mapping[str, str] = {
    "wrong": "It is wrong",
    "outdated": "It is out of date",
    "incomplete": "Something is missing",
    "off_topic": "It answers another question",
    "sources": "Its sources do not fit",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """What somebody, nobody says who, has against an answer. `reason` is a key of REASONS or empty."""

    reason: str
    comment: str
    question: str
    answer: Answer


def reason_view(place: str, *, passed_on: bool) -> Block:
    """The modal that opens after *Not helpful*; both inputs may stay empty. `place` comes back with them.

    `passed_on`: the notes' owner will read it.
    """
    told = ": it goes to whoever looks after these notes, without your name" if passed_on else ""
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "private_metadata": place,
        "title": {"type": "plain_text", "text": "What was missing?"},
        "submit": {"type": "plain_text", "text": "Send"},
        "close": {"type": "plain_text", "text": "Skip"},
        "blocks": [
            section(f"Noted. If you like, say why{told}."),
            _input(
                "Reason", REASON, {"type": "radio_buttons", "options": [_option(*one) for one in REASONS.items()]}
            ),
            _input(
                "In your words",
                COMMENT,
                {"type": "plain_text_input", "multiline": True, "max_length": COMMENT_LIMIT},
            ),
        ],
    }


def complaint_messages(complaint: Complaint) -> tuple[Message, ...]:
    """Reason, question, answer and sources, in as many messages as they need."""
    reason = REASONS.get(complaint.reason, "No reason was chosen")
    first = f"An answer from a note of yours did not help: {reason.lower()}"
    return tuple(Message(text=first, blocks=part) for part in pack(_complaint(complaint, reason)))


def _complaint(complaint: Complaint, reason: str) -> Iterator[Block]:
    yield section(f"*An answer from a note of yours did not help somebody:* {reason}")
    if complaint.comment:
        yield section(f"“{plain(complaint.comment, 2 * COMMENT_LIMIT)}”")
    yield section(f"*The question*\n> {plain(complaint.question, QUESTION_LIMIT)}")
    yield section("*The answer*")
    yield from map(markdown, split(inert(complaint.answer.text) or nothing_found(), BODY_LIMIT))
    if complaint.answer.citations:
        yield section("*Sources*")
        yield from (context(source(citation)) for citation in complaint.answer.citations)
    yield context("You get this because a cited note or its history names you, or because you look after the notes.")


def _option(value: str, label: str) -> Block:
    return {"text": {"type": "plain_text", "text": label}, "value": value}


def _input(label: str, name: str, element: Block) -> Block:
    return {
        "type": "input",
        "block_id": name,
        "optional": True,
        "label": {"type": "plain_text", "text": label},
        "element": {**element, "action_id": name},
    }
