from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.reading.markdown import markdown_blocks
from knowledge.types import Block, BlockKind


def kinds(text: str, **options: bool) -> list[tuple[BlockKind, str]]:
    return [(block.kind, text[block.start : block.end]) for block in markdown_blocks(text, **options)]


def paths(text: str) -> dict[str, tuple[str, ...]]:
    """The heading path of each block that is no heading."""
    blocks = markdown_blocks(text)
    return {text[each.start : each.end]: each.heading_path for each in blocks if each.kind is not BlockKind.HEADING}


def test_each_kind_of_block_is_recognised() -> None:
    text = (
        "# T\n\nwords\n\n- one\n  more\n- two\n\n> quote\n\n```py\nx\n```\n\n"
        "    indented\n\n| a |\n|---|\n| b |\n\n<div>\n"
    )

    assert [(kind.value, source) for kind, source in kinds(text)] == [
        ("heading", "# T"),
        ("paragraph", "words"),
        ("list_item", "- one\n  more"),
        ("list_item", "- two"),
        ("quote", "> quote"),
        ("code", "```py\nx\n```"),
        ("code", "    indented"),
        ("table", "| a |\n|---|\n| b |"),
        ("html", "<div>"),
    ]


def test_headings_nest_by_level_and_lose_their_markup() -> None:
    text = "# A *b*\nin a\n### Deep\nin deep\n## [C](u) {#c}\nin c\n\nSetext\n===\nin setext\n"

    assert paths(text) == {
        "in a": ("A b",),
        "in deep": ("A b", "Deep"),
        "in c": ("A b", "C"),
        "in setext": ("Setext",),
    }


@pytest.mark.promise("code-never-starts-a-section")
def test_a_heading_inside_code_a_list_or_a_quotation_starts_no_section() -> None:
    text = (
        "# A\n\n```sh\n# no heading\n```\n\n- # item\n\n> ## quoted\n\n"
        "<!--\n# hidden\n-->\n\n    # indented\n\nwords\n"
    )

    assert set(paths(text).values()) == {("A",)}


def test_lines_are_those_that_an_editor_shows() -> None:
    text = "---\ntitle: T\n---\n\n# A\n\nfirst\nsecond\n\n\nthird\u2028same line\n"
    blocks = markdown_blocks(text, start=text.index("\n# A"))

    assert [(block.first_line, block.last_line) for block in blocks] == [(5, 5), (7, 8), (11, 11)]


def test_a_table_knows_where_its_header_ends() -> None:
    text = "x\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    table = markdown_blocks(text)[-1]

    assert text[table.start : table.header_end] == "| a | b |\n|---|---|"


def test_a_table_of_a_header_alone_repeats_none() -> None:
    assert markdown_blocks("| a | b |\n|---|---|\n")[0].header_end == 0


def test_definitions_and_footnotes_are_not_lost() -> None:
    text = "See [ref] and[^1].\n\n[ref]: https://example.org/page 'A title'\n[^1]: Short\n\n[^2]: A whole sentence.\n"

    assert [source for _, source in kinds(text)] == [
        "See [ref] and[^1].",
        "[ref]: https://example.org/page 'A title'\n[^1]: Short",
        "[^2]: A whole sentence.",
    ]


def test_comments_are_no_content() -> None:
    assert [source for _, source in kinds("<!-- a\n\nb -->\n\nwords\n\n<!-- c --> more\n")] == [
        "words",
        "<!-- c --> more",
    ]


@pytest.mark.parametrize("middle", ["", "\n<!-- closed -->\n"])
def test_a_comment_that_is_never_closed_hides_nothing(middle: str) -> None:
    text = f"<!-- to do\n\n## Section\n\nwords\n{middle}"

    assert paths(text)["words"] == ("Section",)


def test_a_paragraph_above_dashes_is_no_heading() -> None:
    long = "A long sentence that somebody underlined to end a part of the note. " * 5
    wrapped = "A sentence over\ntwo lines."

    for paragraph in (long, wrapped):
        assert [kind for kind, _ in kinds(f"{paragraph}\n---\nwords\n")] == [BlockKind.PARAGRAPH] * 2


def test_an_empty_heading_opens_no_section() -> None:
    assert paths("# A\n\n##\n\nwords\n")["words"] == ("A",)


def test_mdx_is_read_as_text_and_tags() -> None:
    text = (
        "import Tabs from '@theme/Tabs';\nexport const x = {a: 1};\n\n# T\n\n"
        "<Tabs a={{b: 'c'}}>\n\nwords {x}\n\n</Tabs>\n"
    )

    assert [(kind.value, source) for kind, source in kinds(text, is_mdx=True)] == [
        ("html", "import Tabs from '@theme/Tabs';\nexport const x = {a: 1};"),
        ("heading", "# T"),
        ("html", "<Tabs a={{b: 'c'}}>"),
        ("paragraph", "words {x}"),
        ("html", "</Tabs>"),
    ]


LINES = st.sampled_from(
    [
        "# A",
        "## B",
        "### C",
        "===",
        "---",
        "words and more",
        "- item",
        "  nested",
        "* star",
        "1. one",
        "> quote",
        ">> twice",
        "```",
        "~~~",
        "    code",
        "",
        "| a | b |",
        "|---|---|",
        "[ref]: url",
        "[^1]: note",
        "<div>",
        "</div>",
        "<script>",
        "<!-- c -->",
        "<!-- open",
        "-->",
        "$$",
        "![[x]]",
        ":::",
        "import x",
        "\t",
        "\u3000",
    ]
)


@given(st.lists(LINES, max_size=30))
def test_every_visible_line_stands_in_one_block(lines: list[str]) -> None:
    text = "\n".join(lines)
    blocks = markdown_blocks(text)

    assert_in_order(blocks)
    covered = {number for block in blocks for number in range(block.first_line, block.last_line + 1)}
    missing = [line for number, line in enumerate(text.split("\n"), 1) if number not in covered and line.strip()]
    visible = [line for line in missing if not is_rule(line) and "<!--" not in text]
    assert visible == []


def assert_in_order(blocks: tuple[Block, ...]) -> None:
    for before, after in itertools.pairwise(blocks):
        assert before.end <= after.start
        assert before.last_line < after.first_line


def is_rule(line: str) -> bool:
    return len(set(line.replace(" ", ""))) == 1 and line.strip()[0] in "-*_"
