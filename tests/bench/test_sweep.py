"""What the sweep makes of lists that are there already."""

from __future__ import annotations

import pytest

from knowledge.retrieval import Depths, Found, Weights
from knowledge.retrieval.fusion import RankedList
from knowledge.types import Candidate, NoteRef, Query, Reading, StoredChunk
from tests.bench.options import Options
from tests.bench.sweep import CHANGES, Judged, compared, reweighted, run


def candidate(number: int, score: float) -> Candidate:
    chunk = StoredChunk(
        id=number,
        ref=NoteRef(collection="notes", path=f"{number}.md"),
        title=str(number),
        position=0,
        text="",
        plain="",
        lines=(1, 1),
        heading_path=(),
        header="",
        updated=None,
    )
    return Candidate(chunk=chunk, score=score, identity=number)


def listed(source: str, *numbers: int) -> RankedList:
    return RankedList(source=source, candidates=[candidate(number, 9.0 - number) for number in numbers])


FOUND = Found(
    query=Query(text="x"),
    mode="hybrid",
    lists=(listed("dense", 1, 2, 3), listed("lexical", 3, 1), listed("notes", 3, 1)),
)


def test_lists_are_fused_as_if_they_had_been_searched_with_the_weights() -> None:
    weights = Weights(dense=2.0, lexical=0.5, notes=0.25, constant=10, depths=Depths(notes=1))
    dense, lexical, notes = reweighted(FOUND, weights).lists
    assert (dense.weight, lexical.weight, notes.weight) == (2.0, 0.5, 0.25)
    assert dense.first == pytest.approx(2 * weights.first)
    assert [each.chunk.id for each in notes.candidates] == [3]
    assert reweighted(FOUND, weights).constant == 10


def test_vectors_count_as_the_question_was_read() -> None:
    foreign = Found(query=FOUND.query, mode="hybrid", lists=FOUND.lists, reading=Reading(vectors=0.1))
    assert reweighted(foreign, Weights()).lists[0].weight == pytest.approx(0.1)


def test_a_list_without_a_say_is_left_out_of_a_mix_by_scores() -> None:
    assert [each.source for each in reweighted(FOUND, Weights(fusion="alpha", alpha=1.0)).lists] == ["dense"]


def test_a_change_is_compared_question_by_question() -> None:
    rows = {row["change"]: row for row in compared("set", [Judged(found=FOUND, grades={"1.md": 1})] * 2)}
    assert rows.keys() == CHANGES.keys()
    alone = rows["no vectors"]
    assert (alone["questions"], alone["worse"], alone["better"]) == (2, 2, 0)
    assert alone["difference"] == alone["from"] == alone["to"]


async def test_without_a_folder_of_sets_nothing_is_measured() -> None:
    (table,) = await run(Options())
    assert table.rows == []
