import pytest

from bot.home.examples import QUESTION_CHARS, TITLE_CHARS, question_of, questions_of, title_of
from tests.bot.home.values import topic


@pytest.mark.promise("example-questions-come-from-the-notes")
def test_a_heading_becomes_a_question_about_its_note():
    assert question_of(topic("Vacation", "Carrying  over")) == "What does Vacation say about Carrying over?"
    assert question_of(topic("Vacation", "")) == "What does Vacation say?"


@pytest.mark.parametrize("heading", ["How do I apply?", "如何申请？"])
def test_a_heading_that_asks_is_the_question(heading):
    assert question_of(topic("Vacation", heading)) == heading


def test_other_languages_get_no_english_words_around_theirs():
    assert question_of(topic("Reisekosten", "Verpflegung", english=False)) == "Reisekosten: Verpflegung"
    assert question_of(topic("Reisekosten", "", english=False)) == "Reisekosten"


def test_endless_headings_are_cut_visibly():
    endless = topic("T" * 500, "H" * 500)
    assert len(question_of(endless)) <= QUESTION_CHARS + 1
    assert question_of(endless).endswith("…?")
    assert (len(title_of(endless)), title_of(endless)[-1]) == (TITLE_CHARS, "…")


def test_equal_questions_are_shown_once():
    same = topic("Vacation", "How do I apply?")
    assert questions_of([same, same]) == ("How do I apply?",)
