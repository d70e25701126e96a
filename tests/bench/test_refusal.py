"""What the refusal suite makes of judged questions."""

from __future__ import annotations

from dataclasses import replace

from knowledge.retrieval import Found
from knowledge.retrieval.fusion import RankedList
from knowledge.types import Query
from tests.bench.refusal import Judged, Without, row_of
from tests.knowledge.rerank.fakes import candidates


def test_a_row_holds_the_area_and_the_shares_of_each_degree() -> None:
    answerable = [Judged(degree="strong", score=2.0), Judged(degree="weak", score=0.0)]
    unanswerable = [Judged(degree="none", score=-2.0), Judged(degree="strong", score=1.0)]

    row = row_of("notes", answerable, unanswerable)

    assert (row["answerable"], row["unanswerable"], row["AUC"]) == (2, 2, 0.75)  # of four pairs one is the wrong way
    assert (row["strong, answerable"], row["weak, answerable"], row["none, answerable"]) == (0.5, 0.5, 0.0)
    assert (row["strong, unanswerable"], row["weak, unanswerable"], row["none, unanswerable"]) == (0.5, 0.0, 0.5)


async def test_a_note_that_is_taken_away_is_in_no_list() -> None:
    lists = (RankedList(source="dense", candidates=candidates("a", "b")),)
    found = Found(query=Query(text="a"), mode="hybrid", lists=lists)

    class Fixed:
        async def find(self, query: Query, *, limit: int) -> Found:
            return replace(found, query=query)

    left = await Without(Fixed(), lambda path: path == "1.md").find(Query(text="a"), limit=3)

    assert [each.chunk.ref.path for each in left.candidates] == ["2.md"]
