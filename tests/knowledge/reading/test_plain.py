from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.reading import plain_text
from knowledge.types import BlockKind


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ('See [the policy](https://a.b/c_(d) "title").', "See the policy."),
        ("![A diagram](d.png) and [![badge](b.svg)](https://ci)", "A diagram and badge"),
        ("[text][ref] and [alone]", "text and [alone]"),
        ("[a [nested] text](url)", "a [nested] text"),
        ("<https://a.b/c_d>, <ann@example.org>", "https://a.b/c_d, ann@example.org"),
        ("**bold** *it* ***both*** __Bold__ _it_ ~~gone~~ ==marked==", "bold it both Bold it gone marked"),
        ("**bold *inside* bold**", "bold inside bold"),
        ("这是**重点**内容", "这是重点内容"),
        ("# Title #", "Title"),
        ("## Title { #anchor }", "Title"),
        ("Title\n=====", "Title"),
        ("> quoted\n> > twice", "quoted\ntwice"),
        ("> [!warning]- Mind this\n> text", "warning: Mind this\ntext"),
        ("- Owner: Jane\n  - [x] done", "- Owner: Jane\n- [x] done"),
        ("one\n\n---\n\ntwo", "one\ntwo"),
        ("a<br>b <b>bold</b> <Tab label={1}>in</Tab>", "a b bold in"),
        ("&lt;T&gt; &amp; 5&nbsp;€", "<T> & 5 €"),
        (r"\*no emphasis\* C:\_x", "*no emphasis* C:_x"),
        ("fact[^1] and more[^note].", "fact and more."),
        ("[^1]: The footnote.", "1: The footnote."),
        ("/// tip | Hint\ntext\n///", "tip | Hint\ntext"),
    ],
)
def test_markup_goes_and_words_stay(markdown: str, plain: str) -> None:
    assert plain_text(markdown) == plain


@pytest.mark.promise("identifiers-survive-cleaning")
@pytest.mark.parametrize(
    "text",
    [
        "user_id",
        "__init__",
        "deploy_service.py and _private_name",
        "ERR_1042",
        "docs/**/*.md",
        "2 * 3 * 4",
        "a*b*c",
        "kubectl get pod <pod-name>",
        "List<String>",
        "<YOUR_TOKEN>",
        "arr[0][1]",
        "a < b and c > d",
        "~/.config",
        "#general",
        "SELECT * FROM t",
    ],
)
def test_identifiers_and_formulas_survive(text: str) -> None:
    assert plain_text(text) == text


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ("[[Leave policy]]", "Leave policy"),
        ("[[hr/leave|the policy]]", "the policy"),
        ("![[diagram.png|300]]", "diagram.png"),
        ("[[Leave#Sick days]]", "Leave > Sick days"),
        ("[[#Sick days]]", "Sick days"),
        ("[[Leave#^block-id]]", "Leave"),
        ("| [[a\\|b]] | c |", "b | c"),
        ("`[[ -f x ]]`", "[[ -f x ]]"),
    ],
)
def test_wikilinks_and_embeds_become_their_words(markdown: str, plain: str) -> None:
    assert plain_text(markdown) == plain


def test_code_keeps_its_lines_and_loses_its_fences() -> None:
    markdown = "before **b**\n\n```python\n# [no](link)\n    x = a*b*c\n```\n\nafter **b**"

    assert plain_text(markdown) == "before b\n# [no](link)\n    x = a*b*c\nafter b"


def test_a_fence_is_closed_by_its_own_kind() -> None:
    assert plain_text("~~~\n```\n**x**\n~~~\n**y**") == "```\n**x**\ny"


def test_part_of_a_code_block_is_code() -> None:
    assert plain_text("x = a*b*c  # **\n```", BlockKind.CODE) == "x = a*b*c  # **"


def test_a_table_keeps_its_cells_and_loses_its_rule() -> None:
    table = "| Days | `a|b` |\n|:-----|-------:|\n| 25 | **x** |\n| -- | \\| |"

    assert plain_text(table, BlockKind.TABLE) == "Days | a|b\n25 | x\n-- | |"


def test_a_table_without_outer_bars_is_read_too() -> None:
    assert plain_text("a | b\n--|--\n1 | 2", BlockKind.TABLE) == "a | b\n1 | 2"


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ("a <!-- hidden --> b", "a b"),
        ("a <!-- two\nlines --> b", "a b"),
        ("a <!-- never closed", "a <!-- never closed"),
        ("a <!-- open <!-- closed --> b", "a <!-- open b"),
        ("`<!-- code -->`", "<!-- code -->"),
        ("a <!-- `code` --> `b`", "a b"),
    ],
)
def test_closed_comments_are_no_content_and_open_ones_hide_nothing(markdown: str, plain: str) -> None:
    assert plain_text(markdown) == plain


def test_the_mark_that_holds_places_may_stand_in_a_note() -> None:
    assert plain_text("\x1a0\x1a `code` [a](b\\_c)") == "\x1a0\x1a code a"


@given(st.text(alphabet="ab_*`[]()<>!-#|\\~=&;:\n \x1a", max_size=60))
def test_any_text_is_cleaned_without_losing_a_letter_outside_markup(markdown: str) -> None:
    plain = plain_text(markdown)

    assert plain == plain.strip()
    assert set(plain) <= set(markdown) | {">", " "}


@given(st.lists(st.from_regex(r"[a-z]{1,5}(?:_[a-z]{1,5}){0,2}(?:\.py)?", fullmatch=True), min_size=1, max_size=12))
def test_plain_words_are_left_alone(words: list[str]) -> None:
    assert plain_text(" ".join(words)) == " ".join(words)


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ('Send a [leave request] ({% page "/tools/hr" %}), please.', "Send a leave request, please."),
        ('Ask in {% slack_channel "admins-github" %}.', "Ask in admins-github."),
        ("{% alert %}Plan ahead.{% endalert %}", "Plan ahead."),
        ("Write `{% raw %}` first.", "Write {% raw %} first."),
        ("Sold at 5 {% off.", "Sold at 5 {% off."),
    ],
)
def test_a_template_tag_shows_only_what_its_reader_would_see(markdown: str, plain: str) -> None:
    assert plain_text(markdown) == plain
