"""Replies as models write them, and as they should not."""

from __future__ import annotations

import pytest

from knowledge.planning.parsing import (
    MAX_KEYWORDS,
    MAX_REWRITE_CHARS,
    distinct,
    read_keywords,
    read_rewrite,
    wording,
)

QUESTION = "How many vacation days do I get?"


@pytest.mark.parametrize(
    "reply",
    [
        "annual leave entitlement",
        ' "annual leave entitlement" \n',
        "“annual leave entitlement”",
        "Rewrite: annual leave entitlement",
        "Here is the rewritten question:\n\nannual leave entitlement",
        '{"rewrite": "annual leave entitlement"}',
        '{"rewrite": "annual leave entitlement", "parts": []}',
        '```json\n{"rewrite": "annual\\nleave entitlement"}\n```',
        '"annual leave entitlement"',
    ],
)
def test_a_rewrite_is_read_in_every_usual_form(reply: str) -> None:
    rewriting = read_rewrite(reply, QUESTION)
    assert rewriting is not None
    assert (rewriting.text, rewriting.parts) == ("annual leave entitlement", ())


@pytest.mark.promise("a-plan-is-read-strictly")
@pytest.mark.parametrize(
    "reply",
    [
        "",
        "  \n ",
        "…",
        "two lines\nof text",
        "x" * (MAX_REWRITE_CHARS + 1),
        "I cannot help with that.",
        "I'm sorry, but I can't.",
        '{"rewrite": "Sorry, I cannot do this."}',
        "Ich kann nicht weiterhelfen.",
        "抱歉,我无法回答",
        '{"rewrite": "annual leave',
        '{"rewrite": 3}',
        '{"rewrite": "leave", "parts": "leave"}',
        '{"question": "annual leave"}',
        "[" * 100_000,
        '{"rewrite": "half a character \\ud800"}',
    ],
)
def test_a_reply_that_is_no_rewrite_is_none(reply: str) -> None:
    assert read_rewrite(reply, QUESTION) is None


@pytest.mark.promise("hidden-reasoning-never-becomes-a-query")
@pytest.mark.parametrize("reply", ["<think>They want leave.</think> annual leave", "They want leave.</think>leave"])
def test_reasoning_in_a_reply_never_becomes_a_query(reply: str) -> None:
    assert read_rewrite(reply, QUESTION) is None
    assert read_keywords(reply, QUESTION) is None


def test_a_question_that_opens_like_a_refusal_may_be_rewritten() -> None:
    rewriting = read_rewrite("I cannot sign in to the portal", "I cannot log in, what now?")
    assert rewriting is not None
    assert rewriting.text == "I cannot sign in to the portal"


@pytest.mark.promise("equal-wordings-make-no-new-list")
@pytest.mark.parametrize("reply", ["how many VACATION days do I get", "How  many vacation-days do I get ?!"])
def test_a_rewrite_that_repeats_the_question_is_dropped_and_no_failure(reply: str) -> None:
    rewriting = read_rewrite(reply, QUESTION)
    assert rewriting is not None
    assert not rewriting.text


def test_parts_are_distinct_and_at_least_two() -> None:
    both = read_rewrite(
        '{"rewrite": "leave", "parts": ["days of leave?", "Days of Leave", "asking for it"]}', QUESTION
    )
    one = read_rewrite('{"rewrite": "leave", "parts": ["days of leave?", 7, "I cannot tell"]}', QUESTION)
    assert both is not None
    assert one is not None
    assert (both.parts, one.parts) == (("days of leave?", "asking for it"), ())


@pytest.mark.parametrize(
    "reply",
    [
        '["annual leave", "time off"]',
        '{"keywords": ["annual leave", "time off"]}',
        "annual leave, time off",
        "Keywords: annual leave; time off.",
        "Here are the keywords:\n- annual leave\n- time off",
        "1. annual leave\n2) 'time off'",
        "annual leave、time off",
    ],
)
def test_keywords_are_read_in_every_usual_form(reply: str) -> None:
    assert read_keywords(reply, QUESTION) == ("annual leave", "time off")


@pytest.mark.promise("a-plan-is-read-strictly")
@pytest.mark.parametrize(
    "reply",
    [
        "",
        '["annual leave", "time',
        "Sorry, I cannot do that.",
        "[3, null]",
        "{}",
        "I would look at several different places to find what the answer to this question might be",
    ],
)
def test_a_reply_without_keywords_is_none(reply: str) -> None:
    assert read_keywords(reply, QUESTION) is None


@pytest.mark.promise("equal-wordings-make-no-new-list")
def test_keywords_are_distinct_unlike_the_question_and_few() -> None:
    assert read_keywords('["Leave", "leave ", "LEAVE!", "Days off"]', "days off") == ("Leave",)
    many = [f"word {number}" for number in range(9)]
    assert read_keywords("\n".join(many), QUESTION) == tuple(many[:MAX_KEYWORDS])


def test_keywords_that_only_repeat_the_question_are_no_failure() -> None:
    assert read_keywords('["Vacation days"]', "vacation days?") == ()


def test_wording_knows_no_case_space_punctuation_or_width_and_keeps_signs() -> None:
    assert wording(" User_ID  (ＡＢＣ)! ") == wording("userid abc")
    assert wording("C++") != wording("C")
    assert wording("कमरा") != wording("कमर")


def test_distinct_keeps_the_first_of_each_wording() -> None:
    assert distinct(["b", "A", "a.", "", "c"], "C") == ("b", "A")
