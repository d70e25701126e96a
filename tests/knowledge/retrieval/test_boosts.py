"""What is added to the shares of the lists: places in front for the question as it was asked."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.retrieval import NoteFinder, Pipeline
from knowledge.retrieval.fusion import ONLY_PLANNED, RankedList, fuse
from knowledge.types import Boost, Expansion, Query
from tests.knowledge.retrieval.conftest import Shelve, files
from tests.knowledge.retrieval.values import candidate

numbers = st.lists(st.integers(0, 12), min_size=1, max_size=12, unique=True)


def ranked(source: str, *ids: int, own: bool = True, first: float = 0.0) -> RankedList:
    return RankedList(source=source, candidates=[candidate(number) for number in ids], own=own, first=first)


def order(*lists: RankedList) -> list[int]:
    return [one.chunk.id for one in fuse(lists)]


@pytest.mark.promise("what-the-question-found-stays-in-front")
@given(numbers, numbers, st.floats(0, 0.2))
def test_the_first_of_a_list_is_never_below_what_only_a_plan_found_with_equal_evidence(
    asked: list[int], planned: list[int], first: float
) -> None:
    """Equal evidence: the same rank in as many lists of the same weight."""
    fused = order(ranked("rewrite", *planned, own=False), ranked("dense", *asked, first=first))
    alone = planned[0]
    if alone not in asked:
        assert fused.index(asked[0]) < fused.index(alone)


@pytest.mark.promise("what-only-a-plan-found-is-marked-down")
def test_what_only_a_plan_found_loses_a_twentieth_and_says_so() -> None:
    own, planned = fuse([ranked("dense", 1), ranked("rewrite", 2, own=False)])
    assert (own.score, own.boosts) == (1.0, ())
    assert planned.score == pytest.approx(0.95)
    assert planned.boosts == (Boost(reason=ONLY_PLANNED, amount=-0.05),)


def test_what_a_plan_found_too_is_not_marked_down() -> None:
    (both,) = fuse([ranked("dense", 1), ranked("keywords", 1, own=False)])
    assert both.boosts == ()
    assert both.score == pytest.approx(2.0)  # the whole is what the question's own lists can give


def test_the_first_of_a_list_gets_what_the_list_adds_and_says_so() -> None:
    first, second = fuse([ranked("dense", 1, 2, first=0.04)])
    assert first.boosts == (Boost(reason="first in dense", amount=0.04),)
    assert (first.score, second.score) == (pytest.approx(1.04), pytest.approx(61 / 62))
    assert second.boosts == ()


@given(st.lists(numbers, min_size=1, max_size=3), st.floats(0, 0.2))
def test_shares_and_boosts_add_up_to_the_score(lists: Sequence[Sequence[int]], first: float) -> None:
    sources = [ranked(str(at), *ids, own=at != 1, first=first) for at, ids in enumerate(lists)]
    for found in fuse(sources):
        given_ = [one.share for one in found.contributions] + [boost.amount for boost in found.boosts]
        assert found.score == pytest.approx(sum(given_))


class OnePlan:
    """Has the same plan for every question."""

    async def expand(self, query: Query) -> Expansion:
        return Expansion(rewrite="laptop", keywords=("kettle",))


@pytest.mark.promise("what-only-a-plan-found-is-marked-down")
async def test_a_hit_shows_the_lists_of_the_plan_and_what_they_cost(shelve: Shelve) -> None:
    notes = {"handbook/days.md": "# Days\n\nVacation days.\n", "handbook/kettle.md": "# Kettle\n\nIt boils.\n"}
    shelf = await shelve(notes)
    pipeline = Pipeline(shelf.library, shelf.store, shelf.embedder, expander=OnePlan())
    result = await NoteFinder(shelf.library, shelf.store, pipeline).search(Query(text="vacation"), plus=True)
    assert files(result.hits) == ["days.md", "kettle.md"]
    assert {"keywords", "rewrite"} <= {part.source for hit in result.hits for part in hit.contributions}
    assert {boost.reason for boost in result.hits[0].boosts} == {"first in dense", "first in lexical"}
