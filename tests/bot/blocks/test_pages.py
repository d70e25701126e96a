from bot.blocks import help_message, home_view, sentence_message, suggested_prompts, welcome_message
from tests.bot.blocks.samples import accept, shown
from tests.slack.blocks import check_blocks

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
    assert "mention me" in shown(message)


def test_the_home_tab_lists_what_can_be_searched():
    view = home_view(collections=[("handbook", 1_204), ("a<!here>", 1)], **COMMANDS)
    assert check_blocks(view["blocks"], surface="home", most=100) == []
    assert "• handbook: 1,204 notes\n• a&lt;!here&gt;: 1 note" in str(view["blocks"][-1]["text"]["text"])


def test_a_hundred_collections_fit_on_the_home_tab():
    view = home_view(collections=[("c" * 100, n) for n in range(100)], **COMMANDS)
    assert check_blocks(view["blocks"], surface="home", most=100) == []
    assert sum(str(block).count("notes\\n") + str(block).count("notes'") for block in view["blocks"]) >= 99


def test_a_home_tab_without_notes_says_what_to_do():
    view = home_view(collections=[], **COMMANDS)
    assert "footnote index" in view["blocks"][-1]["text"]["text"]


def test_there_are_at_most_four_prompts_each_with_title_and_message():
    prompts = suggested_prompts()
    assert len(prompts) <= 4
    assert all(prompt.keys() == {"title", "message"} for prompt in prompts)
