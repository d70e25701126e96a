from typing import Any

import pytest

from bot.blocks import complaint_messages, reason_view
from bot.blocks.reasons import REASONS, Complaint
from tests.bot.blocks.samples import accept, answer, citation, shown
from tests.slack.blocks import check_blocks


def complaint(**changes: Any) -> Complaint:
    fields: dict[str, Any] = {"reason": "outdated", "comment": "It is 30 now", "question": "how many days?"}
    return Complaint(**{**fields, "answer": answer(), **changes})


@pytest.mark.promise("not-helpful-asks-why")
def test_the_modal_offers_reasons_and_free_text_and_needs_neither():
    view = reason_view("here", passed_on=True)
    assert check_blocks(view["blocks"], surface="modal", most=100) == []
    inputs = [block for block in view["blocks"] if block["type"] == "input"]
    assert [block["optional"] for block in inputs] == [True, True]
    assert [option["value"] for option in inputs[0]["element"]["options"]] == list(REASONS)
    assert view["private_metadata"] == "here"
    assert all(len(view[name]["text"]) <= 24 for name in ("title", "submit", "close"))


@pytest.mark.promise("not-helpful-asks-why")
def test_the_modal_promises_to_pass_it_on_only_where_somebody_is_told():
    assert "without your name" in str(reason_view("", passed_on=True))
    assert "name" not in str(reason_view("", passed_on=False)["blocks"][0])


@pytest.mark.promise("a-notes-owner-hears-why")
def test_the_owner_reads_reason_question_answer_and_sources():
    (message,) = complaint_messages(complaint())
    text = shown(accept(message))
    for part in ("out of date", "It is 30 now", "how many days?", "**25 days**", "Everyone gets 25 days."):
        assert part in text


def test_words_of_others_stay_words():
    hostile = "<!channel> <@U1> <https://x.test|y>"
    messages = complaint_messages(complaint(comment=hostile, question=hostile, answer=answer(hostile)))
    assert not any(live in shown(*messages) for live in ("<!", "<@", "<https://x"))


def test_an_endless_answer_is_told_whole_in_several_messages():
    words = "\n\n".join(f"Line {number} of it says a lot. [1]" for number in range(900))
    messages = complaint_messages(complaint(answer=answer(words, citations=(citation(), citation(2)))))
    text = shown(*map(accept, messages))
    assert all(f"Line {number} of" in text for number in range(900))
