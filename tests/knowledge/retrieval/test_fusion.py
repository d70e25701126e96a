"""The laws of reciprocal rank fusion."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.errors import ModelUnreachable
from knowledge.retrieval.fusion import Fused, RankedList, Source, fuse
from knowledge.types import Candidate, Query, Scope
from tests.knowledge.retrieval.values import candidate

numbers = st.lists(st.integers(0, 12), max_size=12, unique=True)
rankings = st.lists(numbers, min_size=1, max_size=4)
weights = st.just(0.0) | st.floats(1e-3, 5)
QUERY = Query(text="vacation")
SCOPE = Scope(collections=("handbook",))


def ranked(ids: Sequence[int], *, source: str = "list", weight: float = 1.0, scale: float = 1.0) -> RankedList:
    candidates = [candidate(number, scale * (100 - place)) for place, number in enumerate(ids)]
    return RankedList(source=source, candidates=candidates, weight=weight)


@pytest.mark.promise("fusion-follows-its-formula")
@given(rankings, st.floats(0, 100), st.data())
def test_scores_equal_the_formula(lists: list[list[int]], constant: float, data: st.DataObject) -> None:
    chosen = [data.draw(weights) for _ in lists]
    fused = fuse([ranked(ids, weight=weight) for ids, weight in zip(lists, chosen, strict=True)], constant=constant)
    best = sum(chosen) / (constant + 1) or 1.0
    for found in fused:
        expected = sum(
            weight / (constant + ids.index(found.chunk.id) + 1) / best
            for ids, weight in zip(lists, chosen, strict=True)
            if found.chunk.id in ids
        )
        assert found.score == pytest.approx(expected, abs=1e-12)
    assert [one.score for one in fused] == sorted((one.score for one in fused), reverse=True)


@pytest.mark.promise("scores-never-cross-lists")
@given(rankings, st.floats(0.001, 1000))
def test_scaling_the_scores_of_a_list_changes_nothing(lists: list[list[int]], scale: float) -> None:
    plain = fuse([ranked(ids) for ids in lists])
    scaled = fuse([ranked(lists[0], scale=scale), *(ranked(ids) for ids in lists[1:])])
    assert [(one.chunk.id, one.score) for one in plain] == [(one.chunk.id, one.score) for one in scaled]


@pytest.mark.promise("an-identity-counts-once-a-list")
@given(st.lists(st.integers(0, 5), max_size=20))
def test_an_identity_counts_once_a_list(ids: list[int]) -> None:
    assert fuse([ranked(ids)]) == fuse([ranked(list(dict.fromkeys(ids)))]) or len(ids) != len(set(ids))
    fused = fuse([ranked(ids)])
    assert [one.chunk.id for one in fused] == list(dict.fromkeys(ids))
    assert [one.score for one in fused] == [61 / (61 + place) for place in range(len(fused))]


@pytest.mark.promise("ties-keep-the-order-of-first-sight")
@given(rankings)
def test_ties_keep_the_order_in_which_they_were_first_seen(lists: list[list[int]]) -> None:
    seen = list(dict.fromkeys(number for ids in lists for number in ids))
    fused = fuse([ranked(ids) for ids in lists])
    for left, right in pairwise(fused):
        assert left.score > right.score or seen.index(left.chunk.id) < seen.index(right.chunk.id)


@pytest.mark.promise("candidates-without-identity-stay-apart")
def test_candidates_without_identity_stay_apart() -> None:
    nameless = candidate(1, known=False)
    assert len(fuse([RankedList(source="a", candidates=[nameless, nameless])])) == 2


@pytest.mark.promise("the-first-list-shows-a-merged-hit")
def test_the_first_list_that_has_a_candidate_shows_it() -> None:
    first, second = candidate(1, text="from the first"), candidate(1, text="from the second")
    fused = fuse([RankedList(source="a", candidates=[first]), RankedList(source="b", candidates=[second])])
    assert [one.chunk.text for one in fused] == ["from the first"]
    assert [(one.source, one.rank) for one in fused[0].contributions] == [("a", 1), ("b", 1)]


@pytest.mark.parametrize("wrong", [-1.0, float("nan"), float("inf")])
def test_a_negative_or_infinite_constant_or_weight_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="constant of a fusion"):
        fuse([], constant=wrong)
    with pytest.raises(ValueError, match="weight of a fusion"):
        fuse([ranked([1], weight=wrong)])
    with pytest.raises(ValueError, match="constant of a fusion"):
        Fused([], constant=wrong)


class Child:
    """A retriever that waits for `go`, counts how many wait, and tells how it ended."""

    def __init__(self, gauge: Gauge, go: asyncio.Event, *, result: Sequence[Candidate] | Exception = ()) -> None:
        self.gauge, self.go, self.result = gauge, go, result
        self.ended = ""

    async def retrieve(self, query: Query, scope: Scope) -> Sequence[Candidate]:
        self.gauge.enter()
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            await asyncio.sleep(0)  # cleaning up takes a turn of the loop
            self.ended = "cancelled"
            raise
        finally:
            self.gauge.running -= 1
        self.ended = "done"
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


class Gauge:
    """How many run now, how many ran at most, and a signal when `full` of them do."""

    def __init__(self, full: int = 1) -> None:
        self.running = self.most = 0
        self.full = full
        self.reached = asyncio.Event()

    def enter(self) -> None:
        self.running += 1
        self.most = max(self.most, self.running)
        if self.running == self.full:
            self.reached.set()


def opened() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


@pytest.mark.promise("at-most-four-sources-are-asked-at-once")
async def test_at_most_four_sources_are_asked_at_once_and_results_keep_their_place() -> None:
    gauge, go = Gauge(full=4), asyncio.Event()
    children = [Child(gauge, go, result=[candidate(number)]) for number in range(9)]
    fused = Fused([Source(name=str(number), retriever=child) for number, child in enumerate(children)])
    asking = asyncio.create_task(fused.lists(QUERY, SCOPE))
    await gauge.reached.wait()
    await asyncio.sleep(0)  # a fifth would start now
    go.set()
    lists = await asking
    assert gauge.most == 4
    assert [(one.source, one.candidates[0].chunk.id) for one in lists] == [(str(place), place) for place in range(9)]


@pytest.mark.promise("the-first-failure-cancels-its-siblings")
async def test_the_first_failure_cancels_and_awaits_the_others_and_is_the_one_raised() -> None:
    failure = ModelUnreachable("The first.")
    slow = Child(Gauge(), asyncio.Event())
    children = [slow, Child(Gauge(), opened(), result=failure), Child(Gauge(), asyncio.Event())]
    fused = Fused([Source(name=str(number), retriever=child) for number, child in enumerate(children)])
    with pytest.raises(ModelUnreachable) as raised:
        await fused.retrieve(QUERY, SCOPE)
    assert raised.value is failure
    assert slow.ended == "cancelled"


async def test_a_cancelled_question_cancels_its_sources() -> None:
    slow = Child(Gauge(), asyncio.Event())
    asking = asyncio.create_task(Fused([Source(name="slow", retriever=slow)]).retrieve(QUERY, SCOPE))
    await slow.gauge.reached.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert slow.ended == "cancelled"


async def test_a_fused_list_holds_what_its_sources_found() -> None:
    shared = candidate(1)
    found = [Child(Gauge(), opened(), result=[shared]), Child(Gauge(), opened(), result=[candidate(2), shared])]
    fused = await Fused([Source(name=str(at), retriever=child) for at, child in enumerate(found)]).retrieve(
        QUERY, SCOPE
    )
    assert [replace(one, contributions=(), score=0.0) for one in fused] == [
        replace(one, score=0.0) for one in (shared, candidate(2))
    ]
