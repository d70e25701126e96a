"""Notes that share their words are found without vectors, and none is missed."""

from __future__ import annotations

import threading
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.duplicates.join import Stopped
from knowledge.duplicates.notes import Note, Vocabulary
from knowledge.duplicates.words import FEWEST_SHINGLES, same_chunks, sharing, shingles
from tests.knowledge.duplicates.builders import a_note, passage

VOCABULARY = Vocabulary()


def found(notes: list[Note], coverage: float = 0.8) -> dict[tuple[int, int], tuple[float, float]]:
    shared = sharing(notes, coverage, threading.Event())
    return {(one.left, one.right): (one.left_share, one.right_share) for one in shared}


def from_numbers(numbers: list[int]) -> Note:
    return a_note("n.md", " ".join(f"w{number}" for number in numbers), vocabulary=VOCABULARY)


@pytest.mark.promise("copies-are-found-by-their-words-too")
@settings(deadline=None, max_examples=60)
@given(
    texts=st.lists(st.lists(st.integers(0, 6), min_size=0, max_size=40), min_size=2, max_size=9),
    coverage=st.sampled_from([0.8, 0.9, 1.0]),
)
def test_the_pairs_are_those_of_comparing_all_with_all(texts: list[list[int]], coverage: float) -> None:
    notes = [from_numbers(text) for text in texts]
    sets = [set(shingles(note.words).tolist()) for note in notes]
    expected = {
        (left, right)
        for left, right in combinations(range(len(notes)), 2)
        if (len(notes[left].words) and np.array_equal(notes[left].words, notes[right].words))
        or (
            min(len(sets[left]), len(sets[right])) >= FEWEST_SHINGLES
            and len(sets[left] & sets[right]) >= coverage * max(len(sets[left]), len(sets[right]))
        )
    }
    assert set(found(notes, coverage)) == expected


@pytest.mark.promise("copies-are-found-by-their-words-too")
def test_one_changed_number_in_a_long_note_leaves_nearly_all_of_it_shared() -> None:
    text = passage(1, 100)
    vocabulary = Vocabulary()
    notes = [a_note(f"{days}.md", f"{text} You get {days} days.", vocabulary=vocabulary) for days in (25, 28)]
    left, right = found(notes)[0, 1]
    assert 0.95 < left < 1
    assert 0.95 < right < 1


def test_case_and_punctuation_do_not_matter() -> None:
    vocabulary = Vocabulary()
    notes = [a_note("a.md", "Tea, at 80!", vocabulary=vocabulary), a_note("b.md", "tea at 80", vocabulary=vocabulary)]
    assert found(notes) == {(0, 1): (1.0, 1.0)}


def test_two_short_notes_with_one_other_word_are_not_found() -> None:
    vocabulary = Vocabulary()
    notes = [a_note(f"{one}.md", f"Tea is brewed at {one} degrees.", vocabulary=vocabulary) for one in (80, 94)]
    assert found(notes) == {}


def test_a_quotation_inside_a_long_note_is_not_found() -> None:
    vocabulary = Vocabulary()
    quoted = passage(1, 30)
    notes = [
        a_note("short.md", quoted, vocabulary=vocabulary),
        a_note("long.md", quoted, passage(2, 200), vocabulary=vocabulary),
    ]
    assert found(notes) == {}


def test_scripts_without_spaces_are_compared_character_by_character() -> None:
    vocabulary = Vocabulary()
    text = "退款政策规定顾客在收到商品后七天之内可以申请全额退货"
    notes = [a_note("a.md", text, vocabulary=vocabulary), a_note("b.md", text + "吗", vocabulary=vocabulary)]
    assert set(found(notes)) == {(0, 1)}


def test_passages_are_matched_by_the_words_they_share() -> None:
    left = a_note("a.md", passage(1), passage(2), passage(3))
    right = a_note("b.md", passage(3), passage(1) + " More.", passage(9))
    assert [(match.left, match.right, match.similarity) for match in same_chunks(left, right)] == [
        (0, 1, None),
        (2, 0, None),
    ]


def test_the_work_can_be_stopped() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Stopped):
        list(sharing([from_numbers(list(range(30)))], 0.8, stop))
