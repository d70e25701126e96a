"""A list in a better order, or as it was."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.errors import ModelUnreachable
from knowledge.rerank.refiner import FAILED, LATE, MAX_DEPTH, RerankRefiner, TopK
from knowledge.types import Query
from tests.knowledge.rerank.fakes import ScriptedReranker, StuckReranker, candidates

QUERY = Query(text="vacation")


async def test_what_both_orders_put_high_comes_first() -> None:
    found = candidates("a", "b", "c")

    refined = await RerankRefiner(ScriptedReranker(-9.0, 8.0, 1.0), weight=4).refine(QUERY, found)

    # a: 1/61 + 4/63, b: 1/62 + 4/61, c: 1/63 + 4/62
    assert [each.chunk.text for each in refined] == ["b", "c", "a"]


@pytest.mark.promise("reranking-keeps-what-a-candidate-is")
async def test_identity_and_metadata_stay_and_the_rank_is_added() -> None:
    found = candidates("a", "b")

    first, second = await RerankRefiner(ScriptedReranker(0.1, 0.9), weight=2).refine(QUERY, found)

    assert (first.chunk, first.identity, first.score) == (found[1].chunk, found[1].identity, found[1].score)
    assert first.contributions[:-1] == found[1].contributions
    assert [(one.source, one.rank, one.score) for one in first.contributions[-1:]] == [("rerank", 1, 0.9)]
    assert second.chunk == found[0].chunk


async def test_beyond_the_depth_nothing_is_scored_and_the_order_stays() -> None:
    reranker = ScriptedReranker(0.0, 1.0)

    refined = await RerankRefiner(reranker, depth=2, weight=2).refine(QUERY, candidates("a", "b", "c", "d"))

    assert [each.chunk.text for each in refined] == ["b", "a", "c", "d"]
    assert reranker.asked == [("vacation", ("a", "b"))]


async def test_equal_scores_keep_the_order() -> None:
    found = candidates("a", "b", "c")

    refined = await RerankRefiner(ScriptedReranker(1.0, 1.0, 1.0)).refine(QUERY, found)

    assert [each.identity for each in refined] == [1, 2, 3]


@pytest.mark.promise("reranking-nothing-calls-nobody")
async def test_no_candidates_and_no_words_make_no_call() -> None:
    reranker = ScriptedReranker(1.0)

    assert list(await RerankRefiner(reranker).refine(QUERY, [])) == []
    assert reranker.asked == []


@pytest.mark.promise("copies-take-no-place-in-the-evidence")
async def test_copies_are_scored_once_and_take_no_place() -> None:
    reranker = ScriptedReranker(1.0, 0.0)
    found = candidates("a", "a", "b")

    refined = await RerankRefiner(reranker).refine(QUERY, found)

    assert [each.identity for each in refined] == [1, 3]
    assert reranker.asked == [("vacation", ("a", "b"))]
    assert [each.identity for each in await TopK(2).refine(QUERY, found)] == [1, 3]


@pytest.mark.promise("a-reranker-that-is-late-or-fails-changes-nothing")
async def test_a_late_reranker_is_left_and_the_order_stays() -> None:
    found = candidates("a", "b")
    reranker = StuckReranker()

    refiner = RerankRefiner(reranker, seconds=0.01)

    assert list(await refiner.refine(QUERY, found)) == found
    assert reranker.left
    assert (await refiner.reranked(QUERY, found)).fallback == LATE


@pytest.mark.promise("a-reranker-that-is-late-or-fails-changes-nothing")
async def test_a_failing_reranker_changes_nothing() -> None:
    found = candidates("a", "b")
    refiner = RerankRefiner(ScriptedReranker(failure=ModelUnreachable("nobody there")))

    assert list(await refiner.refine(QUERY, found)) == found
    assert (await refiner.reranked(QUERY, found)).fallback == FAILED


@pytest.mark.promise("no-place-or-too-many-are-refused")
@pytest.mark.parametrize("k", [0, -1, 11])
def test_a_k_below_one_or_above_the_maximum_is_refused(k: int) -> None:
    with pytest.raises(ValueError, match=rf"k must be from 1 to 10; found {k}"):
        TopK(k, maximum=10)


@pytest.mark.parametrize(
    "wrong",
    [
        {"depth": 0},
        {"depth": MAX_DEPTH + 1},
        {"seconds": 0},
        {"seconds": math.nan},
        {"weight": -1},
        {"weight": math.inf},
    ],
)
def test_limits_that_make_no_sense_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        RerankRefiner(ScriptedReranker(), **wrong)  # type: ignore[arg-type]


@given(st.lists(st.floats(-12, 12), min_size=1, max_size=30))
async def test_nothing_is_lost_or_made_up(scores: list[float]) -> None:
    found = candidates(*map(str, range(len(scores))))

    refined = await RerankRefiner(ScriptedReranker(*scores), depth=20).refine(QUERY, found)

    assert sorted(str(each.identity) for each in refined) == sorted(str(each.identity) for each in found)
    assert list(await RerankRefiner(ScriptedReranker(*scores), depth=20, weight=0).refine(QUERY, found)) != []
