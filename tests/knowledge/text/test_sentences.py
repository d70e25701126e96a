"""Where sentences end."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.text import sentences


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "expected",
    [
        ["It works!", "Does it?", "Yes."],
        ["We use v1.2 of file.py, e.g. for Dr. Smith.", "That is all."],
        ["Das gilt z. B. am 3. Mai.", "Danach nicht, vgl. Abs. 2."],
        ["Nous avons 5 jours.", "C'est fini."],
        ["J. R. Smith of the U.S. Army said so.", "Next."],
        ['He said "Stop."', "Then he left."],
        ["It costs 3.", "The rest is free."],
        ["See the table [1].", "It helps."],
    ],
)
def test_a_sentence_ends_at_its_punctuation_and_not_inside(expected: list[str]) -> None:
    assert split(" ".join(expected)) == expected


@pytest.mark.parametrize(
    "expected", [["我们有年假。", "每年十天！", "可以吗？"], ["休暇です。", "「はい。」", "終わり"]]
)
def test_chinese_and_japanese_need_no_space(expected: list[str]) -> None:
    assert split("".join(expected)) == expected


def test_arabic_and_hindi_have_their_own_marks() -> None:
    assert split("هل هذا صحيح؟ نعم. انتهى") == ["هل هذا صحيح؟", "نعم.", "انتهى"]
    assert split("यह सही है। हाँ।") == ["यह सही है।", "हाँ।"]


def test_list_items_headings_and_table_rows_stand_alone() -> None:
    text = "# Title\nText\n\n- one item\n- two. Second.\n1. First\n2. Next\n| a | b |\n|---|---|"
    expected = ["# Title", "Text", "- one item", "- two.", "Second.", "1. First", "2. Next", "| a | b |", "|---|---|"]
    assert split(text) == expected


def test_a_wrapped_line_goes_on_and_a_short_one_ends() -> None:
    wrapped = "This paragraph was wrapped by somebody's editor so that\nit goes on here. And ends."
    assert split(wrapped) == [
        "This paragraph was wrapped by somebody's editor so that\nit goes on here.",
        "And ends.",
    ]
    assert split("Short title\nAnother thing") == ["Short title", "Another thing"]


@given(st.text(alphabet=st.sampled_from("aB1 .!?。\n-#|\"')\u00a0»"), max_size=120))
def test_every_visible_character_lies_in_one_sentence_in_order(text: str) -> None:
    spans = sentences(text)
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)


@pytest.mark.parametrize("piece", [". ", ".", "a\n", " ", "\n", '"', "a. "])
def test_a_very_long_text_is_read_once(piece: str) -> None:
    text = piece * 100_000
    assert sum(end - start for start, end in sentences(text)) <= len(text)
