from __future__ import annotations

import pytest

from knowledge.chunking import ChunkingOptions, chunk
from knowledge.types import Chunk
from tests.knowledge.chunking.documents import (
    BertTokenizer,
    GreedyTokenizer,
    WordTokenizer,
    broken_laws,
    document,
    prose,
)

SMALL = ChunkingOptions(target_tokens=60, max_tokens=90)


def cut(text: str, options: ChunkingOptions = SMALL) -> tuple[Chunk, ...]:
    note = document(text)
    chunks = chunk(note, WordTokenizer(), options)
    assert broken_laws(note, chunks, WordTokenizer(), options.max_tokens) == []
    return chunks


def words(chunks: tuple[Chunk, ...]) -> list[str]:
    return [word for each in chunks for word in each.text.split()]


@pytest.mark.promise("oversize-text-is-split-without-loss")
def test_a_line_of_five_thousand_words_keeps_them_all_in_order() -> None:
    line = [f"w{number}" for number in range(5_000)]

    assert words(cut(" ".join(line))) == line


@pytest.mark.promise("oversize-text-is-split-without-loss")
def test_one_giant_paragraph_is_cut_between_sentences() -> None:
    chunks = cut(prose(80), ChunkingOptions(target_tokens=60, max_tokens=90, overlap=0))

    assert all(each.text.startswith("Rule ") and each.text.endswith(".") for each in chunks)


@pytest.mark.parametrize("letters", ["x" * 20_000, "ជំនួយ" * 4_000, "中文字" * 7_000, "👩‍👩‍👧" * 2_000])
def test_a_word_without_end_is_cut_and_no_letter_is_lost(bert: BertTokenizer, letters: str) -> None:
    note = document(letters)
    options = ChunkingOptions()
    chunks = chunk(note, bert, options)
    assert broken_laws(note, chunks, bert, options.max_tokens) == []

    assert "".join(each.text for each in chunks) == letters
    assert max(len(each.text) for each in chunks) <= options.max_tokens * 20


@pytest.mark.parametrize("hidden", ["a" + "\u0301" * 20_000, "\u200b" * 20_000], ids=["accents", "zero-width"])
def test_characters_that_are_no_token_do_not_make_a_chunk_without_end(bert: BertTokenizer, hidden: str) -> None:
    options = ChunkingOptions()
    chunks = chunk(document(hidden), bert, options)

    assert "".join(each.text for each in chunks) == hidden
    assert max(len(each.text) for each in chunks) <= options.max_tokens * 20


def test_an_unknown_word_is_cut_before_a_letter_never_before_its_marks(bert: BertTokenizer) -> None:
    chunks = chunk(document("กำ้" * 3_000), bert)

    assert len(chunks) > 1
    assert all(each.text.startswith("ก") for each in chunks)


@pytest.mark.promise("code-and-tables-are-never-torn-inside-a-line")
def test_code_is_cut_between_lines() -> None:
    lines = [f"call_{number}(argument, another='value')  # why" for number in range(60)]
    chunks = cut("```py\n" + "\n".join(lines) + "\n```\n")

    assert len(chunks) > 5
    assert [line for each in chunks for line in each.plain.split("\n")] == lines


@pytest.mark.promise("code-and-tables-are-never-torn-inside-a-line")
def test_code_in_a_list_item_is_cut_between_lines() -> None:
    lines = [f"    Call. It({number}). Then stop. Again." for number in range(60)]
    chunks = cut("- do this:\n\n    ```\n" + "\n".join(lines) + "\n    ```\n")

    kept = [line.strip() for each in chunks for line in each.plain.split("\n")]
    assert kept[1:] == [line.strip() for line in lines]


@pytest.mark.promise("a-table-over-several-chunks-repeats-its-header")
def test_a_table_over_several_chunks_repeats_its_header() -> None:
    header = "| Code | Meaning |\n|---|---|"
    rows = [f"| ERR_{number} | something went **wrong** |" for number in range(60)]
    chunks = cut(f"# Errors\n\n{header}\n" + "\n".join(rows) + "\n")

    assert len(chunks) > 5
    assert chunks[0].header == ""
    assert chunks[0].text.startswith(f"{header}\n{rows[0]}")
    assert {each.header for each in chunks[1:]} == {header}
    assert all("Code" not in each.text for each in chunks[1:])
    assert [row for each in chunks for row in each.text.split("\n") if "ERR" in row] == rows
    assert chunks[1].embedding_text.startswith(f"Errors\n{header}\nERR_")


def test_a_header_that_would_fill_every_chunk_is_not_repeated() -> None:
    cells = " | ".join(f"column {number}" for number in range(20))
    rule = "|".join(["---"] * 20)
    chunks = cut(f"{cells}\n{rule}\n" + "\n".join(" | ".join(["x"] * 20) for _ in range(20)))

    assert {each.header for each in chunks} == {""}


def test_a_table_row_longer_than_a_chunk_is_cut_between_words() -> None:
    row = " ".join(f"w{number}" for number in range(300))

    assert "w299" in cut(f"| a |\n|---|\n| {row} |\n| end |\n")[-1].text


def test_a_picture_in_the_text_costs_no_tokens(bert: BertTokenizer) -> None:
    picture = "![diagram](data:image/png;base64," + "iVBORw0KGgo" * 2_000 + ")"
    (only,) = chunk(document(f"# T\n\nBefore.\n\n{picture}\n\nAfter.\n"), bert)

    assert only.plain == "Before.\ndiagram\nAfter."


def test_what_shows_nothing_is_searched_by_its_source(bert: BertTokenizer) -> None:
    (only,) = chunk(document("![](org-chart.png)\n"), bert)

    assert only.plain == "![](org-chart.png)"


def test_the_maximum_holds_where_a_whole_counts_more_than_its_parts() -> None:
    note = document(f"# T\n\n{prose(60)}\n\n" + "x " * 500)
    chunks = chunk(note, GreedyTokenizer(), SMALL)

    assert broken_laws(note, chunks, GreedyTokenizer(), SMALL.max_tokens) == []
