"""Slack's limits, each just kept and just broken."""

from typing import Any

import pytest

from tests.slack.errors import PayloadRefused
from tests.slack.limits import check_message_blocks, check_metadata

Block = dict[str, Any]


def plain(text: str) -> Block:
    return {"type": "plain_text", "text": text}


def section(text: str = "x", **more: Any) -> Block:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}, **more}


def button(text: str = "Share", **more: Any) -> Block:
    return {"type": "button", "action_id": "share", "text": plain(text), **more}


def actions(*elements: Block) -> Block:
    return {"type": "actions", "elements": list(elements)}


def header(text: str) -> Block:
    return {"type": "header", "text": plain(text)}


def markdown(text: str) -> Block:
    return {"type": "markdown", "text": text}


def context(count: int) -> Block:
    return {"type": "context", "elements": [{"type": "mrkdwn", "text": "x"}] * count}


def table(rows: int, columns: int, cell: str = "x") -> Block:
    return {"type": "table", "rows": [[{"type": "raw_text", "text": cell}] * columns] * rows}


def feedback(value: str) -> Block:
    choice = {"text": plain("Good"), "value": value}
    element = {"type": "feedback_buttons", "action_id": "f", "positive_button": choice, "negative_button": choice}
    return {"type": "context_actions", "elements": [element]}


KEPT = {
    "50 blocks": [{"type": "divider"}] * 50,
    "section of 3,000": [section("x" * 3_000)],
    "header of 150": [header("x" * 150)],
    "10 context elements": [context(10)],
    "25 action elements": [actions(*[button()] * 25)],
    "button text of 75 and value of 2,000": [actions(button("x" * 75, value="v" * 2_000))],
    "ids of 255": [section(block_id="b" * 255, accessory=button(action_id="a" * 255))],
    "markdown of 12,000 together": [markdown("x" * 6_000), markdown("x" * 6_000)],
    "13,200 characters in all": [*[section("x" * 3_000)] * 4, section("x" * 1_200)],
    "one table of 100 by 6": [table(100, 6)],
    "one table of 5 by 20": [table(5, 20)],
    "feedback buttons": [feedback("helpful")],
}

BROKEN = {
    "51 blocks": [{"type": "divider"}] * 51,
    "section of 3,001": [section("x" * 3_001)],
    "empty section": [section("")],
    "section without text": [{"type": "section"}],
    "header of 151": [header("x" * 151)],
    "header in mrkdwn": [{"type": "header", "text": {"type": "mrkdwn", "text": "x"}}],
    "11 context elements": [context(11)],
    "no context elements": [context(0)],
    "26 action elements": [actions(*[button()] * 26)],
    "button text of 76": [actions(button("x" * 76))],
    "button value of 2,001": [actions(button(value="v" * 2_001))],
    "feedback value of 2,001": [feedback("v" * 2_001)],
    "block_id of 256": [section(block_id="b" * 256)],
    "action_id of 256": [actions(button(action_id="a" * 256))],
    "one block_id twice": [section(block_id="b"), section(block_id="b")],
    "markdown of 12,001": [markdown("x" * 12_001)],
    "table of 101 rows": [table(101, 1)],
    "table of 21 columns": [table(1, 21)],
    "table with an empty cell": [table(1, 1, cell="")],
    "two tables": [table(1, 1), table(1, 1)],
    "unknown block": [{"type": "carrousel"}],
    "unknown element": [actions({"type": "knob"})],
    "button where text belongs": [{"type": "context", "elements": [button()]}],
    "unknown field": [section(colour="red")],
    "block that is no object": ["section"],
}


@pytest.mark.parametrize("blocks", KEPT.values(), ids=KEPT.keys())
def test_blocks_within_the_limits_are_taken(blocks: list[Block]) -> None:
    assert check_message_blocks(blocks) == blocks


@pytest.mark.parametrize("blocks", BROKEN.values(), ids=BROKEN.keys())
def test_blocks_outside_the_limits_are_refused_with_a_pointer_to_the_place(blocks: list[Block]) -> None:
    with pytest.raises(PayloadRefused, match=r"^invalid_blocks$") as refused:
        check_message_blocks(blocks)
    assert all("[json-pointer:/blocks" in message for message in refused.value.messages)


@pytest.mark.parametrize(
    "blocks",
    [
        pytest.param([markdown("x" * 6_000), markdown("x" * 6_001)], id="markdown of 12,001 together"),
        pytest.param([*[section("x" * 3_000)] * 4, section("x" * 1_201)], id="13,201 characters in all"),
    ],
)
def test_blocks_that_are_too_long_only_together_have_their_own_error(blocks: list[Block]) -> None:
    with pytest.raises(PayloadRefused, match=r"^msg_blocks_too_long$"):
        check_message_blocks(blocks)


def test_metadata_needs_an_event_type_and_an_object() -> None:
    good = {"event_type": "answer", "event_payload": {"id": "1"}}
    assert check_metadata(good) == good
    with pytest.raises(PayloadRefused, match=r"^invalid_metadata_schema$"):
        check_metadata({"event_type": "answer", "event_payload": "1"})
