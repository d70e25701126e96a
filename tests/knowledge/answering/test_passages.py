"""What of an excerpt can be quoted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from knowledge.answering.passages import Kind, Passage, passages
from tests.knowledge.answering.support import chunk, evidence_of


def found(text: str, *, header: str = "") -> tuple[Passage, ...]:
    return passages(evidence_of(chunk(text, header=header)).excerpt(1))


def texts(text: str, kind: Kind) -> list[str]:
    return [passage.text for passage in found(text) if passage.kind is kind]


def test_paragraphs_give_their_sentences() -> None:
    assert texts("One is e.g. this. Two is that!\n\nThree.", Kind.SENTENCE) == [
        "One is e.g. this.",
        "Two is that!",
        "Three.",
    ]


def test_list_items_are_quoted_without_their_bullets_and_know_their_lead_in() -> None:
    items = [passage for passage in found("Bring these:\n\n- a pen\n- [ ] a card\n") if passage.kind is Kind.ITEM]

    assert [item.text for item in items] == ["a pen", "a card"]
    assert {item.lead_text for item in items} == {"Bring these:"}


def test_a_step_stands_for_the_whole_numbered_list() -> None:
    steps = [passage for passage in found("1. Stop.\n2. Call.") if passage.kind is Kind.ITEM]

    assert steps[1].whole.text == "1. Stop.\n2. Call."
    assert steps[1].whole.kind is Kind.LIST


def test_rows_carry_their_columns_even_where_the_table_began_in_another_chunk() -> None:
    header = "| Code | Cause |\n|---|---|"
    whole = [passage for passage in found(f"{header}\n| E1 | lid |") if passage.kind is Kind.ROW]
    continued = [passage for passage in found("| E1 | lid |", header=header) if passage.kind is Kind.ROW]

    for row in (*whole, *continued):
        assert (row.columns, row.cells) == (("Code", "Cause"), ("E1", "lid"))


def test_code_is_quoted_without_its_fences() -> None:
    assert texts("Run this:\n\n```sh\nmake all\n```\n", Kind.CODE) == ["make all"]


def test_a_passage_is_below_the_headings_inside_the_excerpt() -> None:
    passage = found("## Leave\n\n### Sick\n\nTell your lead.")[-1]

    assert passage.headings == ("Vacation", "Leave", "Sick")
    assert passage.heading == "Sick"


def test_headings_definitions_and_empty_excerpts_are_not_quoted() -> None:
    assert found("# Only a heading") == ()
    assert found("[^note]: See elsewhere.") == ()


@given(st.text(alphabet="ab.!?:`#>|-*1)[]( \n。日", min_size=1, max_size=120).filter(str.strip))
def test_every_passage_is_a_part_of_the_note_that_begins_and_ends_with_its_words(text: str) -> None:
    for passage in found(text):
        assert passage.text
        assert passage.text == passage.text.strip()
        assert passage.text in text
