"""Notes out of chunks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.retrieval.fusion import RankedList
from knowledge.retrieval.grouping import distinct_texts, fuse_notes, group_by_note
from knowledge.types import Candidate
from tests.knowledge.retrieval.values import candidate


def listed(*paths: str, first: int = 0) -> list[Candidate]:
    return [candidate(first + at, 100.0 - at, path=path) for at, path in enumerate(paths)]


@pytest.mark.promise("a-note-is-one-hit-of-at-most-three-chunks")
def test_ten_matching_chunks_of_a_note_are_one_hit_with_the_three_best() -> None:
    groups = fuse_notes([RankedList(source="a", candidates=listed(*["long.md"] * 10, "other.md"))], limit=10)
    assert [(group.ref.path, len(group.candidates)) for group in groups] == [("long.md", 3), ("other.md", 1)]
    assert [one.chunk.id for one in groups[0].candidates] == [0, 1, 2]


@pytest.mark.promise("ten-weak-chunks-never-beat-two-strong-ones")
@given(st.integers(1, 4), st.integers(3, 30), st.integers(0, 30))
def test_many_weak_chunks_never_beat_two_strong_ones(lists: int, weak: int, between: int) -> None:
    fillers = [f"filler{at}.md" for at in range(between)]
    ranking = listed("strong.md", "strong.md", *fillers, *["weak.md"] * weak)
    groups = fuse_notes([RankedList(source=str(at), candidates=ranking) for at in range(lists)], limit=100)
    order = [group.ref.path for group in groups]
    assert order.index("strong.md") < order.index("weak.md")


def test_weak_chunks_of_one_note_do_not_push_other_notes_down() -> None:
    crowded = listed("a.md", *["long.md"] * 20, "b.md")
    groups = fuse_notes([RankedList(source="a", candidates=crowded)], limit=10)
    assert [(each.source, each.rank) for each in groups[-1].contributions] == [("a", 3)]


def test_one_list_keeps_its_own_scores() -> None:
    groups = group_by_note(listed("a.md", "b.md", "a.md"), limit=1)
    assert [(group.ref.path, group.score, len(group.candidates)) for group in groups] == [("a.md", 100.0, 2)]


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="limit must be at least 1; found 0"):
        group_by_note([], limit=0)


def test_a_copy_of_a_text_in_another_note_is_left_out() -> None:
    original, copy, other = listed("a.md", "b.md", "c.md")
    hashed = [
        replace(each, chunk=replace(each.chunk, content_hash=content))
        for each, content in ((original, "same"), (copy, "same"), (other, "other"))
    ]
    assert [each.chunk.ref.path for each in distinct_texts(hashed)] == ["a.md", "c.md"]
