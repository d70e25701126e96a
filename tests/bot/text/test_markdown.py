import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text import headline, inert
from tests.bot.text.hostile import LIVE, MENTIONS, texts


@pytest.mark.promise("no-text-can-ping")
@pytest.mark.parametrize("frame", ["{}", "`{}`", "```\n{}\n```", "    {}", "> {}", "| {} |\n|--|\n| {} |", "`` {}"])
@pytest.mark.parametrize("mention", MENTIONS)
def test_a_mention_in_a_markdown_block_is_plain(frame: str, mention: str):
    assert not LIVE.search(inert(frame.format(mention, mention)))


@given(texts)
def test_no_text_leaves_a_mention(text: str):
    assert not LIVE.search(inert(text))


@pytest.mark.promise("no-text-can-ping")
@given(texts, st.sampled_from(["", "`", "```\n", "> ~~~\n> "]))
def test_a_text_that_breaks_off_inside_a_mention_cannot_be_completed(text: str, frame: str):
    for sign in ("<!", "<@", "<#", "<\u200b!"):
        assert not LIVE.search(inert(f"{text}\n{frame}{sign}"))


@given(texts)
def test_what_is_inert_stays_as_it_is(text: str):
    assert inert(inert(text)) == inert(text)


def test_markup_stays_markdown():
    markdown = (
        "# Title\n\n> a quote with **bold** [1]\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[x](https://x.test/a_(b))"
    )
    assert inert(markdown) == markdown


def test_code_is_shown_as_it_was_typed():
    code = "Use `List<int>` here:\n\n```html\n<div class='a'>&amp;</div>\n```\n\n> ```\n> a < b\n> ```"
    assert inert(code) == code


def test_tags_and_disguised_links_outside_code_are_shown_as_text():
    assert (
        inert("<script>x</script> <https://evil.test|bank>") == "&lt;script>x&lt;/script> &lt;https://evil.test|bank>"
    )


def test_a_link_in_angle_brackets_stays_a_link():
    assert inert("see <https://x.test/a> or <mailto:ann@x.test>") == "see https://x.test/a or mailto:ann@x.test"


def test_a_line_break_tag_becomes_a_space():
    assert inert("| one<br/>two |") == "| one two |"


@pytest.mark.promise("notification-says-the-answer")
@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("**25 days** a year. [1]\n\nMore follows.", "25 days a year. [1]"),
        ("## Vacation\n\ntext", "Vacation"),
        ("---\n\n> You get `25` days [1]\n> and more", "You get 25 days [1] and more"),
        ("- first <!channel>\n- second", "first &lt;!channel&gt;"),
        ("```\nmake deploy\nmake test\n```", "make deploy"),
        ("![chart](https://x.test/c.png) shows it", "chart shows it"),
        (" \n\n", ""),
    ],
)
def test_the_headline_is_the_first_line_without_markup(markdown: str, expected: str):
    assert headline(markdown) == expected


def test_a_long_headline_is_cut_with_an_ellipsis():
    assert headline("word " * 100, 20) == "word word word word…"
