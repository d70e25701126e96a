import pytest
from hypothesis import given, settings

from bot.blocks import Message, answer_message, search_message, without_blocks
from bot.blocks.message import TEXT_LIMIT, markdown
from bot.text import size
from knowledge.types import SearchResult
from tests.bot.blocks.samples import answer, hit
from tests.bot.text.hostile import LIVE_IN_MRKDWN, texts


@pytest.mark.promise("refused-blocks-lose-no-answer")
def test_answer_sources_and_notices_are_all_in_the_text():
    (message,) = answer_message(
        answer("You get **25 days**. [1]", notices=("Note this.",)), request_id="1", private=True
    )
    (text,) = without_blocks(message)
    assert text.startswith("You get *25 days*. [1]\n\nNote this.\n\n*Sources*\n\n[1] *<https://notes.test/")


def test_cards_become_paragraphs():
    message = search_message(
        SearchResult(hits=(hit(), hit("b.md", title="Travel"))),
        query="days", page=1, more=False, request_id="1", private=True,
    )  # fmt: skip
    (text,) = without_blocks(message)
    assert "|Vacation>*\nEveryone gets 25 days.\n\n`handbook` · hr/vacation.md" in text
    assert "|Travel>*" in text


def test_a_long_answer_becomes_several_texts_with_every_word():
    body = "\n\n".join(f"Paragraph {n} is about number {n}." for n in range(300))
    texts_ = without_blocks(Message(text="x", blocks=(markdown(body),)))
    assert len(texts_) > 1
    assert "\n\n".join(texts_) == body


def test_text_that_grows_when_escaped_still_keeps_the_limit():
    parts = without_blocks(Message(text="x", blocks=(markdown("& < " * 2_500),)))
    assert all(size(part) <= TEXT_LIMIT for part in parts)
    assert " ".join(parts).split() == ["&amp;", "&lt;"] * 2_500


def test_a_message_without_blocks_is_its_text():
    assert without_blocks(Message(text="Hello.")) == ("Hello.",)


@given(texts)
@settings(max_examples=60)
def test_no_text_is_too_long_or_live(text: str):
    for part in without_blocks(Message(text="x", blocks=(markdown(text * 20 or "x"),))):
        assert size(part) <= TEXT_LIMIT
        assert not LIVE_IN_MRKDWN.search(part)
