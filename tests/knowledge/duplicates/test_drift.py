"""What differs, sentence beside sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.duplicates.drift import differences
from knowledge.duplicates.values import Change, Value
from tests.knowledge.duplicates.builders import a_note


def changes(left: str, right: str) -> list[Change]:
    return list(differences(a_note("a.md", left), a_note("b.md", right)).changes)


def values(left: str, right: str) -> list[tuple[str, str, str]]:
    drift = differences(a_note("a.md", left), a_note("b.md", right))
    return [(value.type, value.left, value.right) for value in drift.values]


@pytest.mark.promise("a-drifted-number-is-shown-on-both-sides")
def test_a_changed_number_is_told_with_its_unit_and_marked_in_its_sentence() -> None:
    (change,) = changes(
        "Ask first. Everybody gets 25 days of paid leave. Then go.",
        "Ask first. Everybody gets 28 days of paid leave. Then go.",
    )
    assert change.left == "Everybody gets 25 days of paid leave."
    assert change.values == (Value(left="25 days", right="28 days", type="number"),)
    assert [change.left[start:end] for start, end in change.left_marks] == ["25"]
    assert [change.right[start:end] for start, end in change.right_marks] == ["28"]


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("The limit is 85% now.", "The limit is 95% now.", ("number", "85%", "95%")),
        ("It costs 1,200 € a year.", "It costs 1,500 € a year.", ("number", "1,200 €", "1,500 €")),
        ("Valid until 2024-03-01 for all.", "Valid until 2025-03-01 for all.", ("date", "2024-03-01", "2025-03-01")),
        ("It starts on March 12 at noon.", "It starts on March 14 at noon.", ("date", "March 12", "March 14")),
        ("Please write to Ann today.", "Please write to Ben today.", ("name", "Ann", "Ben")),
        ("Set retry_count before use.", "Set max_retries before use.", ("name", "retry_count", "max_retries")),
        ("Use version 2.10 of it.", "Use version 2.17 of it.", ("number", "2.10", "2.17")),
    ],
)
def test_numbers_dates_and_names_are_told_apart(left: str, right: str, expected: tuple[str, str, str]) -> None:
    assert values(left, right) == [expected]


def test_other_words_are_marked_without_being_values() -> None:
    (change,) = changes("The door is always open to you.", "The door is never open to you.")
    assert (change.values, change.left_marks, change.right_marks) == ((), ((12, 18),), ((12, 17),))


def test_a_sentence_that_only_one_note_has_stands_alone() -> None:
    found = changes("One is here. Two is here.", "One is here. Something else was added. Two is here.")
    assert [(change.left, change.right) for change in found] == [("", "Something else was added.")]


def test_sentences_that_only_moved_are_no_difference() -> None:
    assert changes("First comes this one. Then that.", "Then that. First comes this one.") == []


def test_equal_notes_do_not_differ() -> None:
    drift = differences(a_note("a.md", "Same. Text."), a_note("b.md", "Same.  Text."))
    assert (drift.changes, drift.values) == ((), ())


@given(
    left=st.lists(st.sampled_from(["Tea is hot.", "Tea is 80 warm.", "Milk is cold.", "Go now."]), max_size=8),
    right=st.lists(st.sampled_from(["Tea is hot.", "Tea is 94 warm.", "Milk is cold.", "Stay."]), max_size=8),
)
def test_every_sentence_of_one_note_alone_is_told(left: list[str], right: list[str]) -> None:
    found = changes(" ".join(left) or "Nothing.", " ".join(right) or "Nothing.")
    told = {change.left for change in found} | {change.right for change in found}
    assert set(left) ^ set(right) <= told
    for change in found:
        assert change.left != change.right
        assert all(0 <= start < end <= len(change.left) for start, end in change.left_marks)
