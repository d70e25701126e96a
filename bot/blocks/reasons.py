"""Why an answer did not help: the question to the person who pressed, and what the notes' owner gets to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.blocks.message import Block, Message, asking, context, markdown, pack, plain_object, section
from bot.blocks.notes import source
from bot.blocks.splitting import split
from bot.text import ENGLISH, Sentence, Wording, answer_text, inert, plain
from knowledge.types import Answer

CALLBACK = "feedback_reason"
REASON, COMMENT = "reason", "comment"  # block and action ids of the two inputs
COMMENT_LIMIT = 1_000
QUESTION_LIMIT = 1_000
BODY_LIMIT = 11_000
REASONS: Mapping[str, Sentence] = {
    "wrong": lambda words: words.reason_wrong,
    "outdated": lambda words: words.reason_outdated,
    "incomplete": lambda words: words.reason_incomplete,
    "off_topic": lambda words: words.reason_off_topic,
    "sources": lambda words: words.reason_sources,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """What somebody, nobody says who, has against an answer. `reason` is a key of REASONS or empty."""

    reason: str
    comment: str
    question: str
    answer: Answer


def reason_view(place: str, *, passed_on: bool, words: Wording = ENGLISH) -> Block:
    """The modal that opens after *Not helpful*; both inputs may stay empty. `place` comes back with them.

    `passed_on`: the notes' owner will read it.
    """
    options = [_option(value, label(words)) for value, label in REASONS.items()]
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "private_metadata": place,
        "title": plain_object(words.what_was_missing),
        "submit": plain_object(words.send),
        "close": plain_object(words.skip),
        "blocks": [
            section(words.say_why_passed_on if passed_on else words.say_why),
            asking(words.reason, REASON, {"type": "radio_buttons", "options": options}, optional=True),
            asking(
                words.in_your_words,
                COMMENT,
                {"type": "plain_text_input", "multiline": True, "max_length": COMMENT_LIMIT},
                optional=True,
            ),
        ],
    }


def complaint_messages(complaint: Complaint, words: Wording = ENGLISH) -> tuple[Message, ...]:
    """Reason, question, answer and sources, in as many messages as they need."""
    chosen = REASONS.get(complaint.reason)
    reason = chosen(words) if chosen else words.no_reason
    first = words.did_not_help.format(reason=reason)
    return tuple(Message(text=first, blocks=part) for part in pack(_complaint(complaint, first, words)))


def _complaint(complaint: Complaint, first: str, words: Wording) -> Iterator[Block]:
    yield section(f"*{first}*")
    if complaint.comment:
        yield section(words.quoted(plain(complaint.comment, 2 * COMMENT_LIMIT)))
    yield section(f"*{words.the_question}*\n> {plain(complaint.question, QUESTION_LIMIT)}")
    yield section(f"*{words.the_answer}*")
    yield from map(
        markdown, split(inert(answer_text(complaint.answer.text, words)) or words.nothing_found, BODY_LIMIT)
    )
    if complaint.answer.citations:
        yield section(f"*{words.sources}*")
        yield from (context(source(citation, words)) for citation in complaint.answer.citations)
    yield context(words.why_you)


def _option(value: str, label: str) -> Block:
    return {"text": plain_object(label), "value": value}
