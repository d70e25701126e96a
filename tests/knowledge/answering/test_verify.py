"""Markers, statements, shared words, and quotes that stand where they say."""

from __future__ import annotations

import pytest

from knowledge.answering.verify import Wording, check_quotes, markers, statements
from knowledge.types import Answer, Citation, NoteRef

REF = NoteRef(collection="handbook", path="vacation.md")


def test_only_canonical_markers_outside_code_are_markers() -> None:
    text = "One [1] `a[2]` [03] [ 4] [5, 6] (7)\n```\n[8]\n```\nnine [9]"

    assert [marker.number for marker in markers(text)] == [1, 9]


def test_statements_end_with_their_markers() -> None:
    found = statements("A is so. [1][2] B too [1].\n\nC stands alone.")

    assert [(one.text, one.numbers) for one in found] == [
        ("A is so.", (1, 2)),
        ("B too", (1,)),
        ("C stands alone.", ()),
    ]


@pytest.mark.parametrize(
    ("statement", "supported"),
    [
        ("You get 28 days", True),
        ("The days are paid", True),
        ("The office has a cat", False),
        ("It costs 500 euros", False),
        ("Man bekommt bezahlten Urlaub und das ist gut so", True),  # another language, no number to hold against it
        ("Man bekommt 31 Urlaubstage und das ist gut so", False),
        ("...", True),
    ],
)
def test_a_statement_needs_a_word_or_number_of_its_source(statement: str, supported: bool) -> None:
    source = Wording.of("You get 28 paid vacation days per calendar year, and this is for everyone here.")

    assert source.supports(statement) is supported


def answer(text: str, *, quote: str, lines: tuple[int, int] = (2, 3)) -> Answer:
    citation = Citation(number=1, ref=REF, title="", heading="", lines=lines, url=None, quote=quote)
    return Answer(text=text, mode="extractive", confidence="strong", citations=(citation,))


def test_an_answer_whose_quotes_stand_at_their_lines_has_no_faults() -> None:
    note = {REF: "# Vacation\nYou get\n28 days.\n"}

    assert check_quotes(answer("28 days. [1]", quote="You get 28 days."), note) == ()


def test_each_fault_is_named() -> None:
    note = {REF: "# Vacation\nYou get\n28 days.\n"}

    assert check_quotes(answer("28 days. [2]", quote="You get 31 days."), note) == (
        "The marker [2] has no source.",
        "The source [1] has no marker.",
        "The quote of [1] does not stand at its lines.",
    )
