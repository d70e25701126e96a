import pytest
from hypothesis import given

from bot.text import mrkdwn
from tests.bot.text.hostile import LIVE_IN_MRKDWN, MENTIONS, texts


@pytest.mark.promise("markdown-becomes-slack-mrkdwn")
@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("**bold**, *italic* and ~~gone~~", "*bold*, _italic_ and ~gone~"),
        ("***both***", "_*both*_"),
        ("# A **bold** heading", "*A bold heading*"),
        ("[the guide](https://x.test/g)", "<https://x.test/g|the guide>"),
        ("[a | b\nc](https://x.test/a_(b)?q=1&r=2)", "<https://x.test/a_(b)?q=1&amp;r=2|a ｜ b c>"),
        ("<https://x.test>", "<https://x.test|https://x.test>"),
        ("![a robot](https://x.test/r.png)", "a robot"),
        ("`a < b && c`", "`a &lt; b &amp;&amp; c`"),
        ("``a ` b``", "`a ˋ b`"),
        ("> quoted\n> twice", "> quoted\n> twice"),
        ("one  \ntwo<br>three", "one\ntwo\nthree"),
        ("above\n\n---\n\nbelow", "above\n\n———\n\nbelow"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        ("The limit is 5. [1] [2]", "The limit is 5. [1] [2]"),
        ("[1]: not a definition", "[1]: not a definition"),
        ("AT&amp;T &lt; R&D", "AT&amp;T &lt; R&amp;D"),
    ],
)
def test_each_kind_of_markup_has_its_form_in_slack(markdown: str, expected: str):
    assert mrkdwn(markdown) == expected


def test_a_style_inside_a_word_gets_joints_because_slack_styles_whole_words_only():
    assert mrkdwn("un**believ**able") == "un\u200b*believ*\u200bable"
    assert mrkdwn("年假**二十五天**。") == "年假\u200b*二十五天*。"


def test_lists_nest_with_their_own_bullets_and_numbers():
    markdown = "- one\n  - inner\n    1. first\n    2. second\n- two\n\n  a second paragraph\n"
    assert mrkdwn(markdown) == (
        "• one\n    ◦ inner\n        1. first\n        2. second\n• two\n    a second paragraph"
    )


def test_an_ordered_list_keeps_its_first_number():
    assert mrkdwn("3. three\n4. four") == "3. three\n4. four"


def test_a_code_block_loses_its_language_and_keeps_everything_else():
    assert mrkdwn("```python\nif a < b:\n    *x* = '[y](z)'\n```") == "```\nif a &lt; b:\n    *x* = '[y](z)'\n```"


def test_backticks_inside_a_code_block_cannot_end_it():
    assert mrkdwn("````\n```\n````") == "```\n``\u200b`\n```"


def test_a_table_becomes_aligned_code():
    markdown = "| name | days |\n|:--|--:|\n| **Ann** | 25 |\n| 中文 | |\n"
    assert mrkdwn(markdown) == "```\nname  days\n----  ----\nAnn   25\n中文\n```"


def test_one_long_cell_does_not_widen_every_row():
    long = "x" * 500
    assert mrkdwn(f"| a | b |\n|--|--|\n| {long} | 1 |\n| y | 2 |").splitlines()[-2] == "y" + " " * 41 + "2"


@pytest.mark.promise("no-text-can-ping")
@pytest.mark.parametrize(
    "frame", ["{}", "`{}`", "```\n{}\n```", "# {}", "- {}", "| {} |\n|--|\n| {} |", "[{}](https://x.test)"]
)
@pytest.mark.parametrize("mention", MENTIONS)
def test_a_mention_in_any_place_is_plain(frame: str, mention: str):
    assert not LIVE_IN_MRKDWN.search(mrkdwn(frame.format(mention, mention)))


@pytest.mark.promise("no-text-can-ping")
@given(texts)
def test_nothing_but_links_to_web_and_mail_addresses_is_live(text: str):
    assert not LIVE_IN_MRKDWN.search(mrkdwn(text))
