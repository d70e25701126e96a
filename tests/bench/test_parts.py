"""Questions joined for the measurement of parts."""

from __future__ import annotations

from knowledge.evaluation import LabelledQuery
from tests.bench.parts import joined


def test_neighbouring_questions_are_joined_where_no_note_answers_both() -> None:
    asked = [
        LabelledQuery(id="1", text="How hot is tea?", relevant={"tea.md": 1}),
        LabelledQuery(id="2", text="Where is the office?", relevant={"office.md": 1}),
        LabelledQuery(id="3", text="Who cleans the office?", relevant={"office.md": 1}),
        LabelledQuery(id="4", text="Who pays?", relevant={}),
    ]
    (pair,) = joined(asked)
    assert pair.text == "How hot is tea and where is the office?"
    assert pair.answers == ({"tea.md"}, {"office.md"})
