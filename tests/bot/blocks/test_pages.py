import pytest

from bot.blocks import help_message, sentence_message, suggested_prompts, welcome_message
from tests.bot.blocks.samples import accept, shown
from tests.bot.home.values import topic

COMMANDS = {"ask": "/ask", "search": "/search"}


def test_a_sentence_is_one_section_and_its_own_notification():
    message = accept(sentence_message("Please ask again."))
    assert (message.text, shown(message)) == ("Please ask again.", "Please ask again.")


def test_an_endless_sentence_is_kept_whole():
    message = accept(sentence_message("This is a word. " * 400))
    assert shown(message).split() == ("This is a word. " * 400).split()


def test_help_shows_an_example_of_each_command_and_of_filters():
    text = shown(accept(help_message(ask="/frag", search="/such")))
    assert "`/frag how many vacation days do I get?`" in text
    assert "`/such travel expenses`" in text
    assert "in:runbooks after:2025-01-01 -draft" in text


def test_the_welcome_says_what_it_is_and_how_to_use_it():
    message = accept(welcome_message(**COMMANDS))
    assert "every answer names its sources" in message.text
    assert "Try" not in shown(message)
    assert "mention me" in shown(message)


def test_the_welcome_lists_questions_that_cannot_ping():
    text = shown(accept(welcome_message(**COMMANDS, examples=("What does <!here> say?", "Why?"))))
    assert "• What does &lt;!here&gt; say?\n• Why?" in text


@pytest.mark.promise("prompts-come-from-the-notes")
def test_prompts_ask_about_the_notes_own_headings():
    prompts = suggested_prompts([topic("Vacation", "Carrying over"), topic("Expenses", "")])
    assert prompts == (
        {"title": "Carrying over", "message": "What does Vacation say about Carrying over?"},
        {"title": "Expenses", "message": "What does Expenses say?"},
    )


def test_there_are_at_most_four_prompts_and_one_where_no_note_is_known():
    assert len(suggested_prompts([topic(str(number), "") for number in range(9)])) == 4
    (prompt,) = suggested_prompts([])
    assert prompt.keys() == {"title", "message"}
