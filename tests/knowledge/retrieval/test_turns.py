"""Lists that have their turns."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from knowledge.retrieval.fusion import identity_of
from knowledge.retrieval.grouping import NoteGroup
from knowledge.retrieval.turns import in_turns
from knowledge.types import Candidate, Contribution, NoteRef
from tests.knowledge.retrieval.values import candidate

numbers = st.lists(st.lists(st.integers(0, 30), max_size=8, unique=True), min_size=1, max_size=4)


def ranked(source: str, *ids: int) -> list[Candidate]:
    return [
        replace(candidate(number), contributions=(Contribution(source=source, rank=rank, score=1.0, share=1.0),))
        for rank, number in enumerate(ids, start=1)
    ]


def ids(candidates: list[Candidate]) -> list[int]:
    return [each.chunk.id for each in candidates]


def test_the_first_of_each_list_come_first() -> None:
    turns = in_turns([ranked("a", 1, 2, 3), ranked("b", 4, 1), ranked("c", 5)], identity_of, constant=60)
    assert ids(turns) == [1, 4, 5, 2, 3]


def test_the_score_is_that_of_the_best_rank_and_each_list_is_kept() -> None:
    turns = in_turns([ranked("a", 1, 2), ranked("b", 2, 1)], identity_of, constant=60)
    assert [each.score for each in turns] == [1 / 61, 1 / 61]
    assert [part.source for part in turns[0].contributions] == ["a", "b"]


def test_one_list_alone_stays_as_it_is() -> None:
    alone = ranked("a", 1, 2)
    assert in_turns([alone], identity_of, constant=60) == alone


def test_candidates_without_identity_are_all_kept() -> None:
    unknown = [candidate(number, known=False) for number in (1, 2)]
    assert len(in_turns([unknown, unknown[:1]], identity_of, constant=60)) == 3


def test_notes_have_their_turns_too() -> None:
    def note(path: str) -> NoteGroup:
        return NoteGroup(ref=NoteRef(collection="handbook", path=path), score=1.0, candidates=())

    turns = in_turns([[note("a"), note("b")], [note("c")]], lambda group: group.ref, constant=60)
    assert [group.ref.path for group in turns] == ["a", "c", "b"]


@given(numbers)
def test_nothing_is_lost_or_repeated_and_scores_never_rise(lists: list[list[int]]) -> None:
    turns = in_turns([ranked(str(n), *each) for n, each in enumerate(lists)], identity_of, constant=60)
    assert sorted(ids(turns)) == sorted({number for each in lists for number in each})
    if len(lists) > 1:
        scores = [each.score for each in turns]
        assert scores == sorted(scores, reverse=True)
