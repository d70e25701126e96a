"""An answer as messages: its text, then its sources, then what can be done with it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.blocks.message import Block, Message, actions, button, context, markdown, pack, plain_object, section
from bot.blocks.notes import brief, card, source
from bot.blocks.splitting import split
from bot.text import ENGLISH, Wording, answer_text, headline, inert, plain, remark
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
    words: Wording = ENGLISH,
) -> tuple[Message, ...]:
    """An answer in as many messages as it needs; the last one carries sources and buttons.

    `question` is repeated where the answer stands alone; `shared_by` is the id of the person who shared it.

    Buttons: `answer_share` (value: request id) on private answers that have something to share; `escalate` (value:
    request id) where somebody can be called; `feedback:<request id>` with the values `helpful` and `not_helpful`.
    """
    blocks = [
        *_head(question, shared_by, words),
        *_body(answer, words),
        *answer_tail(answer, request_id=request_id, private=private, escalate=escalate, words=words),
    ]
    packed = pack(blocks)
    first = headline(answer_text(answer.text, words)) or words.nothing_found
    return (
        Message(text=first, blocks=packed[0]),
        *(Message(text=_first_words(part) or first, blocks=part) for part in packed[1:]),
    )


def answer_tail(
    answer: Answer, *, request_id: str, private: bool, escalate: bool = False, words: Wording = ENGLISH
) -> tuple[Block, ...]:
    """What stands below an answer's text: remarks, sources, how long it took, buttons."""
    return (
        *_remarks(answer, words),
        *_nearest(answer, words),
        *_sources(answer, words),
        *_footer(answer, words),
        *_buttons(answer, request_id, words, private=private, escalate=escalate),
    )


def _head(question: str, shared_by: str, words: Wording) -> Iterator[Block]:
    if shared_by:
        yield context(shared_by_line(shared_by, words))
    if question:
        yield section(f"> {plain(question, 2_000)}")


def _body(answer: Answer, words: Wording) -> Iterator[Block]:
    parts = split(inert(answer_text(answer.text, words)), BODY_LIMIT)
    yield from map(markdown, parts)
    if not parts:
        yield section(words.nothing_found)


def _remarks(answer: Answer, words: Wording) -> Iterator[Block]:
    """What a reader must know about how this answer came about."""
    if answer.degraded:
        yield context(f":warning: {plain(remark(answer.degraded, words), NOTICE_LIMIT)}")
    if answer.mode != "none" and answer.confidence == "weak":
        yield context(f":warning: {words.says_little}")
    yield from (context(plain(remark(notice, words), NOTICE_LIMIT)) for notice in answer.notices if notice.strip())


def _nearest(answer: Answer, words: Wording) -> Iterator[Block]:
    if answer.mode == "none" and answer.nearest:
        yield section(f"*{words.nearest}*")
        yield from (section(_near(hit, words)) for hit in answer.nearest)


def _near(hit: Hit, words: Wording) -> str:
    _, _, preview = card(hit).partition("\n")
    return f"{brief(hit, words)}\n{preview}".rstrip()


def _sources(answer: Answer, words: Wording) -> Iterator[Block]:
    if answer.citations:
        yield {"type": "divider"}
        yield context(f"*{words.sources}*")
        yield from (context(source(citation, words)) for citation in answer.citations)


def _footer(answer: Answer, words: Wording) -> Iterator[Block]:
    if answer.notes_read:
        yield context(words.counted(words.read_in, answer.notes_read, seconds=words.tenths(answer.seconds)))


def _buttons(answer: Answer, request_id: str, words: Wording, *, private: bool, escalate: bool) -> Iterator[Block]:
    share = [button(words.share, "answer_share", request_id)] if private and answer.mode != "none" else []
    call = [button(words.person_wanted, "escalate", request_id)] if escalate else []
    yield from actions([*share, *call])
    yield {
        "type": "context_actions",
        "elements": [
            {
                "type": "feedback_buttons",
                "action_id": f"feedback:{request_id}",
                "positive_button": _verdict(words.helpful, "helpful"),
                "negative_button": _verdict(words.not_helpful, "not_helpful"),
            }
        ],
    }


def _verdict(label: str, value: str) -> Block:
    return {"text": plain_object(label), "value": value, "accessibility_label": label}


def _first_words(blocks: tuple[Block, ...]) -> str:
    """What a message that goes on with an answer says in a notification."""
    for block in blocks:
        if block["type"] == "markdown":
            return headline(block["text"])
        if block["type"] == "context":
            return str(block["elements"][0]["text"]).partition("\n")[0]
    return ""
