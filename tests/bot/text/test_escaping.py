import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text import escape, link, plain, size
from tests.bot.text.hostile import LIVE, LIVE_IN_MRKDWN, MENTIONS, texts


@pytest.mark.promise("no-text-can-ping")
@pytest.mark.parametrize("mention", MENTIONS)
def test_a_mention_is_shown_as_it_was_written(mention: str):
    assert escape(mention) == mention.replace("<", "&lt;").replace(">", "&gt;")


def test_an_ampersand_is_escaped_once():
    assert escape("R&D &lt;") == "R&amp;D &amp;lt;"


def test_characters_that_turn_the_reading_order_around_are_left_out():
    assert escape("invoice\u202efdp.exe\u2066") == "invoicefdp.exe"


def test_arabic_hebrew_and_joined_emoji_stay_as_they_are():
    text = "سياسة الإجازات · חופשה · 👩‍💻"
    assert escape(text) == text


def test_control_characters_and_lone_surrogates_are_left_out_and_line_ends_kept():
    assert escape("a\x00b\x1b[31m\r\nc\ud800\x85d") == "ab[31m\nc\nd"


@given(texts)
def test_escaped_text_holds_no_angle_bracket(text: str):
    assert "<" not in escape(text)
    assert ">" not in escape(text)


def test_a_plain_text_is_one_line():
    assert plain(" a title\nover\ttwo   lines ", 50) == "a title over two lines"


def test_a_plain_text_that_is_too_long_ends_in_an_ellipsis():
    assert plain("abcdefgh", 5) == "abcd…"
    assert plain("abcde", 5) == "abcde"


@given(texts, st.integers(min_value=1, max_value=40))
def test_a_plain_text_never_exceeds_its_limit_nor_ends_inside_an_entity(text: str, limit: int):
    short = plain(text, limit)
    assert size(short) <= limit
    assert "&" not in short.replace("&amp;", "").replace("&lt;", "").replace("&gt;", "")
    assert not LIVE.search(short)


def test_an_emoji_counts_as_two():
    assert size("a🎉") == 3


def test_a_link_survives_parentheses_spaces_ampersands_and_quotes():
    url = "https://x.test/a_(b)/c d?q=1&r=it's"
    assert link(url, "a_(b)") == "<https://x.test/a_(b)/c%20d?q=1&amp;r=it's|a_(b)>"


def test_an_address_that_is_percent_encoded_already_stays_so():
    assert link("https://x.test/a%20b", "x") == "<https://x.test/a%20b|x>"


@pytest.mark.parametrize(
    "url", ["", None, "javascript:alert(1)", "file:///etc/passwd", "!channel", "@U123", "https://"]
)
def test_what_is_no_web_or_mail_address_becomes_no_link(url: str | None):
    assert link(url, "title") == "title"


def test_an_endless_address_is_left_out_rather_than_refused():
    assert link("https://x.test/" + "a" * 2_000, "title") == "title"


def test_a_link_without_words_shows_its_address():
    assert link("mailto:ann@x.test", "") == "<mailto:ann@x.test|mailto:ann@x.test>"


@given(texts, texts)
def test_a_link_can_hide_no_second_one(url: str, label: str):
    shown = link("https://x.test/" + url, escape(label))
    assert not LIVE_IN_MRKDWN.search(shown)
    assert shown.count("<") <= 1
    assert shown.count("|") <= max(1, label.count("|"))


def test_the_fences_of_code_are_left_out_of_a_plain_text():
    assert plain("Copy the rows:\n```sql\nselect 1\n```\nThen stop.", 50) == "Copy the rows: select 1 Then stop."
    assert plain("in one line ```select 1``` too", 50) == "in one line `select 1` too"
