"""What is shown of a chunk."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.retrieval.preview import preview
from knowledge.text import analyze, query_terms

FILLER = "Nothing of interest is said in this sentence, which is long. " * 8


def shown(text: str, question: str, *, limit: int = 120) -> str:
    return preview(text, query_terms(question), limit=limit)


def test_a_short_chunk_is_shown_whole() -> None:
    assert shown("You get 28 days.\nAsk early.", "days") == "You get 28 days. Ask early."


def test_the_items_of_a_list_stay_apart_on_one_line() -> None:
    text = "- [ ] Meet Jane\n- [x] Safety training - 90 minutes\n* Listen to calls"
    assert shown(text, "safety") == "Meet Jane · Safety training - 90 minutes · Listen to calls"


@pytest.mark.promise("a-preview-shows-the-whole-matching-paragraph")
def test_the_whole_matching_paragraph_is_shown_between_omissions() -> None:
    text = f"{FILLER}\n\nYou get 28 days of vacation.\nAsk early.\n\n{FILLER}"
    assert shown(text, "vacations") == "... You get 28 days of vacation. Ask early. ..."


def test_a_paragraph_that_is_too_long_is_shown_from_its_best_sentence_on() -> None:
    text = f"{FILLER}You get 28 days of vacation. Ask early. {FILLER}"
    assert shown(text, "vacation days", limit=50) == "... You get 28 days of vacation. Ask early. ..."


def test_a_sentence_that_is_too_long_is_cut_between_words_around_the_match() -> None:
    text = "word " * 200 + "vacation " + "word " * 200
    result = shown(text, "vacation")
    assert "vacation" in result
    assert set(result.split()) == {"...", "word", "vacation"}


def test_without_a_match_the_beginning_is_shown() -> None:
    assert shown(FILLER, "zebra").startswith("Nothing of interest")
    assert shown(FILLER, "zebra").endswith(" ...")


def test_chinese_without_spaces_is_cut_around_the_match() -> None:
    text = "甲乙丙丁" * 100 + "年假政策" + "甲乙丙丁" * 100
    assert "年假" in shown(text, "年假")


words = st.sampled_from(["vacation", "days", "note", "Ask.", "x", "\n", "\n\n", "- item"])


@given(st.lists(words, max_size=200), st.integers(40, 200))
def test_a_preview_holds_a_word_of_the_question_when_the_chunk_does(pieces: list[str], limit: int) -> None:
    text = " ".join(pieces)
    result = preview(text, ["vacat"], limit=limit)
    assert ("vacat" in analyze(result)) == ("vacat" in analyze(text))
    assert len(result.removeprefix("... ").removesuffix(" ...")) <= limit
