"""Markers, statements, and quotes that stand where they say."""

from __future__ import annotations

from knowledge.answering.verify import check_quotes, markers, statements
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
