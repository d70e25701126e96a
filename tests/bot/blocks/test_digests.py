"""A digest as people see it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.blocks import comparison_message, comparison_view, digest_messages
from bot.blocks.digests import FIRST_PAIRS
from bot.blocks.message import Message
from bot.digest.composing import Digest, Past, Unanswered, compose
from knowledge.duplicates import Comparison, Side, differences
from tests.bot.blocks.samples import NASTY_TITLE, accept, buttons, shown
from tests.bot.digest.values import LEFT, RIGHT, audit, note, pair
from tests.bot.text.hostile import LIVE, MENTIONS

SLOT = "2026-01-12T09:00"


def digest(count: int = 1, **changes: object) -> Digest:
    found = audit(*(pair(f"leave{number}") for number in range(count)))
    composed = compose(found, Past(reported={}, asides={}), slot=SLOT, channel="C1", now=0.0)
    return replace(composed, **changes)


def rendered(told: Digest, *, late: bool = False) -> tuple[Message, ...]:
    messages = digest_messages(told, late=late)
    for message in messages:
        accept(message)
    return messages


def compared(left: str = LEFT, right: str = RIGHT, title: str = "Leave") -> Comparison:
    one, other = note("leave.md", left), note("copies/leave.md", right)
    sides = [Side(ref=each.ref, title=title, url=None, updated=None, beginning=each.text) for each in (one, other)]
    return Comparison(left=sides[0], right=sides[1], drift=differences(one, other))


def test_the_headline_counts_and_is_the_notification() -> None:
    (message,) = rendered(digest(2))
    assert message.text == "Duplicate notes: 2 new, 0 still open"
    assert message.blocks[0]["text"]["text"] == "*Duplicate notes: 2 new, 0 still open*"


def test_a_row_names_both_notes_and_what_differs() -> None:
    (message,) = rendered(digest())
    text = shown(message)
    assert "<https://notes.test/leave0.md|Leave0>" in text
    assert "handbook/copies/leave0.md" in text
    assert "“28 days” against “25 days”" in text
    assert buttons(message) == {
        "duplicate_compare": "leave0",
        "duplicate_dismiss": "leave0",
        "duplicate_snooze": "leave0",
    }


@pytest.mark.promise("slack-limits-hold")
def test_many_pairs_go_on_in_the_thread_and_none_is_lost() -> None:
    first, *others = rendered(digest(70))
    assert f"{70 - FIRST_PAIRS} more in the thread." in shown(first)
    named = " ".join(shown(message) for message in (first, *others))
    assert all(f"|Leave{number}>" in named for number in range(70))
    assert len([block for block in first.blocks if block["type"] == "actions"]) == FIRST_PAIRS


@pytest.mark.promise("a-missed-digest-is-posted-late-once-or-left-out")
def test_a_late_digest_says_which_one_it_is() -> None:
    (message,) = rendered(digest(), late=True)
    assert "This is the digest of 2026-01-12, 09:00. I was not running then." in shown(message)


@pytest.mark.promise("unanswered-questions-are-told-without-names")
def test_questions_have_their_count_and_a_button() -> None:
    asked = (Unanswered(id="q1", question="May I bring my dog?", count=3),)
    first, second = rendered(digest(0, unanswered=asked))
    assert first.text == "1 question without an answer"
    assert "“May I bring my dog?”, asked by 3 people" in shown(second)
    assert buttons(second) == {"question_resolved": "q1"}


def test_two_notes_stand_side_by_side() -> None:
    view = comparison_view(compared())
    assert view["blocks"][1]["fields"][0]["text"] == "You get 28 days of vacation a year."
    assert view["blocks"][1]["fields"][1]["text"] == "You get 25 days of vacation a year."
    assert "word for word" in str(comparison_view(compared(right=LEFT))["blocks"])


@pytest.mark.promise("slack-limits-hold")
def test_long_notes_that_differ_everywhere_fit_a_modal_and_messages() -> None:
    left = " ".join(f"The first rule number {n} allows {n} days." for n in range(400))
    right = " ".join(f"The first rule number {n} allows {n + 1} days." for n in range(400))
    view = comparison_view(compared(left, right, title=NASTY_TITLE * 20))
    assert len(view["blocks"]) <= 100
    assert all(len(field["text"]) <= 2_000 for block in view["blocks"] for field in block.get("fields", []))
    for message in comparison_message(compared(left, right)):
        accept(message)


@pytest.mark.promise("no-text-can-ping")
@pytest.mark.parametrize("mention", MENTIONS)
def test_nothing_in_a_digest_can_ping(mention: str) -> None:
    found = audit(pair(mention, left=f"{mention} gets 28 days.", right=f"{mention} gets 25 days."))
    told = compose(found, Past(reported={}, asides={}), slot=SLOT, channel="C1", now=0.0)
    told = replace(told, warnings=(mention,), unanswered=(Unanswered(id="q", question=mention, count=1),))
    for message in rendered(told):
        assert not LIVE.search(shown(message) + message.text)
    (side,) = comparison_message(compared(f"{mention} gets 28.", f"{mention} gets 25.", title=mention))
    assert not LIVE.search(shown(side))
