"""The modal of a note stays within Slack's limits, and gives back what it showed."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.blocks import draft_view, sentence_view, waiting_view
from bot.blocks.saving import MOST_PARTS, PART_LIMIT, edited, parts_of
from bot.text import size
from bot.threads import Draft
from tests.slack import LocalSlack
from tests.slack.methods.views import check_view

PLACE = {"channel": "C1", "thread": "1.1"}


def draft(text: str, *, people: int = 2) -> Draft:
    return Draft(
        title="How we deploy & why",
        text=text,
        begun=date(2026, 11, 30),
        source="https://acme.slack.com/archives/C1/p1",
        participants=tuple(f"Somebody with a rather long name {number}" for number in range(people)),
    )


def unchanged(view: dict[str, Any]) -> dict[str, Any]:
    """The view as Slack sends it off when nobody changed a thing."""
    inputs = [block for block in view["blocks"] if block["type"] == "input"]
    values = {
        block["block_id"]: {block["block_id"]: {"value": block["element"].get("initial_value")}} for block in inputs
    }
    return view | {"state": {"values": values}}


@pytest.mark.parametrize("text", ["", "short", "line\n" * 20_000, "x" * 50_000, "😀" * 20_000])
def test_every_view_is_one_that_slack_takes(text: str) -> None:
    slack = LocalSlack()
    for view in (draft_view(draft(text, people=300), "inbox", PLACE), waiting_view(), sentence_view("No.")):
        assert check_view(slack.backend, view)


@pytest.mark.promise("a-thread-becomes-a-note")
def test_what_nobody_changed_comes_back_as_it_was() -> None:
    shown = draft("**Ann**:\n\n" + "a line of the thread\n" * 400 + "the end")
    back, file, place = edited(unchanged(draft_view(shown, "inbox", PLACE)))
    assert (back, file, place) == (shown, shown.file, PLACE)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab😀 \n", max_size=200).map(lambda text: text * 40))
def test_the_parts_are_the_text(text: str) -> None:
    parts = parts_of(text)
    assert all(size(part) <= PART_LIMIT for part in parts)
    if all(size(line) <= PART_LIMIT // 2 for line in text.split("\n")):
        assert "\n".join(parts) == text


def test_a_thread_that_is_too_long_is_said_to_be_cut() -> None:
    view = draft_view(draft("line of it\n" * 5_000), "inbox", PLACE)
    assert "only its beginning is here" in str(view)
    assert len([block for block in view["blocks"] if block["type"] == "input"]) == MOST_PARTS + 2
