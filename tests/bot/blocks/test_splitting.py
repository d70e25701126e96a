import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.blocks.splitting import split
from bot.text import size

word = st.text("abcdefghij中🎉é.", min_size=1, max_size=12)
sentence = st.lists(word, min_size=1, max_size=12).map(lambda words: " ".join(words) + ".")
paragraph = st.lists(sentence, min_size=1, max_size=8).map(" ".join)
bullets = st.lists(paragraph, min_size=1, max_size=5).map(lambda items: "\n".join(f"- {item}" for item in items))
quote = st.lists(sentence, min_size=1, max_size=6).map(lambda lines: "\n".join(f"> {line}" for line in lines))
fence = st.lists(sentence | st.just(""), min_size=1, max_size=10).map(
    lambda lines: "\n".join(["```py", *lines, "```"])
)
row = st.tuples(word, word).map(lambda cells: f"| {cells[0]} | {cells[1]} |")
table = st.lists(row, min_size=1, max_size=12).map(lambda rows: "\n".join(["| k | v |", "|---|---|", *rows]))
heading = sentence.map(lambda text: f"## {text}")
documents = st.lists(paragraph | bullets | quote | fence | table | heading, max_size=8).map("\n\n".join)


@settings(max_examples=60)
@given(documents, st.integers(min_value=80, max_value=600))
def test_every_part_keeps_the_limit_and_every_word_its_place(markdown: str, limit: int):
    parts = split(markdown, limit)
    assert all(0 < size(part) <= limit for part in parts)
    rest = iter(" ".join(parts).split())
    assert all(each in rest for each in markdown.split())


@pytest.mark.promise("long-answers-split-without-breaking")
@settings(max_examples=60)
@given(documents, st.integers(min_value=80, max_value=600))
def test_no_part_leaves_a_code_block_open(markdown: str, limit: int):
    for part in split(markdown, limit):
        assert sum(line.startswith("```") for line in part.splitlines()) % 2 == 0


@settings(max_examples=60)
@given(documents, st.integers(min_value=80, max_value=600))
def test_no_part_holds_two_tables(markdown: str, limit: int):
    for part in split(markdown, limit):
        assert sum(token.type == "table_open" for token in MarkdownIt().parse(part)) <= 1


@given(st.text(max_size=400), st.integers(min_value=20, max_value=200))
def test_any_text_keeps_the_limit(text: str, limit: int):
    assert all(size(part) <= limit for part in split(text, limit))


def test_a_short_text_is_one_part_as_it_is():
    markdown = "# A\n\ntext [1]\n\n- x\n- y"
    assert split(markdown, 100) == (markdown,)


def test_a_blank_text_has_no_parts():
    assert split(" \n\n ", 100) == ()


def test_a_part_ends_between_paragraphs_rather_than_inside_one():
    first, second = "a " * 20 + "a.", "b " * 20 + "b."
    assert split(f"{first}\n\n{second}", 60) == (first, second)


@pytest.mark.promise("long-answers-split-without-breaking")
def test_a_long_paragraph_ends_its_parts_with_whole_sentences():
    sentences = [f"This is the sentence with the number {n}." for n in range(20)]
    parts = split(" ".join(sentences), 100)
    assert all(part.endswith(".") and part.startswith("This") for part in parts)
    assert " ".join(parts) == " ".join(sentences)


@pytest.mark.promise("long-answers-split-without-breaking")
def test_a_code_block_that_fits_into_a_part_is_never_torn():
    code = "```sh\n" + "make deploy\n" * 5 + "```"
    parts = split(f"{'Some words. ' * 6}\n\n{code}\n\nEnd.", 100)
    assert code in parts[1]


def test_a_long_code_block_is_closed_and_opened_again_with_its_language():
    parts = split("```python\n" + "\n".join(f"line {n}" for n in range(40)) + "\n```", 120)
    assert all(part.startswith("```python\n") and part.endswith("\n```") for part in parts)
    assert [line for part in parts for line in part.splitlines()[1:-1]] == [f"line {n}" for n in range(40)]


def test_a_long_code_block_in_a_quote_is_closed_inside_the_quote():
    parts = split("> ```\n" + "\n".join(f"> line {n}" for n in range(20)) + "\n> ```", 80)
    assert len(parts) > 1
    assert all(part.startswith("> ```\n") and part.endswith("\n> ```") for part in parts)


def test_a_line_of_code_longer_than_a_part_stays_code():
    parts = split("```\n" + "x" * 250 + "\n```", 100)
    assert all(part.startswith("```\n") and part.endswith("\n```") for part in parts)
    assert "".join(part.splitlines()[1] for part in parts) == "x" * 250


@pytest.mark.promise("long-answers-split-without-breaking")
def test_a_long_table_repeats_its_header():
    head = "| name | |\n|------|---|\n"
    parts = split(head + "\n".join(f"| row {n} | |" for n in range(30)), 120)
    assert len(parts) > 1
    assert all(part.startswith(head) for part in parts)
    assert sum(part.count("| row ") for part in parts) == 30


def test_a_table_has_at_most_a_hundred_rows_with_its_header():
    head = "| a |\n|---|\n"
    parts = split(head + "| 1 |\n" * 150, 10_000)
    assert [part.count("\n") - 1 for part in parts] == [99, 51]


def test_a_table_of_more_than_twenty_columns_becomes_aligned_code():
    columns = [f"c{n}" for n in range(21)]
    (part,) = split("|".join(["", *columns, ""]) + "\n" + "|--" * 21 + "|\n" + "|v" * 21 + "|", 5_000)
    assert part.startswith("```\nc0  c1 ")


def test_a_row_longer_than_a_part_keeps_its_words():
    cell = " ".join(f"w{n}" for n in range(60))
    parts = split(f"| a | b |\n|---|---|\n| x | y |\n| {cell} | z |", 100)
    assert parts[0] == "| a | b |\n|---|---|\n| x | y |"
    assert " ".join(parts[1:]).split() == f"| {cell} | z |".split()


def test_a_word_longer_than_a_part_is_torn_and_kept():
    assert "".join(split("x" * 250, 100)) == "x" * 250
