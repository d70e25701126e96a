"""A reranker's order as one more list of a search."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from knowledge.errors import ModelUnreachable
from knowledge.rerank.finder import RerankingFinder
from knowledge.rerank.refiner import FAILED, RerankRefiner
from knowledge.retrieval.found import Found, Mode
from knowledge.retrieval.fusion import RankedList
from knowledge.types import Query, StoredChunk
from tests.knowledge.rerank.fakes import ScriptedReranker, candidates

QUERY = Query(text="vacation")
FOUND = candidates("a", "b")


class FixedFinder:
    """Finds the same two chunks whatever is asked."""

    async def find(
        self, query: Query, *, limit: int, mode: Mode = "hybrid", strict: bool = False, plus: bool = False
    ) -> Found:
        lists = (RankedList(source="dense", candidates=FOUND),)
        return Found(query=query, mode=mode, lists=lists)


class FoundTexts:
    """Has the texts of these two chunks."""

    async def chunks(self, ids: Sequence[int]) -> Sequence[StoredChunk]:
        return [each.chunk for each in FOUND if each.chunk.id in ids]


async def find(reranker: ScriptedReranker, mode: Mode = "hybrid") -> Found:
    return await RerankingFinder(FixedFinder(), FoundTexts(), RerankRefiner(reranker, weight=2)).find(
        QUERY, limit=10, mode=mode
    )


async def test_chunks_and_notes_follow_the_reranker_too() -> None:
    found = await find(ScriptedReranker(-5.0, 5.0))

    assert [each.chunk.title for each in found.candidates] == ["b", "a"]
    assert [group.ref.path for group in found.notes(2)] == ["2.md", "1.md"]
    assert [(one.source, one.rank) for one in found.candidates[0].contributions] == [("dense", 2), ("rerank", 1)]


@pytest.mark.promise("a-reranker-that-is-late-or-fails-changes-nothing")
async def test_a_failure_leaves_the_search_and_is_said() -> None:
    found = await find(ScriptedReranker(failure=ModelUnreachable()))

    assert [each.chunk.title for each in found.candidates] == ["a", "b"]
    assert found.fallback == FAILED


@pytest.mark.parametrize("mode", ["lexical", "dense"])
async def test_a_search_of_one_kind_alone_stays_as_it_is(mode: Mode) -> None:
    reranker = ScriptedReranker(-5.0, 5.0)

    found = await find(reranker, mode)

    assert [each.chunk.title for each in found.candidates] == ["a", "b"]
    assert reranker.asked == []
