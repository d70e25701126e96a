"""An answer as messages: its text, then its sources, then what can be done with it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.blocks.message import Block, Message, actions, button, context, markdown, pack, section
from bot.blocks.notes import brief, card, source
from bot.blocks.splitting import split
from bot.text import headline, inert, nothing_found, plain
from bot.text import shared_by as shared_by_line
from knowledge.types import Answer, Hit

BODY_LIMIT = 11_000  # of one message's Markdown, of Slack's 12,000: so the sources mostly fit into the same message
NOTICE_LIMIT = 1_000


def answer_message(
    answer: Answer,
    *,
    request_id: str,
    private: bool,
    question: str = "",
    shared_by: str = "",
    escalate: bool = False,
) -> tuple[Message, ...]:
    """An answer in as many messages as it needs; the last one carries sources and buttons.

    `question` is repeated where the answer stands alone; `shared_by` is the id of the person who shared it.

    Buttons: `answer_share` (value: request id) on private answers that have something to share; `escalate` (value:
    request id) where somebody can be called;
    `feedback:<request id>` with the values `helpful` and `not_helpful`.
    """
    blocks = [
        *_head(question, shared_by),
        *_body(answer),
        *answer_tail(answer, request_id=request_id, private=private, escalate=escalate),
    ]
    packed = pack(blocks)
    first = headline(answer.text) or nothing_found()
    return (
        Message(text=first, blocks=packed[0]),
        *(Message(text=_first_words(part) or first, blocks=part) for part in packed[1:]),
    )


def answer_tail(answer: Answer, *, request_id: str, private: bool, escalate: bool = False) -> tuple[Block, ...]:
    """What stands below an answer's text: remarks, sources, how long it took, buttons."""
    return (
        *_remarks(answer),
        *_nearest(answer),
        *_sources(answer),
        *_footer(answer),
        *_buttons(answer, request_id, private=private, escalate=escalate),
    )


def _head(question: str, shared_by: str) -> Iterator[Block]:
    if shared_by:
        yield context(shared_by_line(shared_by))
    if question:
        yield section(f"> {plain(question, 2_000)}")


def _body(answer: Answer) -> Iterator[Block]:
    parts = split(inert(answer.text), BODY_LIMIT)
    yield from map(markdown, parts)
    if not parts:
        yield section(nothing_found())


def _remarks(answer: Answer) -> Iterator[Block]:
    """What a reader must know about how this answer came about."""
    if answer.degraded:
        yield context(f":warning: {plain(answer.degraded, NOTICE_LIMIT)}")
    if answer.mode != "none" and answer.confidence == "weak":
        yield context(":warning: The notes say little about this. Please check the sources.")
    yield from (context(plain(notice, NOTICE_LIMIT)) for notice in answer.notices if notice.strip())


def _nearest(answer: Answer) -> Iterator[Block]:
    if answer.mode == "none" and answer.nearest:
        yield section("*The nearest notes:*")
        yield from (section(_near(hit)) for hit in answer.nearest)


def _near(hit: Hit) -> str:
    _, _, preview = card(hit).partition("\n")
    return f"{brief(hit)}\n{preview}".rstrip()


def _sources(answer: Answer) -> Iterator[Block]:
    if answer.citations:
        yield {"type": "divider"}
        yield context("*Sources*")
        yield from (context(source(citation)) for citation in answer.citations)


def _footer(answer: Answer) -> Iterator[Block]:
    if answer.notes_read:
        notes = "1 note" if answer.notes_read == 1 else f"{answer.notes_read} notes"
        yield context(f"From {notes} in {answer.seconds:.1f} s")


def _buttons(answer: Answer, request_id: str, *, private: bool, escalate: bool) -> Iterator[Block]:
    share = [button("Share", "answer_share", request_id)] if private and answer.mode != "none" else []
    call = [button("I need a person", "escalate", request_id)] if escalate else []
    yield from actions([*share, *call])
    yield {
        "type": "context_actions",
        "elements": [
            {
                "type": "feedback_buttons",
                "action_id": f"feedback:{request_id}",
                "positive_button": _verdict("Helpful", "helpful"),
                "negative_button": _verdict("Not helpful", "not_helpful"),
            }
        ],
    }


def _verdict(label: str, value: str) -> Block:
    return {"text": {"type": "plain_text", "text": label}, "value": value, "accessibility_label": label}


def _first_words(blocks: tuple[Block, ...]) -> str:
    """What a message that goes on with an answer says in a notification."""
    for block in blocks:
        if block["type"] == "markdown":
            return headline(block["text"])
        if block["type"] == "context":
            return str(block["elements"][0]["text"]).partition("\n")[0]
    return ""
